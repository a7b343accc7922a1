// expect: ok
typedef int v4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    v4 a = {1, 2, 3, 2147483645};
    a += argc;
    a += argc;
    return a[0] - 3;
}
