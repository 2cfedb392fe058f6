#ifndef _RACEPROOF_UNISTD_H
#define _RACEPROOF_UNISTD_H 1
#include <stddef.h>
#include <sys/types.h>
#include <getopt.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_LEVEL1_DCACHE_LINESIZE 190
extern char **environ;
unsigned int sleep(unsigned int);
int usleep(useconds_t);
unsigned int alarm(unsigned int);
unsigned int ualarm(useconds_t, useconds_t);
int pause(void);
pid_t fork(void);
pid_t vfork(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
pid_t setsid(void);
int setuid(uid_t);
int setgid(gid_t);
void _exit(int) __attribute__((__noreturn__));
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execv(const char *, char *const[]);
int execve(const char *, char *const[], char *const[]);
int execvp(const char *, char *const[]);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int close(int);
int pipe(int[2]);
int dup(int);
int dup2(int, int);
int access(const char *, int);
int unlink(const char *);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t);
int chdir(const char *);
char *getcwd(char *, size_t);
int chown(const char *, uid_t, gid_t);
int truncate(const char *, off_t);
int ftruncate(int, off_t);
int fsync(int);
int fdatasync(int);
void sync(void);
int isatty(int);
char *ttyname(int);
int gethostname(char *, size_t);
long sysconf(int);
long pathconf(const char *, int);
size_t confstr(int, char *, size_t);
int getpagesize(void);
int nice(int);
void *sbrk(intptr_t);
int brk(void *);
long syscall(long, ...);
int daemon(int, int);
char *crypt(const char *, const char *);
void swab(const void *, void *, ssize_t);
int lockf(int, int, off_t);
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define TEMP_FAILURE_RETRY(expression) \
  (__extension__({ \
    long __result; \
    do { \
      __result = (long)(expression); \
    } while (__result == -1L && *__errno_location() == 4); \
    __result; \
  }))
int *__errno_location(void) __attribute__((__const__));
#endif
