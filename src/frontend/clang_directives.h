/* Watching the preprocessor. */
#pragma once
#include "clang_reader.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>

namespace ihop {

/* Callbacks that fill "seen", which must outlive the preprocessor. */
std::unique_ptr<clang::PPCallbacks> directives_watch (clang::SourceManager &sources,
                                                      const clang::LangOptions &lang,
                                                      Directives &seen);

} // namespace ihop
