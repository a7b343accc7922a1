def main():
    x, total = 12345, 0
    for i in range(5000000):
        x = (x * 1103515245 + 12345) & 0xFFFFFFFF
        total = (total + ((x >> 16) & 255)) & 0xFFFFFFFF
        if x & 1:
            total ^= i
    print(total)
main()
