#ifndef _RACEPROOF_STDIO_H
#define _RACEPROOF_STDIO_H 1
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct _IO_FILE FILE;
typedef struct {
  long __position;
  long __state;
} fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
int printf(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *, const char *, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *, const char *, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *, size_t, const char *, ...) __attribute__((__format__(__printf__, 3, 4)));
int dprintf(int, const char *, ...) __attribute__((__format__(__printf__, 2, 3)));
int asprintf(char **, const char *, ...) __attribute__((__format__(__printf__, 2, 3)));
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vdprintf(int, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int vscanf(const char *, va_list);
int vfscanf(FILE *, const char *, va_list);
int vsscanf(const char *, const char *, va_list);
int putchar(int);
int putc(int, FILE *);
int fputc(int, FILE *);
int puts(const char *);
int fputs(const char *, FILE *);
int putchar_unlocked(int);
int putc_unlocked(int, FILE *);
int fputs_unlocked(const char *, FILE *);
int getchar(void);
int getc(FILE *);
int fgetc(FILE *);
int getchar_unlocked(void);
int getc_unlocked(FILE *);
int ungetc(int, FILE *);
char *gets(char *);
char *fgets(char *, int, FILE *);
ssize_t getline(char **, size_t *, FILE *);
ssize_t getdelim(char **, size_t *, int, FILE *);
int putw(int, FILE *);
int getw(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
FILE *fdopen(int, const char *);
FILE *popen(const char *, const char *);
FILE *tmpfile(void);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
char *tmpnam(char *);
char *tempnam(const char *, const char *);
int pclose(FILE *);
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *, fpos_t *);
int fsetpos(FILE *, const fpos_t *);
void setbuf(FILE *, char *);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int setvbuf(FILE *, char *, int, size_t);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
char *ctermid(char *);
#endif
