#include <stdio.h>

int main(void) {
    puts("puts");
    putchar('c');
    putchar('\n');
    fputs("fputs\n", stdout);
    fprintf(stdout, "%s %d\n", "fprintf", 1);
    fprintf(stderr, "this goes to stderr %d\n", 2);
    fputs("and this\n", stderr);
    putc('p', stdout);
    fputc('\n', stdout);
    int shown = puts("") >= 0;
    printf("%d\n", shown);
    printf("%d\n", putchar(90));
    printf("%d\n", fputc(256 + 65, stdout));
    fwrite("fwrite\n", 1, 7, stdout);
    size_t n = fwrite("abcdef", 2, 3, stdout);
    printf("\n%zu\n", n);
    fflush(stdout);
    printf("no newline at end");
    printf("\r\n\ttab\n");
    int last = putchar(65);
    putchar(10);
    return last;
}
