/* Builtins on complex numbers, without their header. */
#include <stdio.h>

int main(void) {
  double _Complex z = 1.5 - 2.0i;
  float _Complex f = 2.0f + 0.25fi;
  z = __builtin_conj(z);
  f = __builtin_conjf(f);
  printf("%g %g %g %g\n", __builtin_creal(z), __builtin_cimag(z), __builtin_crealf(f), __builtin_cimagf(f));
  printf("%g %g\n", (double)__builtin_creall(3.0L), (double)__builtin_cimagl(__builtin_conjl(1.0Li)));
  return 0;
}
