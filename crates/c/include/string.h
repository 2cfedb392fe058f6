#ifndef _RACEPROOF_STRING_H
#define _RACEPROOF_STRING_H 1
#include <stddef.h>
#include <strings.h>
void *memcpy(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memccpy(void *, const void *, int, size_t);
void *memset(void *, int, size_t);
void *memset_explicit(void *, int, size_t);
void explicit_bzero(void *, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *stpcpy(char *, const char *);
char *stpncpy(char *, const char *, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *, const char *, size_t);
int strverscmp(const char *, const char *);
char *strdup(const char *);
char *strndup(const char *, size_t);
#define strdupa(text) \
  (__extension__({ \
    const char *__old = (text); \
    size_t __length = strlen(__old) + 1; \
    (char *)memcpy(__builtin_alloca(__length), __old, __length); \
  }))
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strchrnul(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strsep(char **, const char *);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strerror(int);
char *strerror_r(int, char *, size_t);
int __xpg_strerror_r(int, char *, size_t);
char *strsignal(int);
void *memfrob(void *, size_t);
char *strfry(char *);
#ifndef basename
char *basename(const char *);
#endif
#endif
