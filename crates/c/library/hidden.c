/* Functions that keep something for the whole process which glibc does not protect (its manual calls them MT-Unsafe). What they keep is an object here, so that two calls that nothing orders race. Weak, so that a program may define some of them itself. */

extern double erand48(unsigned short *);
extern long nrand48(unsigned short *);
extern long jrand48(unsigned short *);
extern double lgamma_r(double, int *);
extern float lgammaf_r(float, int *);
extern long double lgammal_r(long double, int *);
extern int strcmp(const char *, const char *);

static unsigned short state_of_drand48[3];
static unsigned short state_before_seed48[3];
static int locale_of_the_process;
int signgam;

__attribute__((weak)) double drand48(void) { return erand48(state_of_drand48); }

__attribute__((weak)) long lrand48(void) { return nrand48(state_of_drand48); }

__attribute__((weak)) long mrand48(void) { return jrand48(state_of_drand48); }

__attribute__((weak)) void srand48(long seed) {
  state_of_drand48[0] = 0x330e;
  state_of_drand48[1] = (unsigned short)seed;
  state_of_drand48[2] = (unsigned short)(seed >> 16);
}

__attribute__((weak)) unsigned short *seed48(unsigned short *seed) {
  for (int i = 0; i < 3; i++) {
    state_before_seed48[i] = state_of_drand48[i];
    state_of_drand48[i] = seed[i];
  }
  return state_before_seed48;
}

__attribute__((weak)) double lgamma(double x) { return lgamma_r(x, &signgam); }

__attribute__((weak)) float lgammaf(float x) { return lgammaf_r(x, &signgam); }

__attribute__((weak)) long double lgammal(long double x) { return lgammal_r(x, &signgam); }

__attribute__((weak)) double gamma(double x) { return lgamma_r(x, &signgam); }

__attribute__((weak)) float gammaf(float x) { return lgammaf_r(x, &signgam); }

__attribute__((weak)) long double gammal(long double x) { return lgammal_r(x, &signgam); }

/* There is one locale, by three names. */
__attribute__((weak)) char *setlocale(int category, const char *name) {
  if (!name) {
    category = locale_of_the_process;
    return "C";
  }
  if (*name && strcmp(name, "C") && strcmp(name, "POSIX"))
    return 0;
  locale_of_the_process = 1;
  return "C";
}
