// What the programs about containers share.
#include "threads.h"

struct node { int v; struct node *next; };
static struct node *head, *tail, *other;
#define MAKE struct node *p = malloc(sizeof *p); if (!p) return given; p->v = 1; p->next = 0;
#define PUT(p) LOCK p->next = head; head = p; UNLOCK
#define TAKE(q) struct node *q; LOCK q = head; if (q) head = q->next; UNLOCK
#define TAKE_OTHER(q) struct node *q; LOCK q = other; if (q) other = q->next; UNLOCK
#define USE(q) if (q) q->v++;
// A queue with its last node.
#define ADD(p) LOCK if (tail) tail->next = p; else head = p; tail = p; UNLOCK
#define BOTH(a, b) MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, a, 0); pthread_create(&t, 0, b, 0); })
