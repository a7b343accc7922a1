int main(void)
{
    int x = 1
    int y = (x + 2;
    undeclared(;
    return x +;
}
