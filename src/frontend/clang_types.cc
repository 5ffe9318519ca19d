/* Types. Those that the owner wrote down come from TypeLocs, which know the extents of arrays as
 * written; all others from QualTypes, which only know their values. */
#include "clang_reader.h"
#include "clang_walk.h"

using namespace clang;

namespace ihop {

bool
mentions_expression (QualType type)
{
  while (!type.isNull ())
    {
      const Type *bare = type.getTypePtr ();
      if (isa<TypeOfExprType> (bare))
        return true;
      if (auto *pointer = dyn_cast<PointerType> (bare))
        type = pointer->getPointeeType ();
      else if (auto *array = dyn_cast<ArrayType> (bare))
        type = array->getElementType ();
      else if (isa<TypedefType> (bare))
        return false;
      else if (type->getLocallyUnqualifiedSingleStepDesugaredType ().getTypePtr () != bare)
        type = type->getLocallyUnqualifiedSingleStepDesugaredType ();
      else
        return false;
    }
  return false;
}

static IhopQualifiers
qualifiers_of (QualType type)
{
  unsigned all = 0;

  if (type.isLocalConstQualified ())
    all |= IHOP_CONST;
  if (type.isLocalVolatileQualified ())
    all |= IHOP_VOLATILE;
  if (type.isLocalRestrictQualified ())
    all |= IHOP_RESTRICT;
  return static_cast<IhopQualifiers> (all);
}

static IhopQualifiers
operator| (IhopQualifiers a, IhopQualifiers b)
{
  return static_cast<IhopQualifiers> (unsigned (a) | unsigned (b));
}

IhopType *
Reader::type_new (IhopTypeKind kind, QualType type)
{
  auto *made = static_cast<IhopType *> (ihop_pool_alloc (pool, sizeof (IhopType)));

  made->kind = kind;
  made->qualifiers = qualifiers_of (type);
  /* A placeholder is the type of "__builtin_trap" before it is called: asking its size crashes. */
  if (!type->isIncompleteType () && !type->isFunctionType () && !type->isDependentType ()
      && !type->isPlaceholderType ())
    {
      if (type->isConstantSizeType ())
        made->size = ast.getTypeSizeInChars (type).getQuantity ();
      made->align = ast.getTypeAlignInChars (type).getQuantity ();
    }
  return made;
}

/* The same type with more qualifiers on its outside. */
const IhopType *
Reader::type_qualified (const IhopType *type, QualType with)
{
  IhopQualifiers more = qualifiers_of (with);

  if ((type->qualifiers | more) == type->qualifiers)
    return type;
  auto *copy = static_cast<IhopType *> (ihop_pool_alloc (pool, sizeof (IhopType)));
  *copy = *type;
  copy->qualifiers = type->qualifiers | more;
  return copy;
}

const IhopType *
Reader::type_of (QualType type)
{
  void *key = type.getAsOpaquePtr ();
  auto found = types.find (key);
  if (found != types.end ())
    return found->second;
  const IhopType *made = type_build (type);
  types[key] = made;
  return made;
}

const IhopType *
Reader::type_builtin (QualType type)
{
  PrintingPolicy policy (lang);
  QualType plain = type.getLocalUnqualifiedType ();
  IhopTypeKind kind = IHOP_TYPE_OTHER;

  if (type->isVoidType ())
    kind = IHOP_TYPE_VOID;
  else if (type->isAnyComplexType ())
    kind = IHOP_TYPE_COMPLEX;
  else if (type->isIntegerType () && !type->isVectorType ())
    kind = IHOP_TYPE_INTEGER;
  else if (type->isRealFloatingType ())
    kind = IHOP_TYPE_FLOATING;
  IhopType *made = type_new (kind, type);
  made->name = keep (plain.getAsString (policy));
  made->is_signed = kind == IHOP_TYPE_INTEGER && type->isSignedIntegerType ();
  return made;
}

/* In "double A[10][n]" Clang calls both extents variable; the first is known all the same. */
void
Reader::set_count (IhopType *array, QualType type)
{
  if (auto *constant = ast.getAsConstantArrayType (type))
    {
      array->has_count = TRUE;
      array->count = constant->getSize ().getZExtValue ();
    }
  else if (array->count_expr && (array->count_expr->flags & IHOP_NODE_CONSTANT))
    {
      array->has_count = TRUE;
      array->count = array->count_expr->integer;
    }
  else if (auto *variable = ast.getAsVariableArrayType (type))
    fold_count (array, variable->getSizeExpr ());
}

/* "const int n = 8; double a[n];": C++ and every compiler of C know that these are eight. */
void
Reader::fold_count (IhopType *array, const Expr *extent)
{
  Expr::EvalResult result;

  if (extent == nullptr || !extent->EvaluateAsInt (result, ast, Expr::SE_NoSideEffects) || result.Val.getInt () <= 0
      || result.Val.getInt () > G_MAXINT32 || array->target->size == 0)
    return;
  array->has_count = array->is_folded = TRUE;
  array->count = result.Val.getInt ().getZExtValue ();
  array->size = array->count * array->target->size;
  array->count_expr = nullptr;
}

/* Names of constants that a function declares for itself. */
class OwnConstants : public Walk
{
public:
  bool found = false;

