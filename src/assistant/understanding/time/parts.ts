/** Parts of the day: "in the evening", "first thing", "end of day". */
import { type Read, wordAt } from './piece.ts';
import { timeWords } from './words.ts';

export const readPart: Read = (reader, at, last) => {
  const words = timeWords();
  const word = wordAt(reader, at);
  if (word === 'first' && wordAt(reader, at + 1) === 'thing')
    return { kind: 'part', part: words.part('morning')!, name: 'morning', from: at, to: at + 2 };
  if (word === 'end' && wordAt(reader, at + 1) === 'of' && wordAt(reader, at + 2) === 'day')
    return { kind: 'part', part: words.part('evening')!, name: 'evening', from: at, to: at + 3 };
  const part = words.part(word);
  if (part === undefined) return undefined;
  // "Parents' evening": a part of the day that names a thing is no time.
  const before = wordAt(reader, at - 1);
  // "Clear my afternoon": of today, where it is no part of a name ("my morning walk").
  const next = wordAt(reader, at + 1).replace('please', '');
  const isDay = words.dayShift(next) !== undefined || words.weekday(next) !== undefined || next === 'on';
  const isOwn = before === 'my' && (isDay || !/^\p{L}/u.test(next));
  const isTime =
    part.today ||
    isOwn ||
    last?.to === at ||
    ['this', 'the', 'in', 'at', 'by', 'before', 'every', 'each', 'for', 'that', ',', 'on'].includes(before);
  return isTime ? { kind: 'part', part, name: words.same(word), from: at, to: at + 1 } : undefined;
};
