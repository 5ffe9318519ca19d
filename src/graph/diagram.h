/* A picture of a program as data: what its parts are, where in the source they come from, and, once
 * it is laid out, where in the picture they stand. The window, the page and the files that the command
 * line writes are all drawn from it.
 *
 * deps        statements of a nest and their dependences (analysis/nest/dependence_levels.h)
 * calls       who calls whom
 * flow        the control flow of a function, with the kernels and copies of a plan if there is one
 * iterations  the iteration space of up to three loops, point by point (analysis/nest/iteration_space.h)
 *
 * A diagram keeps no pointer into the tree or the facts: it may go to another thread and outlive
 * them. Lengths are points (1/72 inch); y runs downwards. */
#pragma once
#include "analysis/nest/iteration_space.h"
#include "gpugen/plan/plan.h"

typedef enum
{
  IHOP_DIAGRAM_DEPS,
  IHOP_DIAGRAM_CALLS,
  IHOP_DIAGRAM_FLOW,
  IHOP_DIAGRAM_ITERATIONS
} IhopDiagramKind;

typedef enum
{
  IHOP_DRAWN_STATEMENT,   /* deps; flow: statements that always run together */
  IHOP_DRAWN_CONDITION,   /* flow: a branch */
  IHOP_DRAWN_ENTRY,
  IHOP_DRAWN_EXIT,
  IHOP_DRAWN_KERNEL,      /* flow: a launch */
  IHOP_DRAWN_COPY_IN,     /* flow: host to device */
  IHOP_DRAWN_COPY_OUT,
  IHOP_DRAWN_FUNCTION,
  IHOP_DRAWN_STRANGER,    /* calls: no body here */
  IHOP_DRAWN_POINT,       /* iterations: of the innermost loop */
  IHOP_DRAWN_BETWEEN,     /* iterations: what stands between the loops */
  IHOP_DRAWN_FOLDED       /* a group of which only this is shown */
} IhopDrawnKind;

typedef enum
{
  IHOP_EDGE_FLOW, IHOP_EDGE_ANTI, IHOP_EDGE_OUTPUT, /* as IhopDependenceKind */
  IHOP_EDGE_CALL,
  IHOP_EDGE_NEXT,         /* control goes there */
  IHOP_EDGE_TRUE,
  IHOP_EDGE_FALSE
} IhopEdgeKind;

typedef struct
{
  double x, y;
} IhopSpot;

typedef struct
{
  IhopDrawnKind kind;
  char *name;              /* short: "S1", "main", "(1, 2)" */
  char *label;             /* what is written into it, lines parted by \n; NULL: nothing */
  IhopMessage *words;      /* what a line of the label says in words, which is another in another language; or NULL: all is code … */
  guint word_line;         /* … which line, from 0 */
  IhopMessage *detail;     /* a sentence more; or NULL */
  char *file;              /* as the user named it, or NULL */
  guint first_line, last_line; /* of the source; 0: none */
  int group;               /* index of the innermost group it stands in; -1: none */
  char *folds;             /* FOLDED: the key of its group (ihop_drawn_group_key); else NULL */
  int verdict;             /* FOLDED: its group's */
  char *inside;            /* FOLDED: what is written into its parts, to be searched; else NULL */
  double x, y, width, height; /* the middle, and the size; the size is known before the layout */
  gint64 at[IHOP_INSTANCE_DIMS]; /* iterations: values of the iterators … */
  guint depth;             /* … so many of them; 0 in other diagrams */
  gboolean is_after;
  guint order, front, round; /* iterations: from 0 */
} IhopDrawn;

typedef struct
{
  guint from, to;          /* indices of nodes */
  IhopEdgeKind kind;
  char *label;             /* "A (1, 0)"; or NULL */
  IhopMessage *words;      /* the label, if it is words ("yes"), which are others in another language; or NULL */
  IhopMessage *detail;     /* a sentence more; or NULL */
  char *variable, *vector; /* dependences: "A", "(1, 0)"; or NULL */
  char *carrier;           /* dependences: address of the loop that carries it; NULL: none */
  guint level;             /* its number from outside; 0: within one iteration */
  guint from_line, to_line; /* of the references or calls; 0: none */
  guint count;             /* how many it stands for */
  gboolean is_exact;       /* FALSE: it may exist */
  IhopLevelStanding standing;
  gboolean is_back;        /* flow: back to a loop's head */
  gboolean is_witness;
  gboolean is_backwards;   /* iterations that are being changed: it would run against time */
  GArray *path;            /* of IhopSpot: start, then three a Bézier piece; empty before the layout */
  double label_x, label_y; /* its middle */
} IhopEdge;

