#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
static void h(void) { puts("no"); }
int main(void) { atexit(h); printf("text"); fflush(stdout); _exit(7); }
