#include <stdio.h>

int main(void) {
    printf("[%s] [%10s] [%-10s] [%.2s] [%10.2s] [%-10.2s]\n", "text", "text", "text", "text", "text", "text");
    printf("[%.0s] [%.10s] [%*s] [%-*s] [%.*s]\n", "gone", "short", 6, "r", 6, "l", 3, "abcdef");
    printf("[%c] [%3c] [%-3c] [%c]\n", 'a', 'b', 'c', 100);
    char raw[3] = {'r', 'a', 'w'};
    printf("[%.3s]\n", raw);
    int n = -1, m = -1;
    printf("counted%n and more%n\n", &n, &m);
    printf("%d %d\n", n, m);
    printf("[%p]\n", NULL);
    printf("[%10p] [%-10p]\n", NULL, NULL);
    printf("%%d %%s 100%%\n");
    printf("[%s]\n", "");
    printf("%s %s %d\n", "multi", "args", 3);
    printf("%2$s %1$s %2$s\n", "one", "two");
    printf("%1$*2$d|%1$d\n", 5, 4);
    short hn;
    signed char hhn;
    long ln;
    printf("abc%hn def%hhn ghi%ln\n", &hn, &hhn, &ln);
    printf("%d %d %ld\n", hn, hhn, ln);
    printf("%c%c%c", 'x', '\n', '\0');
    printf("nul above\n");
    return printf("four\n") + n;
}
