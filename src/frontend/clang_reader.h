/* What the C++ files of the front end share: the Reader that turns Clang's AST into our tree.
 * One Reader lives for one parse. Everything it makes is owned by the tree's pool. */
#pragma once
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

#include "frontend/clang_message.h"
extern "C" {
#include "frontend/frontend.h"
}

namespace ihop {

/* A "#pragma" or _Pragma that took effect, in any file that is not a system header. */
struct Pragma
{
  clang::SourceLocation loc;   /* of "#" or of _Pragma */
  clang::SourceLocation end;   /* where its bytes end; invalid: it has none of its own */
  std::string words;
  bool claimed = false;        /* it has become a node */
};

/* A preprocessor line of the main file, before there is a tree. */
struct Line
{
  IhopDirectiveKind kind;
  unsigned begin, end;
  std::string name;
};

/* What the preprocessor saw; filled by the callbacks of clang_directives.cc. */
struct Directives
{
  std::vector<Pragma> pragmas; /* in the order of the translation unit */
  std::vector<Line> lines;
  std::vector<clang::SourceRange> skipped; /* regions that #if took out */
  std::vector<clang::SourceRange> empty;   /* calls of macros that expand to nothing */
  /* Where calls of macros start that paste or quote: the bytes of their arguments mean more than
   * the nodes made of them, so they are not the nodes' bytes. */
  llvm::DenseSet<clang::SourceLocation> pasting;
  std::vector<clang::SourceRange> pasted_calls; /* the same whole, of macros of the owner's */
  bool asks_openmp = false; /* the macro _OPENMP was looked at */
  bool asks_language = false; /* so was one that C++ has and C has not, or the other way round … */
  bool may_ask_language = false; /* … by the #if whose region is to come */
  std::vector<IhopLineUse> line_uses;
  clang::Preprocessor *preprocessor = nullptr; /* while the file is read */
};

/* A word of the main file's, and where it stands. */
struct Identifier
{
  llvm::StringRef name;
  unsigned offset;
};

/* Whether the type says "typeof (expression)", which we only know the answer of. */
bool mentions_expression (clang::QualType type);

class Reader
{
public:
  Reader (clang::ASTContext &context, IhopTree *new_tree, IhopDiags *messages,
          Directives &directives);
  void read ();
  void read_device (); /* clang_device.cc */

private:
  clang::ASTContext &ast;
  clang::SourceManager &sources;
  const clang::LangOptions &lang;
  IhopTree *tree;
  IhopPool *pool;
  IhopDiags *diags;
  Directives &seen;

  /* clang_ranges.cc */
  llvm::DenseMap<clang::FileID, IhopSource *> files;
  unsigned no_ranges = 0; /* > 0: inside something whose bytes are not the parts' bytes */
  IhopSource *source_of (clang::FileID file);
  void note_mask (IhopSymbol *symbol, const clang::NamedDecl *decl, clang::SourceLocation place);
  IhopRange chars (clang::CharSourceRange range);
  IhopRange range_of (clang::SourceLocation begin, clang::SourceLocation end);
  IhopRange place_of (clang::SourceLocation begin, clang::SourceLocation end);
  bool pastes (clang::SourceLocation loc, IhopRange range);
  void set_place (IhopNode *node, clang::SourceLocation begin, clang::SourceLocation end);
  clang::SourceLocation semicolon_after (clang::SourceLocation end);
  clang::SourceLocation semicolon_in_macro (clang::SourceLocation end);
  const char *keep (llvm::StringRef text);
  std::string spelling (clang::SourceLocation loc);

  /* clang_types.cc */
  llvm::DenseMap<void *, const IhopType *> types;
  llvm::DenseMap<const clang::TagDecl *, IhopType *> tags;
  llvm::DenseMap<const clang::TypedefNameDecl *, IhopType *> names;
  IhopType *type_new (IhopTypeKind kind, clang::QualType type);
  const IhopType *type_of (clang::QualType type);
  const IhopType *type_of (clang::TypeLoc loc);
  const IhopType *type_of (const clang::TypeSourceInfo *info, clang::QualType type);
  const IhopType *type_build (clang::QualType type);
  const IhopType *type_builtin (clang::QualType type);
  const IhopType *type_array (const clang::ArrayType *array, clang::QualType type);
  const IhopType *type_array (clang::ArrayTypeLoc loc, clang::QualType type);
  const IhopType *type_function (const clang::FunctionType *function, clang::QualType type);
  const IhopType *type_function (clang::FunctionTypeLoc loc, clang::QualType type);
  const IhopType *type_named (const clang::TypedefType *named);
  const IhopType *type_tag (const clang::TagDecl *tag, clang::QualType type);
  void fill_record (IhopType *record, const clang::RecordDecl *decl);
  const IhopType *type_qualified (const IhopType *type, clang::QualType with);
  const IhopType *type_decayed (const IhopType *declared, clang::QualType type);
  void set_count (IhopType *array, clang::QualType type);
  void fold_count (IhopType *array, const clang::Expr *extent);

