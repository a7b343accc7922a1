#include <assert.h>
#include <stdio.h>
#undef NDEBUG
#include <assert.h>
int main(void) { int x = 3; assert(x == 3); assert(x > 0 && "message"); assert((x++, x == 4)); printf("%d\n", x);
#define NDEBUG
#include <assert.h>
    assert(x == 100); return 0; }
