/* Loads relocatable ELF objects as LLVM writes them for x86-64 (position-independent, small model), and
 * nothing else: one function, its constants and jump tables. ("System V Application Binary Interface,
 * AMD64 Architecture Processor Supplement", 4.4, has the relocations.) */
#pragma once
#include <glib.h>

/* Gives the address of a function that the object calls and does not define, or NULL. */
typedef gpointer IhopObjectOutside (const char *name);

/* Address of the symbol in a copy of the object that stays until the program ends and that nobody can
 * write to. NULL and an error: the object is not of this kind, or needs what is not there. */
gpointer ihop_object_load (const guint8 *data, gsize size, const char *symbol, IhopObjectOutside *outside, GError **error);