  /* clang_symbols.cc */
  llvm::DenseMap<const clang::Decl *, IhopSymbol *> symbols;
  IhopSymbol *symbol_new (IhopSymbolKind kind, const clang::NamedDecl *decl);
  IhopSymbol *symbol_of (const clang::NamedDecl *decl);
  llvm::StringSet<> other_names; /* of memory that some variable is a second name for */
  llvm::DenseSet<const IhopSymbol *> globals; /* those that the tree lists */
  void find_other_names ();
  void note_link_name (IhopSymbol *symbol, const clang::VarDecl *decl);
  void fill_variable (IhopSymbol *symbol, const clang::VarDecl *decl);
  void fill_field (IhopSymbol *symbol, const clang::FieldDecl *decl);
  void fill_function (IhopSymbol *symbol, const clang::FunctionDecl *decl);
  void fill_enumerator (IhopSymbol *symbol, const clang::EnumConstantDecl *decl);
  bool is_system (clang::SourceLocation loc);
  bool is_main (clang::SourceLocation loc);
  bool is_owners_folder (llvm::StringRef path);
  bool is_library (const clang::NamedDecl *decl);
  void read_function (const clang::FunctionDecl *decl);
  void read_global (const clang::VarDecl *decl);
  void read_declaration (const clang::Decl *decl);
  bool is_inside_declaration (unsigned offset);
  void read_lines ();
  void read_skipped ();

  /* clang_device.cc */
  void note_space (IhopSymbol *symbol, const clang::VarDecl *decl);
  void note_kernel (IhopSymbol *symbol, const clang::FunctionDecl *decl);
  void read_device_function (const clang::FunctionDecl *decl);
  void read_device_in (const clang::DeclContext *declarations);
  void read_launches ();

  /* clang_objects.cc */
  llvm::DenseMap<const clang::Decl *, IhopSymbol *> objects; /* "this" of each function of an object */
  const IhopNode *address_of (const clang::Expr *expr, clang::QualType pointee);
  const IhopNode *followed (const IhopNode *pointer, const clang::Expr *expr);
  const IhopNode *empty_value (const clang::Expr *expr);
  bool takes_address (const clang::FunctionDecl *callee, clang::QualType type);
  const IhopNode *argument (const clang::FunctionDecl *callee, unsigned i, const clang::Expr *expr);
  const IhopNode *result_of (IhopNode *call, const clang::CallExpr *expr);
  const IhopNode *method_call (const clang::CallExpr *expr, const clang::CXXMethodDecl *method);
  const IhopNode *own_call (const clang::CallExpr *expr);
  const IhopNode *construction (const clang::CXXConstructExpr *expr);
  IhopSymbol *object_of (const clang::CXXMethodDecl *method);
  const IhopNode *this_object (const clang::CXXThisExpr *expr);
  const IhopNode *initialization (const clang::CXXConstructorDecl *made, const clang::CXXCtorInitializer *initializer);
  const IhopNode *body_of (const clang::FunctionDecl *decl);

  /* clang_names.cc, clang_inner.cc */
  std::vector<Identifier> main_identifiers; /* but for file names, words of pragmas, and what #if takes out */
  bool has_identifiers = false;
  const std::vector<Identifier> &identifiers ();
  const char *why_it_clashes (const clang::IdentifierInfo *name, const clang::NamedDecl **decl);
  bool headers_say (llvm::StringRef word);
  void add_clash (const clang::IdentifierInfo *name, const std::vector<gsize> &places, const clang::NamedDecl *decl,
                  const char *why);
  void note_clashes ();
  void note_heap ();
  bool is_named_outside (const clang::TagDecl *tag, IhopRange around);
  void add_inner_type (const clang::TagDecl *tag, gsize before);
  void note_inner_of (const clang::RecordDecl *record, IhopRange around, gsize before);
  void note_inner_types ();

  /* clang_measures.cc */
  void note_measures (const clang::Decl *decl);

  /* clang_locals.cc */
  const clang::FunctionDecl *reading = nullptr; /* the function whose body is being read */
  llvm::StringMap<unsigned> local_names;        /* how often it declares each name */
  llvm::StringMap<const clang::FunctionDecl *> moved_names; /* whose types are to stand in front of it */
  llvm::StringSet<> local_tags;
  void note_local_types (const clang::DeclStmt *stmt, const IhopNode *node);
  const char *why_it_stays (const clang::NamedDecl *decl);
  void add_local_type (const clang::NamedDecl *decl, IhopRange range, const char *instead);
  void add_skipped (clang::SourceLocation begin, clang::SourceLocation end, bool line);

  /* clang_attributes.cc */
  bool has_other_names (const clang::VarDecl *decl);
  bool is_replaceable (const clang::FunctionDecl *decl);
  const char *attributes_text (const clang::VarDecl *decl);

