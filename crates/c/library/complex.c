/* <complex.h>. The versions for float and long double go through double. Weak, so that a program may define some of them itself. */

typedef double _Complex number;

extern double atan2(double, double);
extern double copysign(double, double);
extern double cos(double);
extern double cosh(double);
extern double exp(double);
extern double hypot(double, double);
extern double log(double);
extern double sin(double);
extern double sinh(double);
extern double sqrt(double);

static number polar(double size, double angle) {
  return __builtin_complex(angle == 0 ? size : size * cos(angle), angle == 0 ? angle : size * sin(angle));
}

static number root(number z) {
  double x = __real__ z, y = __imag__ z, size = hypot(x, y), half;
  if (size == 0)
    return __builtin_complex(0.0, y);
  if (x >= 0) {
    half = sqrt((size + x) / 2);
    return __builtin_complex(half, y / (2 * half));
  }
  half = sqrt((size - x) / 2);
  return __builtin_complex((y < 0 ? -y : y) / (2 * half), copysign(half, y));
}

static number turned(number z) { return __builtin_complex(-__imag__ z, __real__ z); }

static number turned_back(number z) { return __builtin_complex(__imag__ z, -__real__ z); }

static double quarter(void) { return 1.57079632679489661923; }

__attribute__((weak)) double creal(number z) { return __real__ z; }

__attribute__((weak)) float crealf(float _Complex z) { return __real__ z; }

__attribute__((weak)) long double creall(long double _Complex z) { return __real__ z; }

__attribute__((weak)) double cimag(number z) { return __imag__ z; }

__attribute__((weak)) float cimagf(float _Complex z) { return __imag__ z; }

__attribute__((weak)) long double cimagl(long double _Complex z) { return __imag__ z; }

__attribute__((weak)) double cabs(number z) { return hypot(__real__ z, __imag__ z); }

__attribute__((weak)) float cabsf(float _Complex z) { return cabs(z); }

__attribute__((weak)) long double cabsl(long double _Complex z) { return cabs(z); }

__attribute__((weak)) double carg(number z) { return atan2(__imag__ z, __real__ z); }

__attribute__((weak)) float cargf(float _Complex z) { return carg(z); }

__attribute__((weak)) long double cargl(long double _Complex z) { return carg(z); }

__attribute__((weak)) number conj(number z) { return ~z; }

__attribute__((weak)) float _Complex conjf(float _Complex z) { return conj(z); }

__attribute__((weak)) long double _Complex conjl(long double _Complex z) { return conj(z); }

__attribute__((weak)) number cproj(number z) { return (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z)) ? __builtin_complex(__builtin_inf(), copysign(0.0, __imag__ z)) : z; }

__attribute__((weak)) float _Complex cprojf(float _Complex z) { return cproj(z); }

__attribute__((weak)) long double _Complex cprojl(long double _Complex z) { return cproj(z); }

__attribute__((weak)) number cexp(number z) { return polar(exp(__real__ z), __imag__ z); }

__attribute__((weak)) float _Complex cexpf(float _Complex z) { return cexp(z); }

__attribute__((weak)) long double _Complex cexpl(long double _Complex z) { return cexp(z); }

__attribute__((weak)) number clog(number z) { return __builtin_complex(log(hypot(__real__ z, __imag__ z)), atan2(__imag__ z, __real__ z)); }

__attribute__((weak)) float _Complex clogf(float _Complex z) { return clog(z); }

__attribute__((weak)) long double _Complex clogl(long double _Complex z) { return clog(z); }

__attribute__((weak)) number csqrt(number z) { return root(z); }

__attribute__((weak)) float _Complex csqrtf(float _Complex z) { return csqrt(z); }

__attribute__((weak)) long double _Complex csqrtl(long double _Complex z) { return csqrt(z); }

__attribute__((weak)) number csinh(number z) { return __builtin_complex(sinh(__real__ z) * cos(__imag__ z), cosh(__real__ z) * sin(__imag__ z)); }

