// Definitions in the old style: arguments arrive with the default promotions.
#include <stdio.h>

int add(a, b)
    int a, b;
{
    return a + b;
}

static double mix(c, s, f, p)
    char c;
    short s;
    float f;
    const char *p;
{
    return c + s + f + *p;
}

undeclared(n)
{
    return n * 2;
}

int nothing();
int nothing() { return 17; }

char *pick(list, index)
    char *list[];
    unsigned char index;
{
    return list[index];
}

int main(argc, argv)
    int argc;
    char **argv;
{
    char *words[] = {"zero", "one", "two"};
    printf("%d %d\n", add(3, 4), argc);
    printf("%.2f\n", mix('a', (short)2, 0.25f, "b"));
    printf("%d %d\n", undeclared(21), nothing());
    printf("%s %s\n", pick(words, 2), pick(words, 257));
    return add(undeclared(10), nothing());
}
