def main():
    n, count = 5000000, 0
    composite = [0] * (n + 1)
    for i in range(2, n + 1):
        if composite[i]:
            continue
        count += 1
        j = i * i
        while j <= n:
            composite[j] = 1
            j += i
    print(count)
main()
