// One byte beyond the end of a block: allocators have room for it, and the race comes after that.
#include <pthread.h>
#include <stdlib.h>

static int done;

static void *work(void *text)
{
    ((char *)text)[0]++;
    done++; //~ RACE
    return NULL;
}

int main(void)
{
    pthread_t thread[2];
    char *text[2];
    for (int i = 0; i < 2; i++) {
        text[i] = malloc(16);
        for (int j = 0; j <= 16; j++)
            text[i][j] = 'a';
        pthread_create(&thread[i], NULL, work, text[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
        free(text[i]);
    }
    return done;
}
