// The objects beside this file, which the unit test of the same name damages in
// every way, were made by
//	g++ -O1 -fno-asynchronous-unwind-tables -fplugin=build/lib/randcc/VERSION/layout.so
//		-c testsuite/data/hostile.cc -o testsuite/data/hostile.o
//	clang++ -O1 -fno-asynchronous-unwind-tables -ffunction-sections
//		-c testsuite/data/hostile.cc -o testsuite/data/hostile-clang.o
extern int other(int);
extern "C" int puts(const char *);
struct A {
	virtual ~A()
	{
	}
	virtual int f(int x)
	{
		return x + 1;
	}
};
inline int shared(int x)
{
	return other(x) * 3;
}
__attribute__((weak)) int hook(int x)
{
	return shared(x);
}
__attribute__((cold)) void fail(void)
{
	puts("fail");
}
__attribute__((constructor)) static void begin(void)
{
	puts("begin");
}
static const int in_set __attribute__((section("myset"), used)) = 1;
int use(A *a)
{
	return a->f(shared(2));
}
A *make(void)
{
	return new A;
}
