// A text of eight characters of input is a number, and only one leads to the race.
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

char text[9];
int found;

static void *first(void *arg)
{
    char *end;
    if (isdigit((unsigned char)text[0]) && strtoll(text, &end, 10) == 80520611 && end == text + 8)
        found = 1; //~ RACE
    return arg;
}

static void *second(void *arg)
{
    found = 2; //~ RACE
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
