// Two loops in each other.
int main(void)
{
    for (int i = 0; i < 100; i++)
        for (int j = i; j < 100; j++)
            ;
    return 0;
}
