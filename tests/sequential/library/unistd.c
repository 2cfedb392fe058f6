#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <strings.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    ssize_t s = -1;
    off_t o = 5;
    printf("%zd %ld %zu\n", s, (long)o, sizeof(pid_t));
    printf("%d %d\n", STDIN_FILENO, STDOUT_FILENO);
    char buffer[4] = {1, 2, 3, 4};
    bzero(buffer, 2);
    printf("%d %d\n", buffer[1], buffer[2]);
    printf("%d %d\n", ffs(8), ffs(0));
    printf("%s\n", index("abc", 'b'));
    printf("%d\n", bcmp("ab", "ab", 2));
    printf("%d %d\n", true, false);
    ptrdiff_t d = &buffer[3] - &buffer[0];
    wchar_t w = L'x';
    max_align_t m;
    printf("%td %d %d\n", d, (int)w, sizeof m >= sizeof(long double));
    fflush(stdout);
    ssize_t n = write(STDOUT_FILENO, "direct\n", 7);
    printf("%zd\n", n);
    return (int)(n + d);
}
