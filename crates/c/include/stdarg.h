#ifndef _RACEPROOF_STDARG_H
#define _RACEPROOF_STDARG_H 1
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#if __STDC_VERSION__ >= 202000L
#undef va_start
#define va_start(list, ...) __builtin_va_start(list, 0)
#endif
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
