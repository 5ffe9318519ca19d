/* Comments and odd layout; what is rebuilt keeps them. */
#include <stdio.h>

static int f(int n)   /* behind the head */
{ /* behind the brace */

	int i ,j;    // tabs and blanks

	for( i=0 ;i<n;	i++ ) // why
	{
		/* before */ if(i%2)continue ; else { n -- ; }	/* after */


		/* alone */
		while (n > 100)
			n/=2 ; // trailing
#ifdef NEVER
		n = 12;
#elif defined NOT_EITHER
		n = 13
#else
		j = i; /* live */
#endif
		if ( i==1 )
			j = 1;
		else if ( i==2 )   /* second */
			j = 2;
		else
			j = 3;
		do
		{
			n += ( j
			       + 1 )	* 2;
		} while( n<3 ) ;
		switch(n){case 1: j=2; break; default: ; }
		; ; { } { ; }
	}
	return n;/* the
	last */ }

int main(void) { int a = 1; printf("%d\n", f(a)), a++; return a  -  2; }
