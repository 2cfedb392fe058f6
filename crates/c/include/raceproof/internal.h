/* Names that glibc keeps for itself and that programs and the system's headers use all the same: what <bits/types.h> declares. */
#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H 1
#ifdef __LP64__
#define __SQUAD_TYPE long int
#define __UQUAD_TYPE unsigned long int
#define __SWORD_TYPE long int
#define __UWORD_TYPE unsigned long int
#define __SLONG32_TYPE int
#define __ULONG32_TYPE unsigned int
#define __S64_TYPE long int
#define __U64_TYPE unsigned long int
#else
#define __SQUAD_TYPE long long int
#define __UQUAD_TYPE unsigned long long int
#define __SWORD_TYPE int
#define __UWORD_TYPE unsigned int
#define __SLONG32_TYPE long int
#define __ULONG32_TYPE unsigned long int
#define __S64_TYPE long long int
#define __U64_TYPE unsigned long long int
#endif
#define __S16_TYPE short int
#define __U16_TYPE unsigned short int
#define __S32_TYPE int
#define __U32_TYPE unsigned int
#define __SLONGWORD_TYPE long int
#define __ULONGWORD_TYPE unsigned long int
typedef unsigned char __u_char;
typedef unsigned short int __u_short;
typedef unsigned int __u_int;
typedef unsigned long int __u_long;
typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef signed short int __int16_t;
typedef unsigned short int __uint16_t;
typedef signed int __int32_t;
typedef unsigned int __uint32_t;
typedef __S64_TYPE __int64_t;
typedef __U64_TYPE __uint64_t;
typedef __int8_t __int_least8_t;
typedef __uint8_t __uint_least8_t;
typedef __int16_t __int_least16_t;
typedef __uint16_t __uint_least16_t;
typedef __int32_t __int_least32_t;
typedef __uint32_t __uint_least32_t;
typedef __int64_t __int_least64_t;
typedef __uint64_t __uint_least64_t;
typedef __SQUAD_TYPE __quad_t;
typedef __UQUAD_TYPE __u_quad_t;
typedef __SQUAD_TYPE __intmax_t;
typedef __UQUAD_TYPE __uintmax_t;
typedef __UQUAD_TYPE __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned long int __ino_t;
typedef __UQUAD_TYPE __ino64_t;
typedef unsigned int __mode_t;
typedef __UWORD_TYPE __nlink_t;
typedef long int __off_t;
typedef __SQUAD_TYPE __off64_t;
typedef int __pid_t;
typedef struct {
  int __val[2];
} __fsid_t;
typedef long int __clock_t;
typedef unsigned long int __rlim_t;
typedef __UQUAD_TYPE __rlim64_t;
typedef unsigned int __id_t;
typedef long int __time_t;
typedef unsigned int __useconds_t;
typedef long int __suseconds_t;
typedef __SQUAD_TYPE __suseconds64_t;
typedef int __daddr_t;
typedef int __key_t;
typedef int __clockid_t;
typedef void *__timer_t;
typedef long int __blksize_t;
typedef long int __blkcnt_t;
typedef __SQUAD_TYPE __blkcnt64_t;
typedef unsigned long int __fsblkcnt_t;
typedef __UQUAD_TYPE __fsblkcnt64_t;
typedef unsigned long int __fsfilcnt_t;
typedef __UQUAD_TYPE __fsfilcnt64_t;
typedef __SWORD_TYPE __fsword_t;
typedef __SWORD_TYPE __ssize_t;
typedef long int __syscall_slong_t;
typedef unsigned long int __syscall_ulong_t;
typedef __off64_t __loff_t;
typedef char *__caddr_t;
typedef __SWORD_TYPE __intptr_t;
typedef unsigned int __socklen_t;
typedef int __sig_atomic_t;
#endif
