/* The functions of <complex.h>. */
#include <complex.h>
#include <stdio.h>

static void show(const char *name, double complex z) { printf("%s %.5f %.5f\n", name, creal(z), cimag(z)); }

int main(void) {
  double complex z = 0.5 - 0.75 * I, w = -1.25 + 2 * I;
  printf("%.6f %.6f %.6f\n", cabs(z), carg(z), cabs(w));
  show("conj", conj(z));
  show("exp", cexp(z));
  show("log", clog(w));
  show("sqrt", csqrt(w));
  show("sqrt", csqrt(-4.0));
  show("pow", cpow(z, w));
  show("sin", csin(z));
  show("cos", ccos(w));
  show("tan", ctan(z));
  show("sinh", csinh(z));
  show("cosh", ccosh(z));
  show("tanh", ctanh(w));
  show("asin", casin(z));
  show("acos", cacos(z));
  show("atan", catan(z));
  show("asinh", casinh(z));
  show("acosh", cacosh(w));
  show("atanh", catanh(z));
  show("proj", cproj(z));
  float complex f = z;
  printf("%.4f %.4f\n", cabsf(f), crealf(cexpf(f)));
  return 0;
}
