#include <stdio.h>
#include <stdbool.h>
int main(void) {
    int x = 5, e = 5, r;
    long l = 10;
    unsigned char c = 250;
    void *p = &x;
    printf("%d %d\n", __sync_fetch_and_add(&x, 3), x);
    printf("%d %d\n", __sync_add_and_fetch(&x, 2), __sync_sub_and_fetch(&x, 1));
    printf("%ld %ld %ld\n", __sync_fetch_and_or(&l, 5), __sync_fetch_and_and(&l, 12), __sync_xor_and_fetch(&l, 1));
    printf("%d %d\n", __sync_bool_compare_and_swap(&x, 9, 20), x);
    printf("%d %d\n", __sync_val_compare_and_swap(&x, 9, 30), x);
    printf("%d\n", __sync_lock_test_and_set(&x, 7));
    __sync_lock_release(&x);
    __sync_synchronize();
    printf("%d\n", x);
    __atomic_store_n(&x, 11, __ATOMIC_SEQ_CST);
    printf("%d\n", __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    printf("%d %d\n", __atomic_exchange_n(&x, 12, __ATOMIC_ACQ_REL), x);
    e = 12;
    printf("%d ", __atomic_compare_exchange_n(&x, &e, 13, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    printf("%d ", __atomic_compare_exchange_n(&x, &e, 14, true, 5, 0));
    printf("%d %d\n", x, e);
    printf("%d %d %d\n", __atomic_fetch_add(&c, 10, 0), c, __atomic_add_fetch(&c, 1, 0));
    printf("%d %d %d\n", __atomic_fetch_sub(&x, 1, 0), __atomic_or_fetch(&x, 16, 0), __atomic_fetch_nand(&x, 4, 0));
    printf("%d %d\n", x, __atomic_xor_fetch(&x, 3, 0));
    int v = 99;
    __atomic_store(&x, &v, 0);
    __atomic_load(&x, &r, 0);
    int o;
    v = 5;
    __atomic_exchange(&x, &v, &o, 0);
    printf("%d %d %d\n", r, o, x);
    e = 5;
    v = 6;
    printf("%d %d\n", __atomic_compare_exchange(&x, &e, &v, 0, 0, 0), x);
    bool f = 0;
    printf("%d ", __atomic_test_and_set(&f, 0));
    printf("%d ", __atomic_test_and_set(&f, 0));
    __atomic_clear(&f, 0);
    printf("%d\n", f);
    __atomic_thread_fence(5);
    __atomic_signal_fence(5);
    printf("%d\n", __atomic_always_lock_free(4, 0));
    int arr[3] = { 1, 2, 3 }, *ap = arr;
    __atomic_fetch_add(&ap, sizeof(int), 0);
    printf("%d\n", *ap);
    return 0;
}
