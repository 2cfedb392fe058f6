// A file that is given is read by its descriptor; whatever is in it, one thread counts.
//~ options: --file data/numbers.txt=data/numbers.txt --closed-world
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    struct stat status;
    char text[64];
    pthread_t t;
    int fd = open("data/numbers.txt", O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0 || lseek(fd, 0, SEEK_END) != status.st_size)
        return 1;
    lseek(fd, 0, SEEK_SET);
    if (read(fd, text, sizeof text) != status.st_size || !S_ISREG(status.st_mode))
        return 1;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
