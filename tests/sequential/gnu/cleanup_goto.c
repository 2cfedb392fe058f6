/* A goto that leaves the scope of a variable with a cleanup calls it; one within the scope does not. */
#include <stdio.h>

static void clean(int *p) { printf("clean %d\n", *p); }

static int work(int n) {
  __attribute__((cleanup(clean))) int a = 1;
  if (n) {
    __attribute__((cleanup(clean))) int b = 2;
    if (n == 1)
      goto out;
    if (n == 2)
      goto within;
    b = 7;
  within:
    b++;
  }
again : {
  __attribute__((cleanup(clean))) int c = 30 + n;
  if (n++ < 4)
    goto again;
}
out:
  printf("out\n");
  return a;
}

int main(void) {
  for (int n = 0; n < 4; n++)
    printf("%d\n", work(n));
  return 0;
}
