# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=python3.11=3.11.2-6+deb12u8
sha256=2411c74bda5bbcfcddaf4531f66d1adc73f247f529aee981b029513aefdbf849
language=C
program=python
output=9673859385ec869e782538675e5e8864e3502c892dc61b5750242570c5a4df6c
tests='20 of its library'

# Name the modules that are built into the program, so that they are laid out with it.
modules() {
	cat <<-'EOT'
		*static*
		_bisect _bisectmodule.c
		_contextvars _contextvarsmodule.c
		_csv _csv.c
		_datetime _datetimemodule.c
		_heapq _heapqmodule.c
		_json _json.c
		_md5 md5module.c
		_opcode _opcode.c
		_pickle _pickle.c
		_posixsubprocess _posixsubprocess.c
		_queue _queuemodule.c
		_random _randommodule.c
		_sha1 sha1module.c
		_sha256 sha256module.c
		_sha512 sha512module.c
		_socket socketmodule.c
		_statistics _statisticsmodule.c
		_struct _struct.c
		array arraymodule.c
		binascii binascii.c
		cmath cmathmodule.c
		fcntl fcntlmodule.c
		math mathmodule.c
		resource resource.c
		select selectmodule.c
		termios termios.c
		unicodedata unicodedata.c
	EOT
}

make_python() { # TARGET...
	by_flags '' make OPT='-DNDEBUG -fwrapv' "$@"
}

build() {
	modules >Modules/Setup.local
	configure --without-ensurepip --disable-test-modules
	make_python python
	# Python finds its library in home, which PYTHONHOME names.
	mkdir -p home/lib
	ln -s ../../Lib home/lib/python3.11
}

suite() {
	make_python pybuilddir.txt
	for test in bytes class collections descr dict float generators grammar heapq int \
		json list math random re set sort struct syntax unicode; do
		echo "test_$test"
	done >tests
	./python -m test --fromfile tests
}

script() {
	cat <<-'EOT'
		import sys, re, json, heapq, random, struct, collections, functools, itertools

		class Shape:
		    __slots__ = ("x", "y")
		    def __init__(self, x, y):
		        self.x, self.y = x, y
		    def area(self):
		        return self.x * self.y
		    def __lt__(self, other):
		        return (self.area(), self.x) < (other.area(), other.x)

		class Circle(Shape):
		    def area(self):
		        return 3.25 * self.x * self.x

		r = random.Random(42)

		def objects():
		    shapes = [(Shape if r.random() < 0.5 else Circle)(r.randrange(999), r.randrange(999))
		        for _ in range(30000)]
		    shapes.sort()
		    return sum(i * s.area() for i, s in enumerate(shapes))

		def dictionaries():
		    count = collections.Counter()
		    index = {}
		    for i in range(60000):
		        word = "w%d" % (i * 7919 % 5003)
		        count[word] += i
		        index.setdefault(word[-2:], set()).add(word)
		    return count.most_common(3), sorted((k, len(v)) for k, v in index.items())[:5]

		def expressions():
		    text = " ".join("item-%d: <a href='/p/%d?q=%x'>name%d</a> %d.%02d EUR" %
		        (i, i * 31 % 977, i * i, i, i % 90, i % 100) for i in range(8000))
		    links = re.findall(r"href='/p/(\d+)\?q=([0-9a-f]+)'", text)
		    swapped = re.sub(r"(\w+)-(\d+)", lambda m: m[2] + "_" + m[1], text)
		    return len(links), len(swapped), len(re.split(r"[\s<>]+", text))

		def documents():
		    data = [{"id": i, "tags": ["t%d" % (i % k) for k in (3, 5, 7)],
		        "value": i / 7, "text": "\u00e9\n" * (i % 5), "sub": {"a": None, "b": [True, i]}}
		        for i in range(5000)]
		    text = json.dumps(data, sort_keys=True)
		    pretty = json.dumps(json.loads(text), indent=1)
		    return len(text), len(pretty), json.loads(pretty) == data

		def numbers():
		    a, b = 1, 1
		    for _ in range(6000):
		        a, b = b, a + b
		    power = pow(3, 10 ** 18 + 9, 10 ** 60 + 7)
		    digits = str(functools.reduce(lambda x, y: x * y, range(1, 1500)))
		    return a % 10 ** 20, power, len(digits), sum(map(int, digits))

		def queens(n):
		    def place(row, columns, up, down):
		        if row == n:
		            return 1
		        return sum(place(row + 1, columns | {c}, up | {row + c}, down | {row - c})
		            for c in range(n)
		            if c not in columns and row + c not in up and row - c not in down)
		    return place(0, frozenset(), frozenset(), frozenset())

		def heap():
		    edges = collections.defaultdict(list)
		    for i in range(20000):
		        edges[i % 3001].append(((i * 13 + 5) % 3001, i % 97 + 1))
		    far, todo = {}, [(0, 0)]
		    while todo:
		        d, v = heapq.heappop(todo)
		        if v not in far:
		            far[v] = d
		            for w, e in edges[v]:
		                heapq.heappush(todo, (d + e, w))
		    return len(far), sum(far.values())

		def packed():
		    data = b"".join(struct.pack("<IHd", i, i % 999, i / 3) for i in range(20000))
		    return sum(a ^ b for a, b, c in struct.iter_unpack("<IHd", data))

		for task in (objects, dictionaries, expressions, documents, numbers, heap, packed):
		    print(task.__name__, task())
		print("queens", queens(8))
	EOT
}

# The script is compiled in each run, and the modules it imports are too.
timed_part() {
	script=$(script)
	exec env PYTHONHOME="$(dirname "$input")/tree/home" PYTHONHASHSEED=0 \
		"$1" -S -s -B -X pycache_prefix="$PWD/none" -c "$script"
}

shown_part() {
	cat
}

workload() {
	(timed_part "$1") | shown_part
}
