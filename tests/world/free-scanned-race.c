// A line of a file has to have a word, a number of base 16 and one in a relation to it.
//~ says: with file conf.txt
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x;

static void *work(void *a)
{
    x = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    FILE *file = fopen("conf.txt", "r");
    char line[40], word[12];
    unsigned a;
    int b, found = 0;
    if (!file)
        return 1;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%11[a-z] = %x %d", word, &a, &b) == 3)
            found = strcmp(word, "go") == 0 && a == 3 * b + 170 && b < 0;
    pthread_create(&t, 0, work, 0);
    if (found)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
