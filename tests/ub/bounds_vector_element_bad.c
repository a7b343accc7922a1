// expect: bounds line 6
typedef int v4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    v4 a = {1, 2, 3, 4};
    int i = argc + 3;
    return a[i] == 0;
}
