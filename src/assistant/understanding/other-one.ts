/** "The other one", "the earlier one": of the two that were spoken of; "the second one": of those that were shown. */
import type { Shown, Topic } from './topic.ts';

/** `behind`: what may stand behind it, so that it is no time and no part: "the second of May", "the last day", "the other milk". */
export function otherOne(
  text: string,
  about: Topic,
  behind: readonly string[],
  isTime: (words: string) => boolean = () => false,
): { sentence: string; about: Topic } | undefined {
  const timed = timedOne(text, isTime);
  const [said, bare, which = bare] = pattern(behind).exec(text) ?? timed?.found ?? [];
  // "Undo just the last one" is of what was done.
  if (said === undefined || /\bundo\b/i.test(text)) return undefined;
  const { before, shown = [], open: _, reminder: __, ...last } = about;
  const pair: Shown[] = before === undefined ? [] : [before, last];
  const word = which!.toLowerCase();
  const inTime = (shown.length === 2 ? shown : pair).toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const place = PLACES[word];
  // A place is of a row that was shown or made at once: of what was spoken of one by one nobody knows where it began.
  const one =
    place === undefined
      ? { other: before, former: before, latter: last, earlier: inTime[0], later: inTime[1] }[word]
      : shown.at(place < shown.length ? place : shown.length);
  if (one === undefined) return undefined;
  const rest = pair.find(({ name, id }) => name !== one.name || id !== one.id);
  const sentence = timed === undefined ? text.replace(said, 'it') : `move it to ${timed.when}`;
  return { sentence, about: { ...one, ...(rest && { before: rest }), shown } };
}

/** "And the other one tomorrow": nothing but a time stands behind it. */
function timedOne(text: string, isTime: (words: string) => boolean) {
  const found = TIMED.exec(text);
  const when =
    found === null
      ? ''
      : text
          .slice(found[0].length)
          .replace(/[.!]+$/, '')
          .trim();
  return found !== null && isTime(when) ? { found, when: when.replace(/^(?:on|at|for|to)\s+/i, '') } : undefined;
}

const PLACES: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, fourth: 3, fifth: 4, last: -1 };
const WHICH = [...Object.keys(PLACES), 'other', 'former', 'latter', 'earlier', 'later'].join('|');

/** As below, and behind it anything. */
const TIMED = new RegExp(
  `^(?:and |but |oh |ok |then |, )*(?:make |move |put )?(?:(${WHICH}) one|the (${WHICH}) one)(?: to| for)?(?=\\s)`,
  'iu',
);

let compiled: { readonly behind: readonly string[]; readonly pattern: RegExp } | undefined;

function pattern(behind: readonly string[]): RegExp {
  if (compiled?.behind !== behind) {
    const ends = `(?=[.!?,]|$|\\s+(?:${behind.join('|')})\\b)`;
    // "First one is done", with no "the".
    const source = `(?:^(${WHICH}) one|\\bthe (${WHICH})(?: (?:one|item|entry))?)${ends}`;
    compiled = { behind, pattern: new RegExp(source, 'iu') };
  }
  return compiled.pattern;
}
