// The word has a letter that the input has not.
#include <pthread.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

char word[8];
int found;

static void *first(void *arg)
{
    char copy[8];
    strcpy(copy, word);
    if (strlen(copy) == 3 && strcmp(copy, "key") == 0 && copy[1] != 'e')
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
    for (int i = 0; i < 3; i++)
        word[i] = __VERIFIER_nondet_char();
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
