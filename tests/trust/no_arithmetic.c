// ask: --property G ! overflow
// answer: proved
// ask: --check overflow
// answer: unknown
// A property speaks of the whole program: one without signed arithmetic has it.
int main(void)
{
    return 0;
}
