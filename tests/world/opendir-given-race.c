// The names of what is in a directory that is given.
//~ options: --file data
#include <dirent.h>
#include <pthread.h>
#include <string.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    DIR *directory = opendir("data");
    struct dirent *entry;
    if (!directory)
        return 1;
    while ((entry = readdir(directory)))
        if (strcmp(entry->d_name, "numbers.txt") == 0) {
            pthread_t t;
            pthread_create(&t, 0, work, 0);
            n++;
            pthread_join(t, 0);
        }
    closedir(directory);
    return 0;
}
