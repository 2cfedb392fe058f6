// The second thread cannot be created: the first one still uses what is freed then.
#include <pthread.h>
#include <stdlib.h>

struct crew {
    pthread_mutex_t lock;
    unsigned long busy;
    pthread_t members[12];
};

static void *member(void *given)
{
    struct crew *crew = given;
    for (;;) {
        pthread_mutex_lock(&crew->lock);
        crew->busy++;
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

int main(void)
{
    struct crew *crew = malloc(sizeof *crew);
    if (crew == NULL)
        return 1;
    crew->busy = 0;
    pthread_mutex_init(&crew->lock, NULL);
    for (int i = 0; i < 12; i++) {
        if (pthread_create(&crew->members[i], NULL, member, crew) != 0) {
            free(crew);
            return 1;
        }
    }
    pthread_exit(NULL);
}
