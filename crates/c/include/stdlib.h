#ifndef _RACEPROOF_STDLIB_H
#define _RACEPROOF_STDLIB_H 1
#include <stddef.h>
#include <sys/types.h>
#include <alloca.h>
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
void *malloc(size_t) __attribute__((__malloc__));
void *calloc(size_t, size_t) __attribute__((__malloc__));
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void *aligned_alloc(size_t, size_t) __attribute__((__malloc__));
void *memalign(size_t, size_t) __attribute__((__malloc__));
void *valloc(size_t) __attribute__((__malloc__));
int posix_memalign(void **, size_t, size_t);
void free(void *);
void cfree(void *);
void abort(void) __attribute__((__noreturn__));
void exit(int) __attribute__((__noreturn__));
void _Exit(int) __attribute__((__noreturn__));
void quick_exit(int) __attribute__((__noreturn__));
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
int on_exit(void (*)(int, void *), void *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
int rand(void);
void srand(unsigned int);
int rand_r(unsigned int *);
long random(void);
void srandom(unsigned int);
char *initstate(unsigned int, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short[3]);
long lrand48(void);
long nrand48(unsigned short[3]);
long mrand48(void);
long jrand48(unsigned short[3]);
void srand48(long);
unsigned short *seed48(unsigned short[3]);
void lcong48(unsigned short[7]);
struct drand48_data {
  unsigned short __x[3];
  unsigned short __old_x[3];
  unsigned short __c;
  unsigned short __init;
  unsigned long long __a;
};
int drand48_r(struct drand48_data *, double *);
int lrand48_r(struct drand48_data *, long *);
int srand48_r(long, struct drand48_data *);
struct random_data {
  int *fptr, *rptr, *state;
  int rand_type, rand_deg, rand_sep;
  int *end_ptr;
};
int random_r(struct random_data *, int *);
int srandom_r(unsigned int, struct random_data *);
int initstate_r(unsigned int, char *, size_t, struct random_data *);
unsigned int arc4random(void);
unsigned int arc4random_uniform(unsigned int);
typedef int (*__compar_fn_t)(const void *, const void *);
typedef int (*comparison_fn_t)(const void *, const void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
char *getenv(const char *);
char *secure_getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int system(const char *);
char *realpath(const char *, char *);
char *mktemp(char *);
int mkstemp(char *);
char *mkdtemp(char *);
int mblen(const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
int getloadavg(double[], int);
int getsubopt(char **, char *const *, char **);
long a64l(const char *);
char *l64a(long);
#endif
