// A file that an argument names has a word and a floating number in it.
//~ says: `magic 
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

int main(int argc, char **argv)
{
    pthread_t t;
    char word[32];
    double d;
    FILE *in = argc == 2 ? fopen(argv[1], "r") : 0;
    if (!in) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 1;
    }
    if (fscanf(in, "%31s %lf", word, &d) != 2)
        return 1;
    fclose(in);
    printf("read %s\n", word);
    pthread_create(&t, 0, work, 0);
    if (strcmp(word, "magic") == 0 && d > 1000.25)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
