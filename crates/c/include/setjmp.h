#ifndef _RACEPROOF_SETJMP_H
#define _RACEPROOF_SETJMP_H 1
struct __jmp_buf_tag {
  long __words[200 / sizeof(long)];
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
int setjmp(jmp_buf) __attribute__((__returns_twice__));
int _setjmp(jmp_buf) __attribute__((__returns_twice__));
int sigsetjmp(sigjmp_buf, int) __attribute__((__returns_twice__));
int __sigsetjmp(sigjmp_buf, int) __attribute__((__returns_twice__));
void longjmp(jmp_buf, int) __attribute__((__noreturn__));
void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#define setjmp(buffer) setjmp(buffer)
#endif
