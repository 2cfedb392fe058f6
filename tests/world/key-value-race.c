// A file that the program names must say how many threads there are.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count, workers;

static void *work(void *argument)
{
    count++;
    return argument;
}

static int load(const char *name)
{
    char line[64], *value;
    FILE *file = fopen(name, "r");
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file)) {
        value = strchr(line, '=');
        if (!value)
            continue;
        *value++ = 0;
        if (!strcmp(line, "workers"))
            workers = atoi(value);
    }
    fclose(file);
    return workers > 1 && workers < 9;
}

int main(void)
{
    pthread_t threads[8];
    if (!load("work.conf"))
        return 1;
    for (int i = 0; i < workers; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < workers; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