  /* clang_cleanup.cc */
  std::vector<const clang::VarDecl *> cleanups; /* variables in whose scope we are, the innermost last */
  size_t break_floor = 0, continue_floor = 0;   /* how many of them are around what these leave */
  bool gives_value = false;                     /* the next block is that of "({ … })" */
  IhopNode *named (const clang::ValueDecl *decl, IhopRange place);
  const IhopNode *cleanup (const clang::VarDecl *decl);
  void add_cleanups (size_t floor, std::vector<const IhopNode *> &list);
  void add_lengths (std::vector<const IhopNode *> &list);
  const IhopNode *leaving (const IhopNode *jump, size_t floor);
  const IhopNode *closing (const IhopNode *statement, size_t floor);
  void close_block (size_t floor, bool gives_value, std::vector<const IhopNode *> &list);

  /* clang_stmt.cc */
  unsigned depth = 0;
  bool told_depth = false;
  clang::SourceLocation last_end; /* of the statement read last, its ";" included */
  const IhopNode *statement (const clang::Stmt *stmt);
  const IhopNode *substatement (const clang::Stmt *stmt, clang::SourceLocation head);
  const IhopNode *statement_kind (const clang::Stmt *stmt);
  IhopNode *statement_new (IhopKind kind, unsigned n, const clang::Stmt *stmt,
                           clang::SourceLocation end);
  const IhopNode *block (const clang::CompoundStmt *stmt);
  const IhopNode *declaration (const clang::DeclStmt *stmt);
  std::string declaration_text (const clang::DeclStmt *stmt);
  const char *tags_text (const clang::DeclStmt *stmt);
  const IhopNode *variable (const clang::VarDecl *decl);
  const IhopNode *if_statement (const clang::IfStmt *stmt);
  const IhopNode *for_statement (const clang::ForStmt *stmt);
  const IhopNode *loop_body (const clang::Stmt *stmt, clang::SourceLocation head);
  const IhopNode *while_statement (const clang::WhileStmt *stmt);
  const IhopNode *do_statement (const clang::DoStmt *stmt);
  const IhopNode *switch_statement (const clang::SwitchStmt *stmt);
  const IhopNode *case_statement (const clang::SwitchCase *stmt);
  const IhopNode *label_statement (const clang::LabelStmt *stmt);
  const IhopNode *goto_statement (const clang::Stmt *stmt);
  const IhopNode *return_statement (const clang::ReturnStmt *stmt);
  const IhopNode *attributed (const clang::AttributedStmt *stmt);
  const IhopNode *opaque (const clang::Stmt *stmt, const char *what);
  const IhopNode *simple (IhopKind kind, const clang::Stmt *stmt);
  const IhopNode *too_deep (const clang::Stmt *stmt, bool is_expression);
  size_t first_pragma (clang::SourceLocation loc);
  bool comes_before (clang::SourceLocation a, clang::SourceLocation b);
  const IhopNode *pragma (Pragma &found);
  void read_pragmas_before (size_t &next, clang::SourceLocation loc,
                            std::vector<const IhopNode *> &list);
  void warn_pragmas (const clang::FunctionDecl *decl);

  /* clang_expr.cc, clang_literal.cc */
  const IhopNode *expression (const clang::Expr *expr);
  const IhopNode *expression_or_null (const clang::Expr *expr);
  const IhopNode *expression_kind (const clang::Expr *expr);
  IhopNode *expression_new (IhopKind kind, unsigned n, const clang::Expr *expr);
  void set_constant (IhopNode *node, const clang::Expr *expr);
  const IhopNode *reference (const clang::DeclRefExpr *expr);
  const IhopNode *member (const clang::MemberExpr *expr);
  const IhopNode *subscript (const clang::ArraySubscriptExpr *expr);
  const IhopNode *unary (const clang::UnaryOperator *expr);
  const IhopNode *binary (const clang::BinaryOperator *expr);
  const IhopNode *conditional (const clang::AbstractConditionalOperator *expr);
  const IhopNode *call (const clang::CallExpr *expr);
  const IhopNode *written_cast (const clang::ExplicitCastExpr *expr);
  const IhopNode *of_cxx (const clang::Expr *expr);
  const IhopNode *implicit_cast (const clang::ImplicitCastExpr *expr);
  const IhopNode *size_or_align (const clang::UnaryExprOrTypeTraitExpr *expr);
  const IhopNode *init_list (const clang::InitListExpr *expr);
  const IhopNode *compound (const clang::CompoundLiteralExpr *expr);
  const IhopNode *chosen (const clang::Expr *expr, const clang::Expr *choice);
  const IhopNode *paren (const clang::Expr *expr, const clang::Expr *inside);
  const IhopNode *statement_expression (const clang::StmtExpr *expr);
  const IhopNode *choice_expression (const clang::StmtExpr *expr);
  const IhopNode *opaque_expression (const clang::Expr *expr, const char *what);
  const IhopNode *literal (const clang::Expr *expr);
  std::string pretty (const clang::Stmt *stmt);
};

} // namespace ihop
