/** What the kernels say often: constants in every lane, and a value across the lanes. */
import { type Code, f32, f32x4, i32, i32x4, type Local } from './wasm.ts';

export type Two = [Local, Local];
export type Four = [Local, Local, Local, Local];

export const count = (n: number) => Array.from({ length: n }, (_, i) => i);

export const every = (value: number) => f32x4.splat(f32.const(value));

/** The address of what stands at `index`, each `size` bytes long. */
export const at = (base: Local, index: Code, size: number) => i32.add(base.get, i32.mul(index, i32.const(size)));

export function acrossMax(value: Local): Code {
  const lane = (i: number) => f32x4.lane(value.get, i);
  return f32.max(f32.max(lane(0), lane(1)), f32.max(lane(2), lane(3)));
}

export function acrossAdd(value: Local): Code {
  const lane = (i: number) => f32x4.lane(value.get, i);
  return f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)));
}

export function acrossSum(value: Local): Code {
  const lane = (i: number) => i32x4.lane(value.get, i);
  return i32.add(i32.add(lane(0), lane(1)), i32.add(lane(2), lane(3)));
}

/** Four by the two that `join` makes of each pair, then by the one of those. */
export function joinFour(join: (a: Code, b: Code) => Code, [a, b, c, d]: Four): Code {
  return join(join(a.get, b.get), join(c.get, d.get));
}
