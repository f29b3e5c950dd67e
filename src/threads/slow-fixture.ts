/** For tests: a module that takes longer to load what it needs than its work may take. */
export const works = {
  load: (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500),
  warm: (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500),
  double: (value: number): number => value * 2,
};
