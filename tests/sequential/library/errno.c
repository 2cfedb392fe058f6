#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fails(int code) {
    errno = code;
    return -1;
}

int main(void) {
    printf("%d\n", errno);
    printf("%d %d %d\n", EDOM, ERANGE, EINVAL);
    printf("%d %d %d %d\n", ENOENT, EINTR, ENOMEM, EBUSY);
    if (fails(ENOENT) < 0 && errno == ENOENT) printf("%s\n", strerror(errno));
    errno = 0;
    strtol("999999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    int saved = errno;
    strtol("5", NULL, 10);
    printf("%d\n", errno == saved);
    int *location = &errno;
    *location = 11;
    printf("%d %d\n", errno, errno == EAGAIN);
    printf("%s\n", strerror(0));
    printf("%s\n", strerror(EINVAL));
    errno++;
    return errno;
}
