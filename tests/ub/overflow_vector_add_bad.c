// expect: signed-overflow line 6
typedef int v4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    v4 a = {1, 2, 3, 2147483646};
    a += argc;
    a += argc;
    return a[0] - 3;
}
