/* What a job asks for beside its files, as the API takes it in JSON and the page as a form. */
#pragma once
#include "web/json.h"

typedef struct
{
  char *mode;      /* "usual" (what the file's pragmas say), "target", "scop" or "auto" */
  char *file;      /* the C file that steps are for; NULL: the only one */
  GPtrArray *flags, *steps, *assume; /* of char *, never NULL */
  char *alias, *gpu, *math, *transfers, *search; /* as the command line has them; or NULL */
} IhopWebOptions;

IhopWebOptions *ihop_web_options_new (void);
void ihop_web_options_free (IhopWebOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopWebOptions, ihop_web_options_free)

/* Members of a JSON object; others (NULL-terminated): names of members that somebody else reads. NULL: done; else a sentence for the
 * client. Caller frees it. What is not in the object stays as it was. */
char *ihop_web_options_read (IhopWebOptions *options, JsonObject *object, const char *const *others);
/* One field of a form: "flags" and "assume" in words and lines, "steps" a script. FALSE: not one of
 * ours. */
gboolean ihop_web_options_set (IhopWebOptions *options, const char *name, const char *value);
/* NULL: everything may be handed to ihop; else a sentence. Caller frees. */
char *ihop_web_options_fault (const IhopWebOptions *options);
/* As JSON text; caller frees. */
char *ihop_web_options_text (const IhopWebOptions *options);
/* The same into a builder's open object. */
void ihop_web_options_put (const IhopWebOptions *options, JsonBuilder *json);
