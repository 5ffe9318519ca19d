/* C files in, trees out. Clang stands behind this header and nowhere else (DESIGN D8).
 *
 * Nothing in a file stops the rest of it from being worked on: what the tree cannot express
 * becomes IHOP_OPAQUE with its range and whatever parts could be read. */
#pragma once
#include "ir/tree.h"

typedef struct
{
  const char *const *flags;    /* "-I…", "-D…", "-std=…"; NULL-terminated; may be NULL */
  const char *database;        /* folder of compile_commands.json, or NULL */
} IhopFrontendOptions;

/* Parses one file. Returns a tree (caller unrefs), or NULL when Clang refuses the file (errors) or
 * it cannot be read; messages, Clang's warnings included, go to diags. Old C (implicit
 * declarations, K&R, implicit int) is accepted with a warning.
 * A "#pragma" inside a function becomes an IHOP_PRAGMA statement before the statement that it
 * stands before; the tree's directives hold all of them. */
IhopTree *ihop_frontend_parse (const char *path, const IhopFrontendOptions *options,
                               IhopDiags *diags);
/* The same for text that is in memory; "path" is how messages name it and where its
 * #include "…" start from. */
IhopTree *ihop_frontend_parse_text (const char *path, const char *text, gsize length,
                                    const IhopFrontendOptions *options, IhopDiags *diags);
/* The device's part of a CUDA source: its kernels and device functions (of templates, those that the source uses), device
 * variables, and the launches that the host's code makes. "headers" is a folder of CUDA headers for Clang (ihop_cuda.h).
 * What only C++ has becomes IHOP_OPAQUE_EXPR or IHOP_OPAQUE. Else as ihop_frontend_parse. */
IhopTree *ihop_frontend_parse_device (const char *path, const char *headers, const IhopFrontendOptions *options,
                                      IhopDiags *diags);
/* Whether a generated CUDA source is valid under a small header of our own that declares what we
 * use of CUDA (no toolkit needed), and whether the tree's measures (tree.h; NULL: none) are what they
 * are in C. Messages go to diags. */
gboolean ihop_frontend_check_cuda (const char *path, const char *text, gsize length, const GArray *measures,
                                   const IhopFrontendOptions *options, IhopDiags *diags);
/* Most of what Clang reads are headers. These begin to read them on a thread of its own, and what is expected goes on from
 * there when it comes, if it does begin so; nothing else about it changes. One of each at a time: the next one, or
 * whoever gives up, ends it.
 *
 * What stands in front of any CUDA source with these options in this folder. */
void ihop_frontend_expect_cuda (const char *path, const IhopFrontendOptions *options);
void ihop_frontend_forget_cuda (void);
/* The same file with another text, which begins as this one does as far as its last #include before the first brace. */
void ihop_frontend_expect_again (const char *path, const char *text, const IhopFrontendOptions *options);
void ihop_frontend_forget_again (void);
/* A generated C source that begins so, but for a headline. */
void ihop_frontend_expect_c (const char *path, const char *like, const IhopFrontendOptions *options);
void ihop_frontend_forget_c (void);
/* All files that this one is read from, itself and headers of the system included, as absolute paths. What it
 * includes and cannot be found is left out. Caller frees with g_strfreev. */
char **ihop_frontend_inputs (const char *path, const IhopFrontendOptions *options);
/* The flags that a file is read with: what the database and the options say of the language, paths made absolute.
 * Caller frees with g_strfreev. */
char **ihop_frontend_flags (const char *path, const IhopFrontendOptions *options);
/* Whether a flag means something in C alone: for CUDA, which is C++, it is left out. */
gboolean ihop_frontend_is_of_c (const char *flag);
/* Whether a generated C source is one that a compiler takes. */
gboolean ihop_frontend_check_c (const char *path, const char *text, gsize length,
                                const IhopFrontendOptions *options, IhopDiags *diags);
/* "19.1.7" */
const char *ihop_frontend_clang_version (void);
