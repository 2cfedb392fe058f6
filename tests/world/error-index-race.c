// An error is -1, and the index of the element before.
#include <fcntl.h>
#include <pthread.h>

static struct {
    int before;
    int cells[4];
} table;

static void *work(void *a)
{
    table.before++;
    return a;
}

int main(void)
{
    pthread_t t;
    int file = open("name", O_RDONLY);

    pthread_create(&t, NULL, work, NULL);
    if (file < 4)
        table.cells[file]++;
    pthread_join(t, NULL);
    return 0;
}
