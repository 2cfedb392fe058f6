// The number has nine digits, and the text eight characters.
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

char text[9];
int found;

static void *first(void *arg)
{
    char *end;
    if (isdigit((unsigned char)text[0]) && strtoll(text, &end, 10) == 805206110 && end == text + 8)
        found = 1;
    return arg;
}

static void *second(void *arg)
{
    found = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 8; i++)
        text[i] = __VERIFIER_nondet_char();
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
