/* Constructors and destructors with priorities; exit calls handlers first, then destructors. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void late(void)
{
    puts("late");
} __attribute__((constructor(200))) static void second(void)
{
    puts("second");
} __attribute__((constructor(101))) static void first(void)
{
    puts("first");
} __attribute__((destructor)) static void end1(void)
{
    puts("end 1");
} __attribute__((destructor)) static void end2(void)
{
    puts("end 2");
} __attribute__((destructor(150))) static void last(void)
{
    puts("last");
}

static void handler(void)
{
    puts("handler");
}

int main(void)
{
    atexit(handler);
    puts("main");
    exit(4);
}
