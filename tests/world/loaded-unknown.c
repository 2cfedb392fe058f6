// Code that is loaded may start threads, and keep what it is given.
//~ says: code that is loaded while the program runs
#include <dlfcn.h>

static int shared;

int main(int argc, char **argv)
{
    void *library = argc < 2 ? 0 : dlopen(argv[1], RTLD_NOW);
    void (*start)(int *);
    if (!library)
        return 1;
    start = (void (*)(int *))dlsym(library, "start");
    start(&shared);
    shared = 2;
    return 0;
}
