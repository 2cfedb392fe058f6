/* <err.h> and <error.h>: messages to standard error, some of which end the program. Weak, so that a program may define some of them itself. */

typedef __builtin_va_list va_list;
struct _IO_FILE;
extern struct _IO_FILE *stderr;
extern int fprintf(struct _IO_FILE *, const char *, ...);
extern int vfprintf(struct _IO_FILE *, const char *, va_list);
extern char *strerror(int);
extern int *__errno_location(void);
extern void exit(int);

static void say(int number, const char *format, va_list list) {
  if (format)
    vfprintf(stderr, format, list);
  if (number)
    fprintf(stderr, "%s%s", format ? ": " : "", strerror(number));
  fprintf(stderr, "\n");
}

__attribute__((weak)) void vwarn(const char *format, va_list list) {
  say(*__errno_location(), format, list);
}

__attribute__((weak)) void vwarnx(const char *format, va_list list) {
  say(0, format, list);
}

__attribute__((weak)) void warn(const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  say(*__errno_location(), format, list);
  __builtin_va_end(list);
}

__attribute__((weak)) void warnx(const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  say(0, format, list);
  __builtin_va_end(list);
}

__attribute__((weak)) void verr(int status, const char *format, va_list list) {
  say(*__errno_location(), format, list);
  exit(status);
}

__attribute__((weak)) void verrx(int status, const char *format, va_list list) {
  say(0, format, list);
  exit(status);
}

__attribute__((weak)) void err(int status, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  say(*__errno_location(), format, list);
  exit(status);
}

__attribute__((weak)) void errx(int status, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  say(0, format, list);
  exit(status);
}

__attribute__((weak)) void error(int status, int number, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  say(number, format, list);
  __builtin_va_end(list);
  if (status)
    exit(status);
}
