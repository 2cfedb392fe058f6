// stdin: first line\nsecond one\n\nlast
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, lines = 0, words = 0, chars = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        chars++;
        if (c == '\n') lines++;
        if (isspace(c)) inside = 0;
        else if (!inside) inside = 1, words++;
        putchar(toupper(c));
    }
    printf("%d %d %d\n", lines, words, chars);
    printf("%d\n", getchar() == EOF);
    return chars;
}
