// args: 3 hello "two words" ''
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("%d [%s] %zu\n", i, argv[i], strlen(argv[i]));
    printf("%d\n", argv[argc] == NULL);
    int times = atoi(argv[1]);
    while (times--) printf("%s ", argv[2]);
    printf("\n");
    argv[2][0] = 'J';
    printf("%s\n", argv[2]);
    return argc * 10 + atoi(argv[1]);
}
