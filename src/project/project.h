/* The one door of the engine: all that the faces (cli, gui, web) and check/ call.
 *
 * A project is some C files under one set of flags. All files are opened first; then the facts are
 * worked out over all of them together, so that files see each other's functions. A project belongs
 * to one thread. Nothing here prints: what there is to say is in the diags. */
#pragma once
#include "project/read.h"
#include "project/state.h"

/* Adds a file; it is listed in the project's files even if it cannot be worked on. Facts made
 * before are dropped with every answer they gave. */
IhopOpenResult ihop_project_open (IhopProject *project, const char *path);
/* The same for text that is in memory; "path" is how messages name it and where its #include "…"
 * start from. */
IhopOpenResult ihop_project_open_text (IhopProject *project, const char *path, const char *text);
/* The flags that C products are compiled with where the source is with these: our loops declare their counters, which
 * C90 does not know, so its flag makes way for the one of C99, and functions stay what they were. Caller frees with
 * g_strfreev. */
char **ihop_product_flags (const char *const *flags);
/* By "f/i/j" or "FILE:LINE[:COLUMN]" in any file; the file's path may be given by its last part
 * alone. NULL: no such loop. */
const IhopLoop *ihop_project_find_loop (IhopProject *project, const char *address);

/* Replays a script (a step a line) on a file, whose tree becomes the transformed one; pointers into
 * the old one and all facts are void. Three kinds of lines are no steps of the catalogue: "prepare auto" stands first
 * and has the file prepared as ihop_project_unpack does for that choice; "apart f A B" goes to the file's "apart";
 * "host f/i ['5.3 ms' '1 ms']" to its "on_host", with what the device and the host are predicted to take.
 * FALSE: a step was refused, the diags say why, and nothing has changed but what "prepare" did. */
gboolean ihop_project_transform (IhopProject *project, const IhopProjectFile *file,
                                 const char *script, const char *script_name);

/* What ihop has done to a file as a script that does it again, of char *, a line each. Caller unrefs. */
GPtrArray *ihop_project_script (const IhopProjectFile *file);

/* What the loops that "plan" is about read from members of structs becomes local variables
 * (transform/storage/unpack.h), rows behind arrays of pointers are kept in blocks (transform/storage/flatten.h), so that
 * kernels can be given them. To be called before steps are looked for, under the same conditions as
 * ihop_project_advise. Files with steps of the owner's, other than marks, are left alone. */
void ihop_project_unpack (IhopProject *project, const IhopProjectFile *file,
                          const IhopPlanOptions *plan);

/* Text that was made of the file, with the names that its owner gave (owners_names). Caller frees. */
char *ihop_project_owners_text (const IhopProjectFile *file, const char *text);
/* Whether calls of the function, or of who calls it, have become the bodies of what they call. */
gboolean ihop_project_calls_less (const IhopProjectFile *file, const IhopFunction *function);

/* The automatic mode: searches steps that make what is found (plan->choose SCOP or AUTO) better and
 * takes them, as ihop_project_transform would; a note in the diags names them. Pointers into the
 * file's old tree and all facts are void then: let it look at all files before the first is
 * planned. Does nothing for TARGET. seconds of the processor for this file; 0: the effort's own. */
void ihop_project_advise (IhopProject *project, const IhopProjectFile *file,
                          const IhopPlanOptions *plan, IhopAdviseEffort effort, double seconds);

/* Steps that help a loop, tried and proved: of IhopRemedy *, best first, at most "most". Caller
 * unrefs. gpu: NULL is the default. */
GPtrArray *ihop_project_remedies (IhopProject *project, const IhopLoop *loop, const char *gpu,
                                  guint most);

typedef enum
{
  IHOP_PRODUCT_CUDA = 1 << 0,
  IHOP_PRODUCT_CPU = 1 << 1,
  IHOP_PRODUCT_JSON = 1 << 2,
  IHOP_PRODUCT_EMULATED = 1 << 3
} IhopProducts;

typedef struct
{
  IhopPlanOptions plan;
  IhopEmitOptions emit;
  IhopProducts products;
  IhopAdviseEffort effort; /* for those who call ihop_project_advise first … */
  double search_seconds;   /* … as this is */
  /* Called between planning and printing, or NULL: check/ plants its faults here. */
  void (*change_plan) (IhopPlan *plan, gpointer data);
  gpointer change_data;
} IhopGenerateOptions;

typedef struct
{
  const IhopProjectFile *file;
  IhopPlan *plan;
  IhopPlan *cpu_plan;  /* what NAME_cpu.c was printed from, where that is not "plan"; else NULL */
  IhopFacts *cpu_facts;
  IhopTree *cpu_tree;  /* that the search found for it alone; or NULL */
  IhopDiags *cpu_diags; /* told by "plan" already */
  GPtrArray *script;   /* of char *: ihop_project_script, which the plan names */
  GPtrArray *products; /* of IhopProduct *: "gemm.cu", "gemm_cpu.c", "gemm.json" … */
} IhopGenerated;

/* What the file asks for by its pragmas: "#pragma target" before "#pragma scop"; else everything. */
IhopChoose ihop_project_usual_choice (const IhopProjectFile *file);

/* Whether some function of some file has "#pragma WORD…". */
gboolean ihop_project_has_pragma (const IhopProject *project, const char *word);

/* Plans one file and prints what is asked for. NULL: the file has no tree. Refusals are in the
 * project's diags. The caller frees it, before the project. */
IhopGenerated *ihop_project_generate (IhopProject *project, const IhopProjectFile *file,
                                      const IhopGenerateOptions *options);
void ihop_generated_free (IhopGenerated *generated);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopGenerated, ihop_generated_free)
/* A product's file name and text are one. Takes both. */
IhopProduct *ihop_product_new (char *name, char *text);
void ihop_product_free (IhopProduct *product);
