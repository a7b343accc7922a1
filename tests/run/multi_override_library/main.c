#include <stdio.h>
#include <string.h>
int main(void) { char b[8] = "xyz"; printf("%d %d\n", (int)strlen(b) > 0, custom_abs(-4)); return 0; }
