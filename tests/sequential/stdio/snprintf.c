#include <stdio.h>
#include <string.h>

int main(void) {
    char b[16];
    int n = sprintf(b, "%d-%s", 12, "ab");
    printf("%d %s\n", n, b);
    n = snprintf(b, 5, "%s", "truncated");
    printf("%d %s %zu\n", n, b, strlen(b));
    n = snprintf(NULL, 0, "%05d|%s", 42, "measure");
    printf("%d\n", n);
    memset(b, '#', sizeof b);
    n = snprintf(b, 1, "x");
    printf("%d %d %c\n", n, b[0], b[1]);
    n = snprintf(b, 0, "untouched");
    printf("%d %d\n", n, b[0]);
    n = snprintf(b, sizeof b, "%s", "");
    printf("%d [%s]\n", n, b);
    char big[100];
    int at = 0;
    for (int i = 0; i < 5; i++) at += snprintf(big + at, sizeof big - at, "%s%d", i ? "," : "", i * i);
    printf("%s %d\n", big, at);
    sprintf(big, "%c%c%c", 'a', 0, 'b');
    printf("%zu %c\n", strlen(big), big[2]);
    n = snprintf(b, 8, "%d%%%x", 99, 0xabcdef);
    printf("%d %s\n", n, b);
    n = sprintf(big, "%8.3f|%-6d|%+d", 3.14159, 7, 7);
    puts(big);
    return n;
}
