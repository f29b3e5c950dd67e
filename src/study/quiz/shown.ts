/** A question that shows its own answer: "The ____ clotting test … still liquid after 20 minutes" asks for 20-minute. */
import { inUnitOf, readQuantities } from '../facts/values.ts';
import type { Key } from '../types.ts';

export function showsAnswer({ stem, key }: { readonly stem: string; readonly key: Key }): boolean {
  if (key.kind === 'pairs') return false;
  const [own, ...more] = readQuantities(key.text);
  if (own === undefined || more.length > 0 || own.unit === '') return false;
  return readQuantities(stem).some((other) => {
    const span =
      other.unit === ''
        ? undefined
        : (inUnitOf(other, own.unit) ?? (isOneUnit(other.unit, own.unit) ? other : undefined));
    return span !== undefined && span.low === own.low && span.high === own.high;
  });
}

/** "min" and "minute", "h" and "hours". */
function isOneUnit(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return /^(?:s|min|h|d|wk|mo)$/.test(short) && long.startsWith(short);
}
