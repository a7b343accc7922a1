#include <stdio.h>
static unsigned char tape[300];
static void run(const char *p) {
    unsigned char *d = tape;
    for (; *p; p++) switch (*p) {
        case '>': d++;
        break;
        case '<': d--;
        break;
        case '+': ++*d;
        break;
        case '-': --*d;
        break;
        case '.': putchar(*d);
        break;
        case '[': if (!*d) for (int k = 1; k;) {
            p++;
            k += (*p == '[') - (*p == ']');
        }
        break;
        case ']': if (*d) for (int k = 1; k;) {
            p--;
            k += (*p == ']') - (*p == '[');
        }
        break;
    }
}

int main(void) {
    run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.");
    return tape[0];
}
