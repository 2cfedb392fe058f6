#include <stdio.h>
#include <string.h>

int main(void) {
    char w[16], v[16], c, d[4] = {0};
    int n = 0, k = 0;
    printf("%d", sscanf("  hello world", "%s %15s", w, v));
    printf(" %s %s\n", w, v);
    printf("%d", sscanf("truncated", "%4s%n", w, &n));
    printf(" %s %d\n", w, n);
    printf("%d", sscanf(" x", "%c", &c));
    printf(" [%c]\n", c);
    printf("%d", sscanf(" x", " %c", &c));
    printf(" [%c]\n", c);
    printf("%d", sscanf("abcdef", "%3c", d));
    printf(" %s\n", d);
    printf("%d", sscanf("key=value;rest", "%15[^=]=%15[^;]", w, v));
    printf(" %s %s\n", w, v);
    printf("%d", sscanf("abc123", "%15[a-z]%d", w, &k));
    printf(" %s %d\n", w, k);
    printf("%d", sscanf("2024-03-15T10:20", "%d-%*d-%2s", &k, w));
    printf(" %d %s\n", k, w);
    printf("%d", sscanf("]x]", "%15[]x]", w));
    printf(" %s\n", w);
    printf("%d", sscanf("a-b-c", "%15[a-]", w));
    printf(" %s\n", w);
    strcpy(v, "unchanged");
    printf("%d", sscanf("only", "%15s %15s", w, v));
    printf(" %s %s\n", w, v);
    printf("%d\n", sscanf("literal 5", "literals %d", &k));
    printf("%d", sscanf("tab\tand\nline", "%s %s %*s", w, v));
    printf(" %s %s\n", w, v);
    return strlen(w) * 10 + strlen(v);
}
