// ihop_message for C++: the same call, by overloading instead of _Generic. Words and numbers only.
#pragma once
#include <type_traits>
extern "C" {
#include "base/message.h"
}

namespace ihop
{

template <typename T>
IhopArgument
argument_of (T value)
{
  if constexpr (std::is_convertible_v<T, const char *>)
    return ihop_argument_word (value);
  else
    {
      static_assert (std::is_integral_v<T> || std::is_enum_v<T>, "no argument of a message");
      return ihop_argument_number (static_cast<gint64> (value));
    }
}

template <typename... T>
IhopMessage *
message_of (const char *format, T... values)
{
  return ihop_message_make (format, sizeof...(T), argument_of (values)...);
}

} // namespace ihop

#define ihop_message(...) \
  ((void) sizeof (ihop_message_check (__VA_ARGS__)), ihop::message_of (__VA_ARGS__))
