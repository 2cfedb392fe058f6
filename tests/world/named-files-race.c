// Each argument names a file, and two of them are needed.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *count(void *name)
{
    FILE *file = fopen(name, "r");
    int letter;
    if (!file)
        return NULL;
    while ((letter = getc(file)) != EOF)
        if (letter == '\n')
            lines++;
    fclose(file);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[8];
    if (argc < 2 || argc > 8)
        return 1;
    for (int i = 1; i < argc; i++)
        pthread_create(&threads[i - 1], NULL, count, argv[i]);
    for (int i = 1; i < argc; i++)
        pthread_join(threads[i - 1], NULL);
    return 0;
}
