// Two loops over all unsigned numbers but one.
int main(void)
{
    for (unsigned i = 0; i < 0xffffffff; i++)
        for (unsigned j = 0; j < 0xffffffff; j++)
            ;
    return 0;
}
