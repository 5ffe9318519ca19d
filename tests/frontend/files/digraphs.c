/* layout: differs, as new braces are braces. */
%:include <stdio.h>
%:define N 3
int main (void)
<%
  int a<:N:> = <% 1, 2, 3 %>;
  for (int i = 0; i < N; i++)
    <% printf ("%d\n", a<:i:>); %>
  return 0;
%>
