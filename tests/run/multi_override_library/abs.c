static int abs(int x) { return x < 0 ? -x * 100 : x; } int custom_abs(int x) { return abs(x); }
