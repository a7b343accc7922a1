#include <stdio.h>
#include <string.h>
#include <ctype.h>
enum tk { ID, NUM, STR, PUNCT, KW, END };
struct token { enum tk k; int line; char text[24]; };
static const char *kws[] = { "if", "while", "return", "int", 0 };
static const char *src = "int main(void) {\n  /* c */ if (x1 >= 0x1F) // eol\n  return \"a\\\"b\" + y<<=2; while(z--)->w ... }";
static struct token next(const char **pp, int *line) {
    struct token t = { END, 0, "" };
    const char *p = *pp;
    size_t n = 0;
    again: while (isspace((unsigned char)*p)) if (*p++ == '\n') ++*line;
    if (p[0] == '/' && p[1] == '*') {
        p += 2;
        while (!(p[0] == '*' && p[1] == '/')) p++;
        p += 2;
        goto again;
    }
    if (p[0] == '/' && p[1] == '/') {
        while (*p && *p != '\n') p++;
        goto again;
    }
    t.line = *line;
    if (!*p) goto done;
    if (isalpha((unsigned char)*p) || *p == '_') {
        t.k = ID;
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    } else if (isdigit((unsigned char)*p)) {
        t.k = NUM;
        while (isalnum((unsigned char)p[n])) n++;
    } else if (*p == '"') {
        t.k = STR;
        do n += p[n] == '\\' ? 2 : 1;
        while (p[n] != '"');
        n++;
    } else {
        static const char *ops[] = { "<<=", "...", "->", "--", ">=", "<<", 0 };
        t.k = PUNCT;
        n = 1;
        for (int i = 0; ops[i]; i++) if (!strncmp(p, ops[i], strlen(ops[i]))) {
            n = strlen(ops[i]);
            break;
        }
    }
    memcpy(t.text, p, n);
    t.text[n] = 0;
    for (int i = 0; t.k == ID && kws[i]; i++) if (!strcmp(kws[i], t.text)) t.k = KW;
    done: *pp = p + n;
    return t;
}

int main(void) {
    const char *p = src;
    int line = 1;
    struct token t;
    do {
        t = next(&p, &line);
        printf("%d:%d:%s\n", t.line, t.k, t.text);
    } while (t.k != END);
    return 0;
}
