// Counts lines, words and characters of its input, and greets its arguments.
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int c, inside = 0;
    long lines = 0, words = 0, characters = 0;

    for (int i = 1; i < argc; i++)
        printf("hello, %s\n", argv[i]);
    while ((c = getchar()) != EOF) {
        characters++;
        lines += c == '\n';
        if (isspace(c)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    printf("%ld lines, %ld words, %ld characters\n", lines, words, characters);
    return 0;
}
