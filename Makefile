# The everyday commands. Each installs what it needs, so that a clean clone is enough.

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
DEMO := out/demo
DESCANT := build/release/apps/descant/descant
FUZZ_SECONDS ?= 30
LAUNCHER := $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
ROWS ?= all
THREADS ?= 2

.PHONY: help demo build test test-portable test-integrations bench performance asan fuzz format check-format check-headers install clean

help:
	@echo "make demo          build the command line, bring a built-in character to life, say where to look"
	@echo "make test          build everything and run the tests"
	@echo "make test-portable build the method alone, without TBB, METIS and Highway, and run its tests"
	@echo "make test-integrations  read what enrich writes with three.js, Blender and the glTF validator"
	@echo "make bench         build and run the micro-benchmarks of the inner loops"
	@echo "make performance   measure the solvers and rewrite docs/performance.md (ROWS=all, hours)"
	@echo "make build         build the command line and the library"
	@echo "make install       install both (PREFIX=/usr/local)"
	@echo "make asan          the tests under the address and undefined-behaviour sanitizers"
	@echo "make fuzz          fuzz every reader for a while (FUZZ_SECONDS=30 each)"
	@echo "make format        format the sources;  make check-format only looks"
	@echo "make check-headers compile every header by itself"
	@echo "make clean         remove build/ and out/"

build:
	scripts/setup build
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

demo: build
	mkdir -p $(DEMO)
	$(DESCANT) example pup -o $(DEMO)/pup.glb
	$(DESCANT) enrich $(DEMO)/pup.glb -o $(DEMO)/pup-alive.glb --save png \
	  --report $(DEMO)/report.json
	@echo
	@echo "Done. Look at:"
	@echo "  $(DEMO)/pup.glb         the character as its artist made it, with the clips Walk and Jump"
	@echo "  $(DEMO)/pup-alive.glb   the same, alive. glTF viewers play both, for instance"
	@echo "      Blender             File > Import > glTF 2.0"
	@echo "      a browser           drop the file on https://gltf-viewer.donmccurdy.com"
	@echo "  $(DEMO)/pup-alive.files/Jump/body/frame_*.png   pictures; pale: the artist's pose alone"
	@echo "  $(DEMO)/report.json     time, iterations and the contract's residual, frame by frame"

test:
	scripts/setup test
	cmake --preset dev
	cmake --build --preset dev -j $(JOBS)
	ctest --preset dev -j $(JOBS)

test-portable: export CCACHE_SLOPPINESS = pch_defines,time_macros
test-portable:
	scripts/setup test
	cmake --preset seams-off $(LAUNCHER)
	cmake --build --preset seams-off -j $(JOBS)
	ctest --preset seams-off -j $(JOBS)

test-integrations: build
	scripts/setup integrations
	npm install --prefix tests/integrations --no-package-lock --no-audit --no-fund --loglevel=error
	tests/integrations/run $(DESCANT) out/integrations $(CHARACTERS)

bench:
	scripts/setup bench
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS) --target bench

performance: build
	scripts/setup bench
	mkdir -p out
	$(DESCANT) bench $(ROWS) --threads $(THREADS) --json out/performance.json
	scripts/performance-page out/performance.json

asan:
	scripts/setup test
	cmake --preset asan
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS)

fuzz:
	scripts/setup ci
	scripts/fuzz $(FUZZ_SECONDS)

format:
	scripts/setup ci
	scripts/format

check-format:
	scripts/setup ci
	scripts/format --check

check-headers:
	scripts/setup build
	scripts/check-headers

install: build
	cmake --install build/release --prefix $(PREFIX)

clean:
	rm -rf build out
