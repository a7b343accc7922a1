#include <stdio.h>
#include <stdlib.h>
static void never(void) { puts("not run"); }
int main(void) { atexit(never); puts("before"); fflush(stdout); abort(); }
