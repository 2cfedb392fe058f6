#include <ctype.h>
#include <stdio.h>

static void table(const char *name, int (*f)(int)) {
    int count = 0, sum = 0;
    for (int c = 0; c < 128; c++)
        if (f(c)) count++, sum += c;
    printf("%s %d %d\n", name, count, sum);
}

int main(void) {
    table("alpha", isalpha);
    table("digit", isdigit);
    table("alnum", isalnum);
    table("upper", isupper);
    table("lower", islower);
    table("space", isspace);
    table("blank", isblank);
    table("punct", ispunct);
    table("print", isprint);
    table("graph", isgraph);
    table("cntrl", iscntrl);
    table("xdigit", isxdigit);
    printf("%c %c %c %c\n", toupper('a'), tolower('Z'), toupper('1'), tolower('_'));
    printf("%d %d\n", isalpha(EOF) != 0, toupper(EOF));
    char s[] = "Hello World 42";
    for (char *p = s; *p; p++) *p = islower((unsigned char)*p) ? toupper(*p) : tolower(*p);
    printf("%s\n", s);
    int letters = 0;
    for (char *p = s; *p; p++) letters += !!isalpha((unsigned char)*p);
    return letters;
}
