// ask: --rule RULE
// answer: unknown
// says: unknown: nothing to check
// warns: warning: rule `rule_with_misspelt_name`: no function `clock_disabel` in the program (did you mean `clock_disable`?)
void clock_enable(void);
void clock_disable(void);

int main(void)
{
    clock_enable();
    clock_disable();
    return 0;
}
