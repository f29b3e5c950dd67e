/** One query against many vectors: the arithmetic of the vector search. */
import { acrossSum, at, type Four } from './lanes.ts';
import { block, compile, func, i32, i32x4, type Local, repeat, v128 } from './wasm.ts';

export interface Nearest {
  /** sums[i] = Σ vectors[i][d]·query[d]; rows in fours. */
  compare(vectors: number, query: number, sums: number, rows: number, columns: number): void;
}

const module = compile([compare()]);

export function openNearest(memory: WebAssembly.Memory): Nearest {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Nearest;
}

function compare() {
  return func('compare', Array(5).fill('i32'), (scope, params) => {
    const [vectors, query, sums, rows, columns] = params as [Local, Local, Local, Local, Local];
    const [row, i, source, target] = scope.locals('i32', 4) as Four;
    const totals = scope.locals('v128', 4);
    const value = scope.local('v128');
    const pointers = scope.locals('i32', 4);
    return repeat(
      row,
      i32.const(0),
      rows.get,
      4,
      block(
        ...pointers.map((pointer, r) =>
          pointer.set(i32.add(vectors.get, i32.mul(i32.add(row.get, i32.const(r)), columns.get))),
        ),
        ...totals.map((total) => total.set(v128.zero)),
        repeat(
          i,
          i32.const(0),
          columns.get,
          16,
          block(
            value.set(v128.load(i32.add(query.get, i.get))),
            ...totals.map((total, r) =>
              block(
                source.set(i32.add(pointers[r]!.get, i.get)),
                total.set(i32x4.dotAdd(v128.load(source.get), value.get, total.get)),
              ),
            ),
          ),
        ),
        target.set(at(sums, row.get, 4)),
        ...totals.map((total, r) => i32.store(target.get, acrossSum(total), 4 * r)),
      ),
    );
  });
}
