/* A header whose words C++ has for something else. */
#ifndef FOREIGN_WORDS_H
#define FOREIGN_WORDS_H
#include <math.h>
struct class { int new; double public; };
enum virtual { private = 3, protected };
static inline int delete (int this) { return this + private; }
#endif
