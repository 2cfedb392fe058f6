// Options among other arguments, several in one, with values, and two dashes.
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void try(const char *known, int count, const char *const *given)
{
    char *arguments[16];
    int found;
    for (int i = 0; i < count; i++)
        arguments[i] = (char *)given[i];
    arguments[count] = 0;
    optind = 0;
    opterr = 0;
    while ((found = getopt(count, arguments, known)) != -1)
        printf("%d(%s) ", found, optarg ? optarg : "-");
    printf("at %d:", optind);
    for (int i = 0; i < count; i++)
        printf(" %s", arguments[i]);
    printf("\n");
}

static void try_long(int count, const char *const *given)
{
    static const struct option options[] = {{"size", 1, 0, 's'}, {"all", 0, 0, 'a'}, {0, 0, 0, 0}};
    char *arguments[16];
    int found;
    for (int i = 0; i < count; i++)
        arguments[i] = (char *)given[i];
    arguments[count] = 0;
    optind = 0;
    opterr = 0;
    while ((found = getopt_long(count, arguments, "s:a", options, 0)) != -1)
        printf("%d(%s) ", found, optarg ? optarg : "-");
    printf("at %d:", optind);
    for (int i = 0; i < count; i++)
        printf(" %s", arguments[i]);
    printf("\n");
}

#define TRY(known, ...) try(known, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__})
#define TRY_LONG(...) try_long(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__})

int main(void)
{
    TRY("ab:", "p");
    TRY("ab:", "p", "-a", "-b", "3", "x");
    TRY("ab:", "p", "x", "-a", "y", "z", "-b", "3", "w");
    TRY("ab:", "p", "x", "-ab3", "y");
    TRY("ab:", "p", "x", "-a", "--", "-b", "y");
    TRY("ab:", "p", "--", "-a");
    TRY("ab:", "p", "x", "y");
    TRY("+ab:", "p", "-a", "x", "-b", "3");
    TRY("ab:", "p", "x", "-c", "-b");
    TRY("ab:", "p", "-", "-a", "-", "-b", "");
    TRY("-ab:", "p", "x", "-a", "y", "-b", "3", "--", "-a");
    TRY_LONG("p", "x", "--size=4", "y", "--all", "z");
    TRY_LONG("p", "x", "--size", "4", "--", "--all", "z");
    TRY_LONG("p", "--none", "x", "-as", "5");
    return 0;
}
