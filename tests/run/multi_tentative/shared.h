extern int counter; void bump(void); int hidden_value(void); int total(int n); extern const char *names[]; struct point { int x, y; }; extern struct point origin; void set_callback(void (*f)(void)); void run_callback(void); extern int table[3];
static inline int twice(int x) { static int calls; calls++; return 2 * x; }
