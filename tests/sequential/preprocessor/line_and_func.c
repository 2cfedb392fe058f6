#include <stdio.h>
#include <string.h>

#define HERE __LINE__
#define WHERE() printf("%s:%d\n", __func__, __LINE__)

static void helper(void) {
    WHERE();
    WHERE(
    );
}

static const char *name(void) { return __func__; }

int main(void) {
    printf("%d\n", __LINE__);
    printf("%d %d\n", HERE,
           HERE);
    WHERE();
    helper();
    printf("%s %zu\n", name(), sizeof __func__);
    printf("%d\n", strcmp(__FUNCTION__, __func__));
#line 500
    printf("%d\n", __LINE__);
#line 7 "other.c"
    printf("%d %s\n", __LINE__, __FILE__);
    int x = __COUNTER__;
    int y = __COUNTER__;
    printf("%d\n", y - x);
    return __LINE__;
}
