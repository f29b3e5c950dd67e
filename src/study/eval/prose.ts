/** "Which is not" and match, judged by the labels of prose.jsonl: what is listed, what belongs there besides, what is said of which thing. */
import { contentStems, mentions, termKey } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Question } from '../types.ts';
import type { LabelledProse } from './sets.ts';

export interface ProseScore {
  readonly sound: boolean;
  readonly why: string;
}

type Names = Readonly<Record<string, readonly string[]>>;

export function scoreProse(question: Question, passages: readonly LabelledProse[]): ProseScore {
  const why = question.kind === 'match' ? faultOfMatch(question, passages) : faultOfWhichNot(question, passages);
  return { sound: why === undefined, why: why ?? '' };
}

/** The options that belong are all of one labelled list; the other is none of what is listed or true of that thing. */
function faultOfWhichNot({ key, options, stem }: Question, passages: readonly LabelledProse[]): string | undefined {
  if (key.kind !== 'option') return 'has no key';
  const belonging = options.filter(({ label }) => label !== key.label).map(({ text }) => text);
  const lists = passages.flatMap(({ lists: own }) => own);
  const list = lists.find(
    ({ items, names, of }) =>
      belonging.every((option) => items.some((item) => isSame(option, item, names))) && saysHalf(stem, of),
  );
  if (list === undefined) return `no labelled list has ${belonging.join(', ')}`;
  const ofThing = lists.filter(
    ({ of, what }) => termKey(of) === termKey(list.of) && termKey(what) === termKey(list.what),
  );
  const true_ = ofThing.flatMap(({ items, also_true }) => [...items, ...also_true]);
  return true_.some((item) => isSame(key.text, item, list.names)) ? `"${key.text}" belongs there too` : undefined;
}

/** Each pair is a labelled one, and no other left side has the same said of it. */
function faultOfMatch({ key, items, options }: Question, passages: readonly LabelledProse[]): string | undefined {
  if (key.kind !== 'pairs') return 'has no pairs';
  const labelled = passages.flatMap(({ pairs }) => pairs);
  for (const { label, text: left } of items) {
    const right = options.find((option) => option.label === key.pairs[label])?.text ?? '';
    const fits = labelled.filter((pair) => isSame(left, pair.left, pair.names) && saysHalf(right, pair.right));
    if (fits.length === 0) return `"${left}: ${right}" is no labelled pair`;
    const other = items.find(
      ({ label: own, text }) =>
        own !== label &&
        labelled.some(
          (pair) =>
            saysHalf(right, pair.right) &&
            saysHalf(pair.right, right) &&
            [pair.left, ...pair.also_left].some((name) => isSame(text, name, pair.names)) &&
            fits.some((fit) => termKey(fit.right) === termKey(pair.right)),
        ),
    );
    if (other !== undefined) return `"${right}" is said of ${other.text} too`;
  }
  return undefined;
}

function isSame(option: string, item: string, names: Names): boolean {
  return [item, ...(names[item] ?? [])].some(
    (name) => termKey(name) === termKey(option) || mentions(termKey(option), name) || areOne(name, option),
  );
}

/** By any of its names. */
function areOne(a: string, b: string): boolean {
  const keys = new Set(thingOf(a).names.map(termKey));
  return thingOf(b).names.some((name) => keys.has(termKey(name)));
}

const HALF = 0.5;

/** So much of what is labelled is said. */
function saysHalf(said: string, labelled: string): boolean {
  const stems = contentStems(said);
  const own = [...contentStems(labelled)];
  return own.filter((stem) => stems.has(stem)).length >= own.length * HALF;
}
