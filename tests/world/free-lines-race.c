// The third line that getline gives is what matters.
//~ says: `stop`
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
    char *line = 0;
    size_t room = 0;
    int number = 0, found = 0;
    while (number < 3 && getline(&line, &room, stdin) > 0)
        found = ++number == 3 && strcmp(line, "stop\n") == 0;
    free(line);
    pthread_create(&t, 0, work, 0);
    if (found)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