typedef struct
{
  char *label;             /* "for i: parallel" */
  char *address;           /* of a loop, or NULL */
  char *file;
  guint first_line, last_line;
  int parent;              /* index, or -1 */
  int verdict;             /* an IhopVerdict, or -1 */
  double x, y, width, height; /* the middle, and the size */
} IhopDrawnGroup;

typedef struct
{
  char *iterator;
  char *address;           /* of the loop; or NULL */
  gint64 low, high, step;
  int verdict;
  gboolean is_cut;
} IhopDrawnAxis;

typedef struct
{
  IhopDiagramKind kind;
  char *title;
  GPtrArray *notes;        /* of IhopMessage *: sentences that belong under the picture */
  GPtrArray *nodes;        /* of IhopDrawn * */
  GPtrArray *edges;        /* of IhopEdge * */
  GPtrArray *groups;       /* of IhopDrawnGroup *, outer ones first */
  guint n_axes;            /* iterations */
  IhopDrawnAxis axes[IHOP_INSTANCE_DIMS];
  guint n_fronts, n_rounds;
  gboolean is_laid_out;
  double width, height;
} IhopDiagram;

IhopDiagram *ihop_diagram_new (IhopDiagramKind kind, const char *title);
void ihop_diagram_free (IhopDiagram *diagram);
/* For another thread that reads it: nobody changes it from now on, and each side frees it. */
const IhopDiagram *ihop_diagram_share (const IhopDiagram *diagram);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopDiagram, ihop_diagram_free)
/* Nodes, edges and groups with nothing in them, owned by the diagram. */
IhopDrawn *ihop_diagram_add_node (IhopDiagram *diagram, IhopDrawnKind kind);
IhopEdge *ihop_diagram_add_edge (IhopDiagram *diagram, guint from, guint to, IhopEdgeKind kind);
IhopDrawnGroup *ihop_diagram_add_group (IhopDiagram *diagram, int parent);
/* Adds a note, once. Takes message. */
void ihop_diagram_note_message (IhopDiagram *diagram, IhopMessage *message);
#define ihop_diagram_note(diagram, ...) ihop_diagram_note_message (diagram, ihop_message (__VA_ARGS__))
void ihop_drawn_free (gpointer node);
void ihop_edge_free (gpointer edge);
void ihop_drawn_group_free (gpointer group);
/* "statement", "flow" … as in the JSON. */
const char *ihop_diagram_kind_name (IhopDiagramKind kind);
const char *ihop_drawn_kind_name (IhopDrawnKind kind);
const char *ihop_edge_kind_name (IhopEdgeKind kind);
const char *ihop_standing_name (IhopLevelStanding standing);

/* ---- making them: one file each ---- */

/* Adds the nest whose outermost loop is root. */
void ihop_diagram_add_deps (IhopDiagram *diagram, IhopFacts *facts, const IhopTree *tree,
                            const IhopLoop *root);
/* Every function with a body here; function: those that it reaches, and who calls it. */
void ihop_diagram_add_calls (IhopDiagram *diagram, IhopFacts *facts, const IhopFunction *function);
/* plan may be NULL. */
void ihop_diagram_add_flow (IhopDiagram *diagram, IhopFacts *facts, const IhopTree *tree,
                            const IhopFunction *function, const IhopPlan *plan);
/* Laid out at once. Takes nothing. */
void ihop_diagram_add_points (IhopDiagram *diagram, const IhopInstances *instances,
                              const IhopTree *tree);

/* Where iterations that lie "at" steps from the first ones stand, one number an axis. */
void ihop_diagram_spot (const IhopDiagram *diagram, const double *at, double *x, double *y);

/* Where the name of an axis begins. */
void ihop_diagram_axis_title (const IhopDiagram *diagram, guint k, double *x, double *y);

/* ---- changing an iteration space (change.c) ---- */

typedef enum
{
  IHOP_CHANGE_NONE,
  IHOP_CHANGE_INTERCHANGE,
  IHOP_CHANGE_SKEW,        /* by: how far the second outer iteration moves; not 0 */
  IHOP_CHANGE_TILE         /* by: iterations of each of both loops in a tile */
} IhopChangeKind;

