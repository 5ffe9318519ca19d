/* A PTX module as a tree of plain structs: what the reader (read.h) makes and the lowering uses.
 *
 * The words are those of NVIDIA's "PTX ISA" manual: state spaces (chapter 5), operands (6),
 * instructions (9). Nothing here is interpreted: an instruction keeps its opcode and its dotted
 * modifiers as interned strings ("ld", "global", "f32"), so they are compared with ==.
 *
 * Ownership: everything belongs to the module and dies with it. Names are interned strings. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_PTX_SPACE_NONE, /* a generic address */
  IHOP_PTX_SPACE_REG,
  IHOP_PTX_SPACE_CONST,
  IHOP_PTX_SPACE_GLOBAL,
  IHOP_PTX_SPACE_LOCAL,
  IHOP_PTX_SPACE_PARAM,
  IHOP_PTX_SPACE_SHARED,
  IHOP_PTX_SPACE_OTHER /* texture references, samplers, surfaces */
} IhopPtxSpace;

/* 'p' predicate, 'b' untyped bits, 'u' and 's' integers, 'f' IEEE floating point (f16, f32, f64),
 * 'h' bfloat16, 't' references to textures, samplers and surfaces. */
typedef struct
{
  char kind;    /* 0: no type */
  guint8 bits;  /* of one element */
  guint8 lanes; /* 2 in f16x2 and its like, else 1 */
} IhopPtxType;

/* A place of an initial value that holds an address. */
typedef struct
{
  gsize at;           /* bytes from the start of the variable */
  const char *symbol; /* whose address */
  gint64 offset;      /* bytes added to it */
  gboolean generic;   /* "generic (x)": the generic address */
} IhopPtxRelocation;

typedef struct
{
  const char *name;
  IhopPtxSpace space;
  IhopPtxType type;
  gsize align;          /* bytes */
  gsize size;           /* bytes, all elements; 0 where the launch decides (extern shared) */
  gboolean is_extern;
  gboolean is_visible;  /* known to other modules and to the host */
  GByteArray *init;     /* size bytes, or NULL: zeros */
  GArray *relocations;  /* IhopPtxRelocation, or NULL */
} IhopPtxVariable;

typedef struct
{
  const char *name;
  IhopPtxType type;
} IhopPtxRegister;

typedef enum
{
  IHOP_PTX_REGISTER,
  IHOP_PTX_INTEGER,
  IHOP_PTX_FLOAT,   /* bits: those of a double */
  IHOP_PTX_FLOAT32, /* bits: those of a float */
  IHOP_PTX_SYMBOL,  /* a variable's address, a function, a label */
  IHOP_PTX_SPECIAL, /* %tid.x and its like: name with its dot */
  IHOP_PTX_LIST,    /* {a, b}, (a, b), and "p|q" */
  IHOP_PTX_ADDRESS, /* [base + offset]: item 0 is the base, if any; further items, coordinates */
  IHOP_PTX_SINK     /* _ */
} IhopPtxOperandKind;

typedef struct IhopPtxOperand
{
  IhopPtxOperandKind kind;
  guint reg;            /* REGISTER: index into the function's registers */
  gboolean is_negated;  /* "!%p" */
  guint64 bits;         /* INTEGER and the FLOATs */
  const char *name;     /* SYMBOL, SPECIAL */
  gint64 offset;        /* ADDRESS, SYMBOL: bytes */
  struct IhopPtxOperand *items;
  guint n_items;
} IhopPtxOperand;

enum { IHOP_PTX_PARTS = 16 };

typedef struct
{
  guint line;          /* in the PTX text, from 1 */
  guint file;          /* of the last .loc, 0: none; of another file's function the caller's */
  guint source_line;
  gint guard;          /* register, or -1 */
  gboolean is_guard_negated;
  const char *opcode;                 /* "ld" */
  const char *parts[IHOP_PTX_PARTS];  /* "global", "v4", "f32" */
  guint n_parts;
  IhopPtxOperand *operands;
  guint n_operands;
} IhopPtxInstruction;

typedef struct
{
  const char *name;
  guint at; /* index of the instruction that it stands before; n where it ends the function */
} IhopPtxLabel;

/* A list of labels for brx.idx. */
typedef struct
{
  const char *name;
  GPtrArray *labels; /* of interned names */
} IhopPtxTargets;

typedef struct
{
  const char *name;
  gboolean is_entry;
  gboolean is_visible;
  gboolean has_body;
  GArray *results;      /* IhopPtxVariable, in space param or reg */
  GArray *params;       /* IhopPtxVariable */
  GArray *variables;    /* IhopPtxVariable: shared, local, and param of calls */
  GArray *registers;    /* IhopPtxRegister */
  GArray *instructions; /* IhopPtxInstruction */
  GArray *labels;       /* IhopPtxLabel, by "at" */
  GArray *targets;      /* IhopPtxTargets */
  guint max_threads;    /* .maxntid, 0: not said */
  guint target;         /* 90 where its own text was made for sm_90, whatever the others were that it is linked with */
} IhopPtxFunction;

typedef struct
{
  guint version;      /* 90 for 9.0 */
  guint target;       /* 90 for sm_90 */
  GPtrArray *functions; /* IhopPtxFunction; a declaration is replaced by its definition */
  GArray *variables;    /* IhopPtxVariable: global, const, shared */
  GPtrArray *files;     /* by number of .file, const char *, may be NULL */
} IhopPtxModule;

void ihop_ptx_module_free (IhopPtxModule *module);
void ihop_ptx_function_free (IhopPtxFunction *function);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPtxFunction, ihop_ptx_function_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPtxModule, ihop_ptx_module_free)

/* NULL where there is none of this name. */
IhopPtxFunction *ihop_ptx_module_function (const IhopPtxModule *module, const char *name);
/* What a pointer to the function holds, never a place in memory; 0: there is none of this name. */
guint64 ihop_ptx_function_value (const IhopPtxModule *module, const char *name);
/* The other way round; NULL: it is none. */
const IhopPtxFunction *ihop_ptx_function_of_value (const IhopPtxModule *module, guint64 value);
const IhopPtxVariable *ihop_ptx_variable_find (const GArray *variables, const char *name);
const IhopPtxLabel *ihop_ptx_label_find (const IhopPtxFunction *function, const char *name);

/* Does it name this variable or function somewhere? */
gboolean ihop_ptx_function_mentions (const IhopPtxFunction *function, const char *name);
/* Does the instruction have this modifier? */
gboolean ihop_ptx_has (const IhopPtxInstruction *instruction, const char *part);
/* Its nth type from the left, as in cvt.f64.s32; kind 0 where there are fewer. */
IhopPtxType ihop_ptx_type (const IhopPtxInstruction *instruction, guint n);
IhopPtxSpace ihop_ptx_space (const IhopPtxInstruction *instruction);
/* Reads "u32", "f16x2", "pred"; FALSE where this names no type. */
gboolean ihop_ptx_type_parse (const char *name, IhopPtxType *type);
/* Bytes of one value in memory. */
guint ihop_ptx_type_size (IhopPtxType type);
