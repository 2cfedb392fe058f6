// All bytes of a block and none beyond it.
#include <pthread.h>
#include <stdlib.h>

static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *text)
{
    ((char *)text)[0]++;
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread[2];
    char *text[2];
    for (int i = 0; i < 2; i++) {
        text[i] = malloc(17);
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
