/* As what else the program handles pointers: as numbers, byte by byte, as floating numbers (a "boxed" value of a script). Most
 * programs do nothing of it, and then a number or a byte that a function returns leads nowhere.
 *
 * Ways from one to the other are casts between pointers and numbers, unions, copies and casts of memory as another type, also as a
 * struct of bytes or numbers, and pointers to bytes that may lead to where pointers are kept: converted from a pointer to those,
 * directly or over "void *" ("void copy (void *to, const void *from)" with "char *p = to;" in it, and somebody who passes structs).
 * What goes over "void *" as numbers is against the language (effective_types.h), and counts with -fno-strict-aliasing alone.
 * Functions that are in no file have ways of their own, but only to memory that they know anyway. */
#pragma once
#include "analysis/program/facts.h"
#include "ir/type_overlay.h"

/* The kinds of scalars in which pointers may be kept, IHOP_SCALAR_POINTER among them. */
IhopScalarKinds ihop_pointer_carriers (IhopFacts *facts);
