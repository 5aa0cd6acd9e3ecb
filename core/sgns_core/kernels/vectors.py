"""The band's arithmetic as vector instructions. To import this module is to import numba.

Each function here is one piece of machine code in a compiled loop. Tables are given by address:
rows of float32, whole numbers of vectors long, aligned to 64 bytes. A vector has as many lanes as
the processor's registers hold; rounding differs with that number, meaning does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from sgns_core.kernels.compiling import numba_module

_ir = numba_module("llvmlite.ir")
_binding = numba_module("llvmlite.binding")
_types = numba_module("numba.types")
_config = numba_module("numba").config
_cgutils = numba_module("numba.core.cgutils")
_intrinsic = numba_module("numba.extending").intrinsic

OUTPUTS = 16  # rows of Ep that a block is scored against; a row of scores is 64 bytes


def _lanes() -> int:
    """Return how many floats a register holds: 16 where code may use AVX-512, else 8."""
    chosen = _config.CPU_FEATURES
    if chosen is None:
        return 16 if _binding.get_host_cpu_features().get("avx512f") else 8
    return 16 if "+avx512f" in chosen else 8


LANES = _lanes()
TILE = LANES // 2  # outputs that two input rows are scored against at once: a sum for each lane
GROUP = LANES  # outputs whose changes are kept in registers at once

_F32, _I8, _I32, _I64 = _ir.FloatType(), _ir.IntType(8), _ir.IntType(32), _ir.IntType(64)


class _Emitter:
    """A builder of instructions on vectors of `lanes` floats."""

    def __init__(self, builder: Any, lanes: int = LANES) -> None:
        self.builder = builder
        self.lanes = lanes
        self.floats = _ir.VectorType(_F32, lanes)
        self.ints = _ir.VectorType(_I32, lanes)

    def constant(self, value: float) -> Any:
        return _ir.Constant(self.floats, [value] * self.lanes)

    def int_constant(self, value: int) -> Any:
        return _ir.Constant(self.ints, [value] * self.lanes)

    def pointer(self, address: Any, kind: Any = None) -> Any:
        return self.builder.inttoptr(address, (kind or self.floats).as_pointer())

    def load(self, pointer: Any, index: Any, align: int = 64) -> Any:
        return self.builder.load(
            self.builder.gep(pointer, [index]), align=min(align, 4 * self.lanes)
        )

    def store(self, value: Any, pointer: Any, index: Any) -> None:
        self.builder.store(value, self.builder.gep(pointer, [index]), align=4 * self.lanes)

    def item(self, address: Any, index: Any, kind: Any) -> Any:
        """Return number `index` of an array of `kind` at an address."""
        return self.builder.load(self.builder.gep(self.pointer(address, kind), [index]))

    def spread(self, scalar: Any) -> Any:
        """Return a vector with the scalar in each lane."""
        kind = _ir.VectorType(scalar.type, self.lanes)
        one = self.builder.insert_element(_ir.Constant(kind, _ir.Undefined), scalar, _I32(0))
        return self.shuffle(one, one, [0] * self.lanes)

    def shuffle(self, a: Any, b: Any, order: list[int]) -> Any:
        kind = _ir.VectorType(_I32, len(order))
        return self.builder.shuffle_vector(a, b, _ir.Constant(kind, order))

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """Return a * b + c, fused where the processor can."""
        return self.call("llvm.fmuladd", [a, b, c], self.floats)

    def call(self, name: str, arguments: list[Any], kind: Any) -> Any:
        letter = "f32" if kind.element == _F32 else "i32"
        function_type = _ir.FunctionType(kind, [argument.type for argument in arguments])
        function = _cgutils.get_or_insert_function(
            self.builder.module, function_type, f"{name}.v{self.lanes}{letter}"
        )
        return self.builder.call(function, arguments)

    @contextmanager
    def loop(self, count: Any) -> Iterator[Any]:
        with _cgutils.for_range(self.builder, count, intp=_I64) as loop:
            yield loop.index

    def variables(self, values: list[Any]) -> list[Any]:
        """Return places that hold values from one turn of a loop to the next: registers."""
        places = [_cgutils.alloca_once(self.builder, value.type) for value in values]
        for place, value in zip(places, values, strict=True):
            self.builder.store(value, place)
        return places

    def add_up(self, vectors: list[Any]) -> Any:
        """Return one vector that has in lane i the sum of the lanes of vector i, or 0."""
        n = self.lanes
        vectors = vectors + [self.constant(0.0)] * (n - len(vectors))
        # Pairs (a, b) of vectors become one: lanes `apart` from each other are added; the sums of a
        # go where this bit of the lane's number is 0, those of b where it is 1.
        apart = 1
        while apart < n:
            kept = [n + lane if lane & apart else lane for lane in range(n)]
            moved = [n + (lane ^ apart) if lane & apart else lane ^ apart for lane in range(n)]
            vectors = [
                self.builder.fadd(self.shuffle(a, b, kept), self.shuffle(a, b, moved))
                for a, b in zip(vectors[::2], vectors[1::2], strict=True)
            ]
            apart *= 2
        return vectors[0]


@_intrinsic  # type: ignore[untyped-decorator]
def score(context: Any, inputs: Any, pairs: Any, outputs: Any, strips: Any, scores: Any) -> Any:
    """Write the dot products of 2 * pairs input rows and OUTPUTS output rows.

    inputs, outputs: addresses of arrays of row addresses; strips: vectors in a row; scores: the
    address of (2 * pairs, OUTPUTS) float32.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        inputs, pairs, outputs, strips, scores = arguments
        e = _Emitter(builder)
        half = _ir.VectorType(_F32, TILE)
        with e.loop(pairs) as pair:
            first = builder.mul(pair, _I64(2))
            rows = [e.pointer(e.item(inputs, builder.add(first, _I64(i)), _I64)) for i in range(2)]
            for start in range(0, OUTPUTS, TILE):
                others = [e.pointer(e.item(outputs, _I64(start + j), _I64)) for j in range(TILE)]
                sums = e.variables([e.constant(0.0)] * LANES)
                with e.loop(strips) as strip:
                    x = [e.load(row, strip) for row in rows]
                    for j, other in enumerate(others):
                        y = e.load(other, strip)
                        for i in range(2):
                            place = sums[i * TILE + j]
                            builder.store(e.fma(x[i], y, builder.load(place)), place)
                total = e.add_up([builder.load(place) for place in sums])
                for i in range(2):
                    part = e.shuffle(total, total, list(range(i * TILE, (i + 1) * TILE)))
                    place = builder.mul(builder.add(first, _I64(i)), _I64(OUTPUTS // TILE))
                    place = builder.add(place, _I64(start // TILE))
                    builder.store(
                        part, builder.gep(e.pointer(scores, half), [place]), align=4 * TILE
                    )
        return context.get_dummy_value()

    i64 = _types.int64
    return _types.void(i64, i64, i64, i64, i64), emit


@_intrinsic  # type: ignore[untyped-decorator]
def apply(
    context: Any, inputs: Any, rows: Any, outputs: Any, strips: Any, steps: Any, spare: Any
) -> Any:
    """Change all rows by what `steps` (rows, OUTPUTS) says, from the values before.

    Input row j gets the sum of steps[j, o] * output row o, output row o that of steps[j, o] *
    input row j. Rows may occur more than once: their changes add up. spare: OUTPUTS vectors.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        inputs, rows, outputs, strips, steps, spare = arguments
        e = _Emitter(builder)
        steps_at, spare_at = e.pointer(steps, _F32), e.pointer(spare)
        output_rows = range(OUTPUTS)

        def step(row: Any, o: int) -> Any:
            index = builder.add(builder.mul(row, _I64(OUTPUTS)), _I64(o))
            return e.spread(builder.load(builder.gep(steps_at, [index])))

        def output_at(o: int) -> Any:
            return e.pointer(e.item(outputs, _I64(o), _I64))

        with e.loop(strips) as strip:
            for start in range(0, OUTPUTS, GROUP):
                group = output_rows[start : start + GROUP]
                sums = e.variables([e.constant(0.0)] * len(group))
                with e.loop(rows) as row:
                    x = e.load(e.pointer(e.item(inputs, row, _I64)), strip)
                    for o, place in zip(group, sums, strict=True):
                        builder.store(e.fma(x, step(row, o), builder.load(place)), place)
                for o, place in zip(group, sums, strict=True):
                    e.store(builder.load(place), spare_at, _I64(o))
            for start in range(0, OUTPUTS, GROUP):
                group = output_rows[start : start + GROUP]
                before = [e.load(output_at(o), strip) for o in group]
                with e.loop(rows) as row:
                    place = e.pointer(e.item(inputs, row, _I64))
                    x = e.load(place, strip)
                    other = e.constant(0.0)  # two chains, so that one doesn't wait for the other
                    for i, o in enumerate(group):
                        if i % 2:
                            other = e.fma(before[i], step(row, o), other)
                        else:
                            x = e.fma(before[i], step(row, o), x)
                    e.store(builder.fadd(x, other), place, strip)
            for o in output_rows:
                place = output_at(o)
                after = builder.fadd(e.load(place, strip), e.load(spare_at, _I64(o)))
                e.store(after, place, strip)
        return context.get_dummy_value()

    i64 = _types.int64
    return _types.void(i64, i64, i64, i64, i64, i64), emit


def _power_of_two() -> list[float]:
    """Return the coefficients, highest first, of 2^f for f in [-1/2, 1/2], to 2e-7 of its value."""
    nodes = 0.5 * np.cos(np.pi * (np.arange(64) + 0.5) / 64)
    fitted = np.polynomial.chebyshev.Chebyshev.fit(nodes, 2.0**nodes, 6, domain=[-0.5, 0.5])
    return [float(c) for c in fitted.convert(kind=np.polynomial.Polynomial).coef[::-1]]


_POWER_OF_TWO = _power_of_two()


def _logistic(e: _Emitter, u: Any) -> tuple[Any, Any]:
    """Return sigma(u) and log(1 + exp(u)), lane by lane, to about 2e-7 of their size."""
    b = e.builder
    size = e.call("llvm.fabs", [u], e.floats)
    # Written so that nan stays what it is: where the size is not below 87 it is not replaced by it.
    bounded = b.select(b.fcmp_ordered(">", size, e.constant(87.0)), e.constant(87.0), size)
    power = b.fmul(bounded, e.constant(-1.4426950408889634))
    whole = e.call("llvm.rint", [power], e.floats)
    f = b.fsub(power, whole)
    decay = e.constant(_POWER_OF_TWO[0])
    for coefficient in _POWER_OF_TWO[1:]:
        decay = e.fma(decay, f, e.constant(coefficient))
    exponent = b.shl(b.fptosi(whole, e.ints), e.int_constant(23))
    decay = b.bitcast(b.add(b.bitcast(decay, e.ints), exponent), e.floats)  # exp(-size)
    one_more, two_more = b.fadd(decay, e.constant(1.0)), b.fadd(decay, e.constant(2.0))
    both = b.fdiv(e.constant(1.0), b.fmul(one_more, two_more))  # one division for two quotients
    above = b.fcmp_ordered(">", u, e.constant(0.0))
    sigma = b.fmul(b.select(above, e.constant(1.0), decay), b.fmul(both, two_more))
    # log(1 + t) = 2 artanh(t / (2 + t)), a series in at most 1/3.
    s = b.fmul(decay, b.fmul(both, one_more))
    square = b.fmul(s, s)
    series = e.constant(2.0 / 13.0)
    for n in (11, 9, 7, 5, 3, 1):
        series = e.fma(series, square, e.constant(2.0 / n))
    rest = b.fmul(e.constant(0.5), b.fadd(u, size))  # the larger of u and 0, and nan for nan
    return sigma, e.fma(series, s, rest)


@_intrinsic  # type: ignore[untyped-decorator]
def to_steps(
    context: Any,
    scores: Any,
    rows: Any,
    windows: Any,
    allowed: Any,
    signs: Any,
    weights: Any,
    lr: Any,
) -> Any:
    """Turn scores (rows, OUTPUTS), in place, into lr times the error of each; return the loss.

    windows: (rows,) int32, a bit for each center in whose window a row stands. allowed, signs,
    weights: (OUTPUTS,) int32, float32, float32: the centers for which an output counts; 1 for a
    target and -1 for a negative; how much each counts. The loss is the weighted sum.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        scores, rows, windows, allowed, signs, weights, lr = arguments
        e = _Emitter(builder)
        places = {
            name: e.pointer(at) for name, at in (("z", scores), ("sign", signs), ("w", weights))
        }
        allowed_at = e.pointer(allowed, e.ints)
        (total,) = e.variables([e.constant(0.0)])
        parts = OUTPUTS // LANES
        rate = e.spread(lr)
        bits = [e.load(allowed_at, _I64(part), align=4) for part in range(parts)]
        sign = [e.load(places["sign"], _I64(part)) for part in range(parts)]
        weight = [e.load(places["w"], _I64(part)) for part in range(parts)]
        with e.loop(rows) as row:
            window = e.spread(e.item(windows, row, _I32))
            for part in range(parts):
                index = builder.add(builder.mul(row, _I64(parts)), _I64(part))
                z = e.load(places["z"], index)
                u = builder.fneg(builder.fmul(z, sign[part]))
                sigma, loss = _logistic(e, u)
                count = e.call("llvm.ctpop", [builder.and_(window, bits[part])], e.ints)
                counted = builder.fmul(builder.sitofp(count, e.floats), weight[part])
                builder.store(e.fma(counted, loss, builder.load(total)), total)
                error = builder.fmul(builder.fmul(counted, sign[part]), sigma)
                e.store(builder.fmul(error, rate), places["z"], index)
        lanes = builder.load(total)
        result = _F32(0.0)
        for lane in range(LANES):
            result = builder.fadd(result, builder.extract_element(lanes, _I32(lane)))
        return result

    i64, f32 = _types.int64, _types.float32
    return f32(i64, i64, i64, i64, i64, i64, f32), emit


@_intrinsic  # type: ignore[untyped-decorator]
def fetch(context: Any, address: Any, strips: Any) -> Any:
    """Ask for a row to be brought near before it is needed."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, strips = arguments
        e = _Emitter(builder)
        row = e.pointer(address)
        pointer = _I8.as_pointer()
        function_type = _ir.FunctionType(_ir.VoidType(), [pointer, _I32, _I32, _I32])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], function_type)
        with e.loop(strips) as strip:
            at = builder.bitcast(builder.gep(row, [strip]), pointer)
            builder.call(function, [at, _I32(1), _I32(3), _I32(1)])
        return context.get_dummy_value()

    return _types.void(_types.int64, _types.int64), emit


@_intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def score_one(context: Any, x: Any, outputs: Any, count: Any, strips: Any, scores: Any) -> Any:
    """Write the dot products of one row, at address x, and `count` rows, a literal up to LANES."""
    if not isinstance(count, _types.IntegerLiteral):
        return None
    n = count.literal_value

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, outputs, _, strips, scores = arguments
        e = _Emitter(builder)
        row = e.pointer(x)
        others = [e.pointer(e.item(outputs, _I64(j), _I64)) for j in range(n)]
        sums = e.variables([e.constant(0.0)] * n)
        with e.loop(strips) as strip:
            v = e.load(row, strip)
            for place, other in zip(sums, others, strict=True):
                builder.store(e.fma(v, e.load(other, strip), builder.load(place)), place)
        total = e.add_up([builder.load(place) for place in sums])
        e.store(total, e.pointer(scores), _I64(0))
        return context.get_dummy_value()

    i64 = _types.int64
    return _types.void(i64, i64, count, i64, i64), emit


@_intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def apply_one(
    context: Any, x: Any, change: Any, outputs: Any, count: Any, strips: Any, steps: Any
) -> Any:
    """Add steps[o] * output row o to the row at address `change`, then steps[o] * x to output o.

    The outputs are distinct rows; `count` of them, a literal.
    """
    if not isinstance(count, _types.IntegerLiteral):
        return None
    n = count.literal_value

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        x, change, outputs, _, strips, steps = arguments
        e = _Emitter(builder)
        row, sums = e.pointer(x), e.pointer(change)
        others = [e.pointer(e.item(outputs, _I64(j), _I64)) for j in range(n)]
        factors = [e.spread(e.item(steps, _I64(j), _F32)) for j in range(n)]
        with e.loop(strips) as strip:
            v = e.load(row, strip)
            chains = [e.load(sums, strip), e.constant(0.0)]
            for j, (other, factor) in enumerate(zip(others, factors, strict=True)):
                y = e.load(other, strip)
                chains[j % 2] = e.fma(y, factor, chains[j % 2])
                e.store(e.fma(v, factor, y), other, strip)
            e.store(builder.fadd(*chains), sums, strip)
        return context.get_dummy_value()

    i64 = _types.int64
    return _types.void(i64, i64, i64, count, i64, i64), emit
