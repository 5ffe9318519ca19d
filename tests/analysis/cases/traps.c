/* What looks like a reduction, like a value of each iteration's own, or like a loop that counts, and is not. */
#include <limits.h>
enum { N = 300 };
static int a[N + 5], b[N + 5], c[N + 5], gi, gt;
static double x[N + 5];
static unsigned u[N + 5];
static float f[N + 5];
// expect r1/i: sequential
int r1(int n){ int s=3; for (int i=0;i<n;i++) s=a[i]-s; return s; }
// expect r2/i: sequential
int r2(int n){ int s=1; for (int i=0;i<n;i++) s=(int)((unsigned)s*(unsigned)s+(unsigned)a[i]); return s; }
// expect r3/i: unknown
int r3(int n){ int m=a[0],k=0; for (int i=0;i<n;i++) if (a[i]>m) { m=a[i]; k++; } return m*1000+k; }
// expect r4/i: unknown
int r4(int n){ int m=a[0],k=0; for (int i=0;i<n;i++) if (a[i]>m) { m=a[i]; k=i; } return m*1000+k; }
// expect r5/i: unknown
int r5(int n){ int m=a[0],k=0; for (int i=0;i<n;i++) if (a[i]>=m) { m=a[i]; k=i; } return m*1000+k; }
// expect r6/i: sequential
int r6(int n){ int s=0; for (int i=0;i<n;i++) { s+=a[i]; if (s>500) s=0; } return s; }
// expect r7/i: sequential
int r7(int n){ int s=0; for (int i=0;i<n;i++) { s+=a[i]; a[i]=s; } return s; }
// expect r8/i: sequential
int r8(int n){ int s=0; for (int i=0;i<n;i++) s+=a[i]+s/1000; return s; }
// expect r10/i: unknown
double r10(int n){ double m=-1e9; for (int i=0;i<n;i++) if (!(x[i]<=m)) m=x[i]; return m; }
// expect r11/i: sequential
double r11(int n){ double m=1e9; for (int i=0;i<n;i++) m=m<x[i]?m:x[i]; return m; }
// expect r13/i: sequential
unsigned r13(int n){ unsigned s=0; for (int i=0;i<n;i++) s=s*31u+u[i]; return s; }
// expect r14/i: sequential
unsigned r14(int n){ unsigned s=0; for (int i=0;i<n;i++) s=(s<<1)^u[i]; return s; }
// expect r16/i: sequential
short r16(int n){ short s=0; for (int i=0;i<n;i++) s=(short)(s+a[i]*100); return s; }
// expect r17/i: sequential
int r17(int n){ int s=0; for (int i=0;i<n;i++) s+=x[i]*3; return s; }
// expect r18/i: sequential
int r18(int n){ int s=0; for (int i=0;i<n;i++) s=s+0.5; return s; }
// expect r21/i: unknown
int r21(int n){ int c=0; for (int i=0;i<n;i++) if (a[i]>3 && c<50) c++; return c; }
// expect r26/i: unknown
int r26(int n){ int last=-1; for (int i=0;i<n;i++) if (a[i]==3) last=i; return last; }
// expect r27/i: unknown
int r27(int n){ int first=-1; for (int i=n-1;i>=0;i--) if (a[i]==3) first=i; return first; }
// expect r28/i: sequential
int r28(int n){ int s=0,t=0; for (int i=0;i<n;i++) { s+=a[i]; t+=s; } return t; }
// expect r29/i: unknown
int r29(int n){ int s=0; for (int i=0;i<n;i++) { s+=a[i]; if (a[i]<0) break; } return s; }
// expect r30/i: sequential
double r30(int n){ double s=0; for (int i=0;i<n;i++) s=x[i]-s*0.5; return s; }
// expect r31/i: sequential
double r31(int n){ double s=0,c=0; for (int i=0;i<n;i++) { double y=x[i]-c,t=s+y; c=(t-s)-y; s=t; } return s; }
// expect r32/i: sequential
int r32(int n){ int s=0; for (int i=0;i<n;i++) s=a[i]+(s=s+1); return s; }
// expect r34/i: sequential
unsigned r34(int n){ unsigned s=1000; for (int i=0;i<n;i++) s/= (1+(u[i]&1)); return s; }
// expect r35/i: sequential
int r35(int n){ int s=0; for (int i=0;i<n;i++) s=s?s:a[i]; return s; }
// expect r36/i: sequential
int r36(int n){ int s=0; for (int i=0;i<n;i++) s=!s; return s; }
// expect r37/i: sequential
int r37(int n){ int s=5; for (int i=0;i<n;i++) s=s>a[i]?a[i]:s+1; return s; }
// expect r38/i: sequential
int r38(int n){ int m=0; for (int i=0;i<n;i++) m = m>a[i]?m:a[i]+1; return m; }
// expect r39/i: unknown
int r39(int n){ int m=0; for (int i=0;i<n;i++) if (m<a[i]) m=a[i]*2; return m; }
// expect r40/i: unknown
int r40(int n){ int m=0; for (int i=0;i<n;i++) if (a[i]>m) m=a[i]; else if (a[i]<-m) m=-a[i]; return m; }
// expect r41/i: sequential
long r41(int n){ int s=INT_MAX-500; for (int i=0;i<n;i++) s=(int)((unsigned)s+(unsigned)a[i]); return s; }
// expect p1/i: unknown
void p1(int n){ int t=0; for (int i=0;i<n;i++) { if (b[i]>2) t=b[i]; a[i]=t; } }
// expect p3/i: sequential
void p3(int n){ int t=7; for (int i=0;i<n;i++) { a[i]=t; t=b[i]; } a[0]+=t; }
// expect p5/i: unknown
int p5(int n){ int t=7; for (int i=0;i<n;i++) { if (b[i]==3) { t=i; a[i]=t; } } return t; }
// expect p7/i: unknown
void p7(int n){ int w[5]={0}; for (int i=0;i<n;i++) { for (int j=0;j<b[i]%5;j++) w[j]=i+j; for (int j=0;j<5;j++) a[i]+=w[j]; } }
// expect p14/i: sequential
void p14(int n){ int j=3; for (int i=0;i<n;i++) { for (;j<b[i];j++) a[i]+=j; } c[2]=j; }
// expect p16/i: sequential
void p16(int n){ for (int i=0;i<n;i++) { static int s; s+=b[i]; a[i]=s; } }
// expect p22/i: unknown
void p22(int n){ int t; for (int i=0;i<n;i++) { switch (b[i]) { case 0: t=1; break; case 1: t=2; case 2: t=3; break; case 3: break; default: t=9; } a[i]=t*0+(b[i]==3?1:t); } }
// expect p23/i: unknown
void p23(int n){ int t=0; for (int i=0;i<n;i++) { if (i>0 && b[i-1]>2) a[i]=t; if (b[i]>2) t=i; } }
// expect p24/i: unknown
int p24(int n){ int t=0; for (int i=0;i<n;i++) if (b[i]>2) t=b[i]; return t; }
// expect p26/i: unknown
void p26(int n){ int t=5; for (int i=0;i<n;i++) { (b[i]>2) && (t=b[i]); a[i]=t; } }
// expect p27/i: unknown
void p27(int n){ int t=5; for (int i=0;i<n;i++) { int q = b[i]>2 ? (t=b[i]) : 3; a[i]=q+t; } }
// expect p29/i: sequential
void p29(int n,int m){ int t=5; for (int i=0;i<n;i++) { for (int j=0;j<m;j++) t=b[i]+j; a[i]=t; } }
// expect p30/i: sequential
void p30(int n,int m){ int t=5; for (int i=0;i<n;i++) { for (int j=0;j<=m;j++) t=b[i]+j; a[i]=t; } c[5]=t; }
// expect p31/i: sequential
void p31(int n){ int t=5,u=6; for (int i=0;i<n;i++) { int v=t; t=u; u=v; a[i]=t; } }
// expect p33/i: unknown
void p33(int n){ int k=0; for (int i=0;i<n;i++) { if (b[i]>2) a[k++]=b[i]; } c[6]=k; }
// expect p35/i: sequential
void p35(int n){ int k=0; for (int i=0;i<n;i++) { a[k]+=b[i]; k=(k+1)%10; } c[6]=k; }
// expect p36/i: sequential
void p36(int n){ int k=0; for (int i=0;i<n;i++) { a[k]+=b[i]; if (++k==10) k=0; } c[6]=k; }
// expect p38/i: sequential
void p38(int n){ struct {int x,y;} s={1,2}; for (int i=0;i<n;i++) { s.x=b[i]; a[i]=s.x+s.y; } c[7]=s.x; }
// expect p39/i: sequential
void p39(int n){ struct {int x,y;} s={1,2}; for (int i=0;i<n;i++) { s.x=b[i]; a[i]=s.x+s.y; s.y=i; } }
