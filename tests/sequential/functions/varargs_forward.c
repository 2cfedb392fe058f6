#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int log_line(const char *tag, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = printf("[%s] ", tag);
    n += vprintf(format, ap);
    va_end(ap);
    putchar('\n');
    return n + 1;
}

static int twice(char *out, size_t size, const char *format, ...) {
    va_list a, b;
    va_start(a, format);
    va_copy(b, a);
    int n = vsnprintf(out, size, format, a);
    n += vsnprintf(out + n, size - n, format, b);
    va_end(b);
    va_end(a);
    return n;
}

static int take(va_list *ap) { return va_arg(*ap, int); }
static int pairs(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    for (int i = 0; i < n; i++) {
        int a = take(&ap), b = va_arg(ap, int);
        s += a * b;
    }
    va_end(ap);
    return s;
}

int main(void) {
    printf("%d\n", log_line("info", "%d %s %.2f %c", 5, "five", 5.0, '5'));
    log_line("none", "plain");
    char buffer[64];
    int n = twice(buffer, sizeof buffer, "<%d,%s>", 42, "x");
    printf("%s %d %zu\n", buffer, n, strlen(buffer));
    va_list unused;
    printf("%d\n", sizeof unused >= sizeof(void *));
    return pairs(3, 1, 2, 3, 4, 5, 6);
}
