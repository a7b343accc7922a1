#include <stdio.h>
#include <stdatomic.h>
_Atomic int g = 3;
atomic_uint u;
_Atomic(long) l = ATOMIC_VAR_INIT(7);
static atomic_flag fl = ATOMIC_FLAG_INIT;
struct s { _Atomic short a; int b; } st;
_Atomic unsigned char uc = 255;
int main(void) {
    g += 4;
    g++;
    --g;
    printf("%d\n", g);
    g *= 3;
    g <<= 1;
    g ^= 5;
    printf("%d\n", g);
    atomic_store(&u, 10);
    printf("%u", atomic_fetch_add(&u, 5));
    printf(" %u\n", atomic_load(&u));
    atomic_init(&u, 1);
    printf("%u\n", atomic_exchange(&u, 8));
    unsigned e = 8;
    printf("%d", atomic_compare_exchange_strong(&u, &e, 9));
    printf(" %u\n", u);
    printf("%ld", atomic_fetch_or(&l, 8));
    printf(" %ld\n", atomic_fetch_and_explicit(&l, 12, memory_order_relaxed));
    printf("%ld\n", l);
    printf("%d ", atomic_flag_test_and_set(&fl));
    printf("%d\n", atomic_flag_test_and_set(&fl));
    atomic_flag_clear(&fl);
    st.a = -5;
    st.a -= 3;
    st.b = st.a;
    printf("%d %d\n", st.a, st.b);
    uc++;
    printf("%d\n", uc);
    _Atomic int *p = &g;
    *p = 4;
    int v = *p;
    printf("%d %zu\n", v, sizeof(st));
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d\n", atomic_is_lock_free(&g));
    int x = (g = 12);
    printf("%d\n", x + (g++));
    return 0;
}
