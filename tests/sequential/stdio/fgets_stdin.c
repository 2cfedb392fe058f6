// stdin: alpha 1\nbeta 22\na line longer than the buffer\nend
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[12];
    int total = 0, pieces = 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        int whole = n && line[n - 1] == '\n';
        if (whole) line[n - 1] = 0;
        char name[12];
        int v;
        if (sscanf(line, "%11s %d", name, &v) == 2) total += v;
        printf("%s%s\n", line, whole ? "" : "...");
        pieces++;
    }
    printf("%d %d\n", total, pieces);
    printf("%d\n", feof(stdin) != 0);
    return total + pieces;
}
