/** A question that shows its own answer: "The ____ clotting test … still liquid after 20 minutes" asks for 20-minute. */
import { mentions, termKey } from '../facts/terms.ts';
import { inUnitOf, readQuantities, wordFor } from '../facts/values.ts';
import type { Key } from '../types.ts';

export function showsAnswer({ stem, key }: { readonly stem: string; readonly key: Key }): boolean {
  if (key.kind === 'pairs') return false;
  if (isCounted(stem, key.text)) return true;
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

/** "It has ____ stages: latent, shock and scarring": whoever counts them knows it. */
function isCounted(stem: string, key: string): boolean {
  const [, list] = /____ [^:.]{2,40}: ([^:]+)/u.exec(stem) ?? [];
  const count = Array.from({ length: MOST_COUNTED }, (_, at) => at + 2).find(
    (each) => key === String(each) || key.toLowerCase() === wordFor(each),
  );
  return list !== undefined && count !== undefined && list.split(/,\s+|;\s+|\s+and\s+/).filter(Boolean).length >= count;
}

const MOST_COUNTED = 11;

/** "min" and "minute", "h" and "hours". */
function isOneUnit(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return /^(?:s|min|h|d|wk|mo)$/.test(short) && long.startsWith(short);
}

/** What the question itself names is no other name of the answer: "What does antifreeze contain?" */
export function withoutAsked(key: Key, stem: string): Key {
  if (key.kind !== 'text') return key;
  const asked = termKey(stem);
  return { ...key, also: key.also.filter((name) => !mentions(asked, name)) };
}
