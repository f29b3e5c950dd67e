/** Questions about somebody else: only papers can speak of them, and no value of the patient answers. */
import { wordsIn } from '../../text/index.ts';
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { type Passage, passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { cueWords, isCue } from '../frames/cues.ts';
import type { Frame } from '../types.ts';

/** What is asked of a person's facts; whether something is safe for me because of my brother is about me. */
const OF_FACTS = new Set<Frame['aspect']>([
  'have',
  'value',
  'when',
  'about',
  'due',
  'result',
  'count',
  'list',
  'since',
  'explain',
  'identity',
  'said',
  'who',
  'judge',
  'take',
]);
const ASKS_OF = /^\W*(?:and |so |but )?(?:what|when|is|are|was|were|does|do|did|has|have|had|how|which|who|where)\b/i;

export function answerOfOther(desk: Desk, frame: Frame): Block | undefined {
  const who = OF_FACTS.has(frame.aspect) && ASKS_OF.test(frame.text) ? otherIn(desk, frame.text) : undefined;
  if (who === undefined) return undefined;
  const names = who.stems;
  const asked = [...contentWords(frame.text)].filter(([word]) => !names.has(word));
  const words = [...withSynonyms(new Map(asked)).keys()];
  const worth = ({ stems }: Passage) => words.filter((word) => stems.has(word)).length;
  const [best, second] = passagesOf(desk.chart)
    .filter(({ stems }) => [...names].some((each) => stems.has(each)))
    .toSorted(
      (a, b) =>
        worth(b) - worth(a) ||
        Number(b.label === 'Patient') - Number(a.label === 'Patient') ||
        (b.time ?? '').localeCompare(a.time ?? ''),
    );
  if (best === undefined)
    return block(
      `**Your record does not say that of ${who.said}: it is about you.** I looked through your papers and your family history.`,
      [],
      'absent',
    );
  if (words.length > 0 && worth(best) === 0)
    return block(`**Of ${who.said} your papers say only this.** ${sayPassage(desk, best)}`);
  const alike = second !== undefined && worth(second) === worth(best) ? [sayPassage(desk, second)] : [];
  return block(`**${quotePassage(desk, best)}**`, alike);
}

interface Other {
  said: string;
  stems: ReadonlySet<string>;
}

/** Where in a question its subject stands. */
const MOST_BEFORE = 4;
const LEAST_LETTERS = 3;

/** "My daughter", "our son", or a name that papers give to somebody who is not the patient. */
function otherIn({ chart }: Desk, text: string): Other | undefined {
  const words = wordsIn(text).slice(0, MOST_BEFORE + 1);
  const kin = words.find(
    ({ lower }, at) => isCue('kin', withoutOwn(lower)) && /^(?:my|our)$/.test(words[at - 1]?.lower ?? ''),
  );
  if (kin !== undefined) return { said: `your ${withoutOwn(kin.lower)}`, stems: kinStems(withoutOwn(kin.lower)) };
  const own = new Set(wordsIn(chart.view.name ?? '').map(({ lower }) => lower));
  const name = words
    .slice(1)
    .find(
      ({ text: said, lower }) =>
        said.length >= LEAST_LETTERS && /^\p{Lu}\p{Ll}+$/u.test(said) && !own.has(lower) && isRelative(chart, said),
    );
  return name === undefined ? undefined : { said: name.text, stems: stemsOf(name.text) };
}

/** "Mum" is who a letter calls the mother. */
function kinStems(word: string): ReadonlySet<string> {
  const called = (['mothers', 'fathers', 'children'] as const).find((cue) => isCue(cue, word));
  return stemsOf([word, ...(called === undefined ? [] : cueWords(called))].join(' '));
}

function withoutOwn(word: string): string {
  return word.replace(/['’]s$/, '');
}

/** Papers call them by what they are to the patient: "her daughter Ife", "partner Matteo". */
function isRelative(chart: Desk['chart'], name: string): boolean {
  return passagesOf(chart).some(({ text }) => {
    const at = text.indexOf(name);
    const before = at < 0 ? undefined : wordsIn(text.slice(0, at)).at(-1)?.lower;
    return before !== undefined && isCue('kin', before);
  });
}
