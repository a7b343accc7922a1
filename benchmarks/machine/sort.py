def main():
    n, x = 5000, 1
    a = [0] * n
    for i in range(n):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        a[i] = x >> 8
    for i in range(1, n):
        v, j = a[i], i - 1
        while j >= 0 and a[j] > v:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = v
    print(a[0], a[n // 2], a[n - 1])
main()