/* Of an axis and the one inside it. */
typedef struct
{
  IhopChangeKind kind;
  guint outer;             /* number of the axis */
  gint64 by;
} IhopSpaceChange;

/* The step that does it, as scripts have it. NULL: none does, or nothing changes. Caller frees. */
char *ihop_space_change_step (const IhopDiagram *diagram, const IhopSpaceChange *change);
/* The same points and arrows where that step would put them, numbered in its order, and how many of these arrows would run
 * backwards (is_backwards). It shows what few points say; whether the step is legal, only the judge knows. The caller frees
 * it. */
IhopDiagram *ihop_space_change_show (const IhopDiagram *diagram, const IhopSpaceChange *change, guint *n_backwards);

/* ---- laying out (Graphviz) ---- */

enum { IHOP_DIAGRAM_MOST = 500 }; /* nodes that "dot" lays out in about a second */

/* Groups become one node each, the deepest first, until at most "most" nodes are left; notes say
 * what was put together or left out. */
void ihop_diagram_fold (IhopDiagram *diagram, guint most);
/* The same, but nothing is left out: there may be more nodes in the end. */
void ihop_diagram_fold_loops (IhopDiagram *diagram, guint most);
/* Groups with these keys become one node each, an outer one with all that is in it. */
void ihop_diagram_fold_chosen (IhopDiagram *diagram, const char *const *keys);
/* What a group is called in each diagram of the same text: its loop's address, or its label and line. Caller frees. */
char *ihop_drawn_group_key (const IhopDrawnGroup *group);
/* Leaves out what is more than so many edges away from what stands in these lines, if anything does; a note says it. */
void ihop_diagram_keep_near (IhopDiagram *diagram, const char *file, guint first, guint last, guint steps);
/* Runs Graphviz in a process of its own, for at most "seconds" of the processor (0: 10). Folds
 * first, and again harder if that was too long. May be called on any thread. FALSE: error says
 * why (G_IO_ERROR_NOT_FOUND: there is no "dot"; G_IO_ERROR_CANCELLED). */
gboolean ihop_diagram_layout (IhopDiagram *diagram, double seconds, GCancellable *cancellable,
                              GError **error);

/* ---- writing; all but dot and JSON want a layout ---- */

char *ihop_diagram_to_dot (const IhopDiagram *diagram);
char *ihop_diagram_to_json (const IhopDiagram *diagram);
char *ihop_diagram_to_svg (const IhopDiagram *diagram);

/* How the window wants it: as large as the diagram, with nothing around and nothing behind it. Parts can be told apart by
 * ids (n0 …, e0 …) in a style sheet. */
typedef struct
{
  gboolean is_dark;
  gboolean by_round;       /* points have their rounds' colours, not their fronts' */
  const char *(*word) (const char *english); /* translates "parallel" … */
  char *(*say) (const IhopMessage *message);
} IhopSvgLook;
char *ihop_diagram_to_svg_bare (const IhopDiagram *diagram, const IhopSvgLook *look);

/* An SVG that is drawn time and again. On one thread at a time. */
typedef struct _IhopPicture IhopPicture;
typedef struct _cairo cairo_t; /* cairo.h */
/* NULL: error says why. */
IhopPicture *ihop_picture_new (const char *svg, GError **error);
void ihop_picture_free (IhopPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPicture, ihop_picture_free)
/* CSS over the picture's own, from now on; what is to win over that is important. */
void ihop_picture_style (IhopPicture *picture, const char *css);
/* In the picture's own coordinates. */
void ihop_picture_draw (IhopPicture *picture, cairo_t *cr);

typedef enum { IHOP_PICTURE_PNG, IHOP_PICTURE_PDF } IhopPictureFormat;
/* NULL: error says why. */
GBytes *ihop_diagram_to_picture (const IhopDiagram *diagram, IhopPictureFormat format,
                                 GError **error);
/* By the name's ending: ".dot", ".json", ".svg", ".png" or ".pdf". NULL: error says why
 * (G_IO_ERROR_NOT_SUPPORTED: another ending). */
GBytes *ihop_diagram_to_file_format (const IhopDiagram *diagram, const char *name, GError **error);
gboolean ihop_diagram_needs_layout (const char *name);

/* Colours that all drawings share, "#rrggbb". */
const char *ihop_edge_color (const IhopEdge *edge);
const char *ihop_drawn_fill (const IhopDrawn *node);
/* Of n rounds or fronts the k-th. Caller frees. */
char *ihop_front_color (guint k, guint n);
