// A file that is given under its name.
//~ options: --file data/numbers.txt=data/numbers.txt
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

int main(void)
{
    FILE *f = fopen("data/numbers.txt", "r");
    int a, b;
    if (!f || fscanf(f, "%d", &a) != 1 || fseek(f, 0, SEEK_SET) != 0 || fscanf(f, "%d%d", &a, &b) != 2)
        return 1;
    if (getc(f) != '\n' || getc(f) != EOF || !feof(f) || ftell(f) != 6)
        return 1;
    fclose(f);
    if (a * b == 391)
        go();
    return 0;
}