__attribute__((weak)) float _Complex csinhf(float _Complex z) { return csinh(z); }

__attribute__((weak)) long double _Complex csinhl(long double _Complex z) { return csinh(z); }

__attribute__((weak)) number ccosh(number z) { return __builtin_complex(cosh(__real__ z) * cos(__imag__ z), sinh(__real__ z) * sin(__imag__ z)); }

__attribute__((weak)) float _Complex ccoshf(float _Complex z) { return ccosh(z); }

__attribute__((weak)) long double _Complex ccoshl(long double _Complex z) { return ccosh(z); }

__attribute__((weak)) number ctanh(number z) { return csinh(z) / ccosh(z); }

__attribute__((weak)) float _Complex ctanhf(float _Complex z) { return ctanh(z); }

__attribute__((weak)) long double _Complex ctanhl(long double _Complex z) { return ctanh(z); }

__attribute__((weak)) number csin(number z) { return turned_back(csinh(turned(z))); }

__attribute__((weak)) float _Complex csinf(float _Complex z) { return csin(z); }

__attribute__((weak)) long double _Complex csinl(long double _Complex z) { return csin(z); }

__attribute__((weak)) number ccos(number z) { return ccosh(turned(z)); }

__attribute__((weak)) float _Complex ccosf(float _Complex z) { return ccos(z); }

__attribute__((weak)) long double _Complex ccosl(long double _Complex z) { return ccos(z); }

__attribute__((weak)) number ctan(number z) { return turned_back(ctanh(turned(z))); }

__attribute__((weak)) float _Complex ctanf(float _Complex z) { return ctan(z); }

__attribute__((weak)) long double _Complex ctanl(long double _Complex z) { return ctan(z); }

__attribute__((weak)) number casinh(number z) { return clog(z + root(z * z + 1.0)); }

__attribute__((weak)) float _Complex casinhf(float _Complex z) { return casinh(z); }

__attribute__((weak)) long double _Complex casinhl(long double _Complex z) { return casinh(z); }

__attribute__((weak)) number cacosh(number z) { return clog(z + root(z + 1.0) * root(z - 1.0)); }

__attribute__((weak)) float _Complex cacoshf(float _Complex z) { return cacosh(z); }

__attribute__((weak)) long double _Complex cacoshl(long double _Complex z) { return cacosh(z); }

__attribute__((weak)) number catanh(number z) { return (clog(1.0 + z) - clog(1.0 - z)) / 2.0; }

__attribute__((weak)) float _Complex catanhf(float _Complex z) { return catanh(z); }

__attribute__((weak)) long double _Complex catanhl(long double _Complex z) { return catanh(z); }

__attribute__((weak)) number casin(number z) { return turned_back(casinh(turned(z))); }

__attribute__((weak)) float _Complex casinf(float _Complex z) { return casin(z); }

__attribute__((weak)) long double _Complex casinl(long double _Complex z) { return casin(z); }

__attribute__((weak)) number cacos(number z) { return quarter() - casin(z); }

__attribute__((weak)) float _Complex cacosf(float _Complex z) { return cacos(z); }

__attribute__((weak)) long double _Complex cacosl(long double _Complex z) { return cacos(z); }

__attribute__((weak)) number catan(number z) { return turned_back(catanh(turned(z))); }

__attribute__((weak)) float _Complex catanf(float _Complex z) { return catan(z); }

__attribute__((weak)) long double _Complex catanl(long double _Complex z) { return catan(z); }

__attribute__((weak)) number cpow(number z, number to) { return z == 0 ? (to == 0 ? 1.0 : z) : cexp(to * clog(z)); }

__attribute__((weak)) float _Complex cpowf(float _Complex z, float _Complex to) { return cpow(z, to); }

__attribute__((weak)) long double _Complex cpowl(long double _Complex z, long double _Complex to) { return cpow(z, to); }