  bool
  on_stmt (const Stmt *stmt) override
  {
    const auto *expr = dyn_cast<DeclRefExpr> (stmt);

    found |= expr && isa<EnumConstantDecl> (expr->getDecl ()) && expr->getDecl ()->getParentFunctionOrMethod ();
    return !found;
  }
};

/* "enum { N = 8 }; double a[N];" inside of a function: kernels, which stand outside of it, are told the number. */
static void
fold_own_constants (IhopType *array, ArrayTypeLoc loc)
{
  OwnConstants own;

  own.over (loc);
  if (!own.found || !array->has_count)
    return;
  array->is_folded = TRUE;
  array->count_expr = nullptr;
}

/* Qualifiers of an array are those of its elements. Clang keeps them on either. */
const IhopType *
Reader::type_array (const ArrayType *array, QualType type)
{
  IhopType *made = type_new (IHOP_TYPE_ARRAY, type);

  made->qualifiers = qualifiers_of (QualType (array, array->getIndexTypeCVRQualifiers ()));
  made->target = type_qualified (type_of (array->getElementType ()), type);
  if (auto *variable = dyn_cast<VariableArrayType> (array))
    made->count_expr = expression_or_null (variable->getSizeExpr ());
  set_count (made, type);
  return made;
}

const IhopType *
Reader::type_array (ArrayTypeLoc loc, QualType type)
{
  IhopType *made = type_new (IHOP_TYPE_ARRAY, type);

  made->qualifiers
    = qualifiers_of (QualType (loc.getTypePtr (), loc.getTypePtr ()->getIndexTypeCVRQualifiers ()));
  made->target = type_qualified (type_of (loc.getElementLoc ()), type);
  made->count_expr = expression_or_null (loc.getSizeExpr ());
  set_count (made, type);
  fold_own_constants (made, loc);
  return made;
}

const IhopType *
Reader::type_function (const FunctionType *function, QualType type)
{
  IhopType *made = type_new (IHOP_TYPE_FUNCTION, type);
  auto *prototype = dyn_cast<FunctionProtoType> (function);

  made->target = type_of (function->getReturnType ());
  made->has_prototype = prototype != nullptr;
  if (prototype == nullptr)
    return made;
  made->is_variadic = prototype->isVariadic ();
  made->n_params = prototype->getNumParams ();
  made->params
    = static_cast<const IhopType **> (ihop_pool_alloc (pool, made->n_params * sizeof (void *)));
  for (unsigned i = 0; i < made->n_params; i++)
    made->params[i] = type_of (prototype->getParamType (i));
  return made;
}

const IhopType *
Reader::type_function (FunctionTypeLoc loc, QualType type)
{
  IhopType *made = type_new (IHOP_TYPE_FUNCTION, type);
  auto *prototype = dyn_cast<FunctionProtoType> (loc.getTypePtr ());

  made->target = type_of (loc.getReturnLoc ());
  made->has_prototype = prototype != nullptr;
  made->is_variadic = prototype && prototype->isVariadic ();
  made->n_params = prototype ? loc.getNumParams () : 0;
  made->params
    = static_cast<const IhopType **> (ihop_pool_alloc (pool, made->n_params * sizeof (void *)));
  for (unsigned i = 0; i < made->n_params; i++)
    if (const ParmVarDecl *param = loc.getParam (i))
      made->params[i] = type_decayed (type_of (param->getTypeSourceInfo (), param->getOriginalType ()),
                                      param->getType ());
    else
      made->params[i] = type_of (prototype->getParamType (i));
  return made;
}

const IhopType *
Reader::type_named (const TypedefType *named)
{
  const TypedefNameDecl *decl = named->getDecl ();
  IhopType *&made = names[decl];

  if (made)
    return made;
  IhopType *fresh = type_new (IHOP_TYPE_NAMED, QualType (named, 0));
  fresh->name = keep (decl->getName ());
  fresh->is_local = decl->getParentFunctionOrMethod () != nullptr;
  fresh->may_alias = decl->hasAttr<MayAliasAttr> ();
  made = fresh; /* before the target: a struct may point to itself through its typedef */
  fresh->target = type_of (decl->getTypeSourceInfo (), decl->getUnderlyingType ());
  fresh->is_signed = fresh->target->is_signed;
  return fresh;
}

void
Reader::fill_record (IhopType *record, const RecordDecl *decl)
{
  unsigned i = 0;

  for (auto *field : decl->fields ())
    (void) field, i++;
  record->n_fields = i;
  record->fields = static_cast<IhopSymbol **> (
    ihop_pool_alloc (pool, std::max (i, 1U) * sizeof (IhopSymbol *)));
  i = 0;
  for (auto *field : decl->fields ())
    record->fields[i++] = symbol_of (field);
}

/* The type is entered before its fields are read, as these may point to it. Copies of it with
 * qualifiers share the array of fields, which is there from the start. */
const IhopType *
Reader::type_tag (const TagDecl *tag, QualType type)
{
  const TagDecl *key = tag->getCanonicalDecl ();
  auto found = tags.find (key);
  if (found != tags.end ())
    return found->second;
  QualType plain = type.getLocalUnqualifiedType ();
  IhopType *made = type_new (isa<EnumDecl> (tag) ? IHOP_TYPE_ENUM : IHOP_TYPE_RECORD, plain);
  tags[key] = made;
  made->is_local = tag->getParentFunctionOrMethod () != nullptr;
  if (isa<ClassTemplateSpecializationDecl> (tag))
    made->name = keep (tag->getKindName ().str () + " " + plain.getCanonicalType ().getAsString (ast.getPrintingPolicy ()));
  else if (tag->getIdentifier ())
    made->name = keep ((tag->getKindName () + " " + tag->getName ()).str ());
  if (auto *enumeration = dyn_cast<EnumDecl> (tag))
    {
      QualType integer = enumeration->getIntegerType ();
      made->target = type_of (integer.isNull () ? ast.UnsignedIntTy : integer);
      made->is_signed = made->target->is_signed;
      return made;
    }
  made->is_union = tag->isUnion ();
  made->may_alias = tag->hasAttr<MayAliasAttr> ();
  if (auto *definition = cast<RecordDecl> (tag)->getDefinition ())
    fill_record (made, definition);
  return made;
}

/* One step down; what has no meaning of its own for us (parentheses, attributes, typeof) is
 * stepped over. */
const IhopType *
Reader::type_build (QualType type)
{
  const Type *bare = type.getTypePtr ();

  if (auto *array = dyn_cast<ArrayType> (bare))
    return type_array (array, type);
  if (auto *function = dyn_cast<FunctionType> (bare))
    return type_function (function, type);
  if (auto *pointer = dyn_cast<PointerType> (bare))
    {
      IhopType *made = type_new (IHOP_TYPE_POINTER, type);
      made->target = type_of (pointer->getPointeeType ());
      return made;
    }
  if (auto *reference = dyn_cast<ReferenceType> (bare)) /* see clang_objects.cc */
    return type_of (ast.getPointerType (reference->getPointeeType ()));
  if (auto *named = dyn_cast<TypedefType> (bare))
    return type_qualified (type_named (named), type);
  if (auto *tag = dyn_cast<TagType> (bare))
    return type_qualified (type_tag (tag->getDecl (), type), type);
  if (isa<BuiltinType, ComplexType> (bare))
    return type_builtin (type);
  QualType inner = type.getSingleStepDesugaredType (ast);
  if (inner.getTypePtr () != bare)
    return type_of (inner);
  return type_builtin (type);
}

const IhopType *
Reader::type_of (TypeLoc loc)
{
  QualType type = loc.getType ();

  if (auto qualified = loc.getAs<QualifiedTypeLoc> ())
    return type_qualified (type_of (qualified.getUnqualifiedLoc ()), type);
  if (auto array = loc.getAs<ArrayTypeLoc> ())
    return type_array (array, type);
  if (auto function = loc.getAs<FunctionTypeLoc> ())
    return type_function (function, type);
  if (auto pointer = loc.getAs<PointerTypeLoc> ())
    {
      IhopType *made = type_new (IHOP_TYPE_POINTER, type);
      made->target = type_of (pointer.getPointeeLoc ());
      return made;
    }
  if (auto paren = loc.getAs<ParenTypeLoc> ())
    return type_of (paren.getInnerLoc ());
  if (auto adjusted = loc.getAs<AdjustedTypeLoc> ())
    return type_of (adjusted.getOriginalLoc ());
  if (auto attributed = loc.getAs<AttributedTypeLoc> ())
    return type_of (attributed.getModifiedLoc ());
  return type_of (type);
}

const IhopType *
Reader::type_of (const TypeSourceInfo *info, QualType type)
{
  /* "__auto_type x = …" has no type of its own as it is written. */
  return info && !info->getType ()->isUndeducedType () ? type_of (info->getTypeLoc ()) : type_of (type);
}

/* What a parameter of this type really is: "double A[N][M]" is a pointer to double[M]. */
const IhopType *
Reader::type_decayed (const IhopType *declared, QualType type)
{
  const IhopType *bare = ihop_type_strip (declared);

  if (bare->kind != IHOP_TYPE_ARRAY && bare->kind != IHOP_TYPE_FUNCTION)
    return declared;
  IhopType *pointer = type_new (IHOP_TYPE_POINTER, type);
  pointer->target = bare->kind == IHOP_TYPE_ARRAY ? bare->target : declared;
  if (bare->kind == IHOP_TYPE_ARRAY)
    pointer->qualifiers = pointer->qualifiers | bare->qualifiers;
  return pointer;
}

} // namespace ihop
