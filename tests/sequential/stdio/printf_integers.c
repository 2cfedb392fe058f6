#include <stdio.h>

int main(void) {
    printf("[%d] [%i] [%u] [%o] [%x] [%X]\n", -42, 42, 42u, 42u, 0xbeefu, 0xbeefu);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%+5d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d] [%.d]\n", 7, 7, 7, 7, 0, 0);
    printf("[%#o] [%#x] [%#X] [%#x] [%#010x] [%#-10x]\n", 8, 255, 255, 0, 255, 255);
    printf("[%+.3d] [% .3d] [%+05d] [%- 5d]\n", 5, -5, -42, 42);
    printf("[%hhd] [%hhu] [%hd] [%hu]\n", 300, 300, 70000, 70000);
    printf("[%hhx] [%hx]\n", -1, -1);
    printf("[%ld] [%lu] [%lx] [%lo]\n", -5000000000L, 5000000000UL, 5000000000L, 5000000000L);
    printf("[%lld] [%llu] [%llX]\n", -1LL, -1LL, -1LL);
    printf("[%zu] [%zd] [%zx] [%td] [%jd] [%ju]\n", (size_t)-1, (size_t)7, (size_t)255, (long)-3, 9L, 10UL);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%*.*d]\n", 6, 1, 6, 2, -6, 3, 4, 5, 8, 3, 9);
    printf("[%.*d]\n", -1, 7);
    printf("[%10u] [%-10u] [%010u]\n", 123u, 123u, 123u);
    printf("[%d%%] [%c%c]\n", 50, 'o', 'k');
    printf("[%2d] [%1d]\n", 12345, -12345);
    printf("[%d] [%u]\n", -2147483647 - 1, 4294967295u);
    return printf("%d\n", 123456);
}
