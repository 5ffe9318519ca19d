/* Whether the program has ways for pointers to go as something else: as numbers, or byte by byte. Most programs have none, and then a
 * number or a byte that a function returns leads nowhere.
 *
 * Such ways are casts between pointers and numbers, unions, copies of memory as another type, and pointers to bytes that may lead to
 * where pointers are kept: converted from a pointer to those, directly or over "void *" ("void copy (void *to, const void *from)"
 * with "char *p = to;" in it, and somebody who passes structs). Functions that are in no file have ways of their own, but only to
 * memory that they know anyway. */
#pragma once
#include "analysis/program/facts.h"

gboolean ihop_integers_carry_pointers (IhopFacts *facts);
/* Or integers do. */
gboolean ihop_bytes_carry_pointers (IhopFacts *facts);
