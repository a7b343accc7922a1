// ask: --check assert --engine structural
# 1 "system.h" 1 3
int enter_kernel(int *place);
# 5 "no_model.c" 2

int main(void)
{
    int a = 0;
    enter_kernel(&a);
    if (a)
        __builtin_trap();
    return 0;
}
