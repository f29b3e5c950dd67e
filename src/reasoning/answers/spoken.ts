/** A further question about a paper that was just quoted: "and at night?", "why not the 4 like before?" */
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { wordsIn } from '../../text/index.ts';
import { type Block, block, type Desk, quotePassage } from '../desk.ts';
import { type Passage, passagesOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { forbids } from './safety/rulings.ts';

const MOST_WORDS = 12;
/** So near in meaning that it is meant without a shared word; and so near that it is the best there is. */
const MEANS_IT = 0.45;
const BEST_LEFT = 0.24;

/** What is asked of one entry is not asked of the paper. */
const OF_ENTRIES = new Set<Subject['kind']>(['drug', 'drug_class', 'observation', 'vaccine']);
const OF_DATES = new Set<Frame['aspect']>([
  'since',
  'when',
  'dose',
  'value',
  'why-stopped',
  'who',
  'trend',
  'count',
  'purpose',
  'safe',
]);

/** Where the question itself names nothing: the sentence of those papers that shares a word with it. */
export function answerFromSpoken(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (named.length > 0 && !frame.inherited) return undefined;
  // "What am I allergic to then?": a list of the record is asked for by its name.
  if (frame.aspect === 'list' && frame.subjects.some(({ kind }) => kind === 'thing') && !frame.inherited)
    return undefined;
  if (OF_DATES.has(frame.aspect) && named.some(({ kind }) => OF_ENTRIES.has(kind))) return undefined;
  const [best] = weigh(desk, frame);
  return best === undefined || (best.shared === 0 && best.near < MEANS_IT) ? undefined : quoteIt(desk, best.passage);
}

/** Where nothing else answers: what of those papers comes nearest. */
export function answerNearSpoken(desk: Desk, frame: Frame): Block | undefined {
  const [best] = weigh(desk, frame);
  return best === undefined || best.shared + best.numbers + best.near < BEST_LEFT
    ? undefined
    : quoteIt(desk, best.passage);
}

function quoteIt(desk: Desk, passage: Passage): Block {
  return block(`**${quotePassage(desk, passage)}**`);
}

interface Weighed {
  passage: Passage;
  shared: number;
  numbers: number;
  near: number;
  /** It was quoted just now. */
  told: boolean;
}

const ASKS_UNTIL = pattern('asks_until');
const SAYS_UNTIL = pattern('says_until');

/** What a sentence must say to answer such a question, whatever words it has. */
const ANSWERS: Partial<Record<Frame['aspect'], (text: string) => boolean>> = {
  'why-stopped': saysBy('says_it_ended'),
  purpose: saysBy('gives_a_reason'),
  cause: saysBy('gives_a_reason'),
  safe: forbids,
};

function saysBy(name: Parameters<typeof pattern>[0]): (text: string) => boolean {
  const says = pattern(name);
  return (text) => says.test(text);
}

function weigh(desk: Desk, { text, aspect, scope }: Frame): Weighed[] {
  const quoted = desk.focus.quoted ?? [];
  if (quoted.length === 0 || wordsIn(text).length > MOST_WORDS) return [];
  const papers = new Set(quoted.map(({ paper }) => paper));
  const passages = passagesOf(desk.chart).filter(({ uuid, remark }) => !remark && papers.has(uuid));
  const asked = [...contentWords(text).keys()].map((word) => [...withSynonyms(new Map([[word, 1]])).keys()]);
  // "And two years ago?": the year is what is said.
  const years = new Set(
    [scope.near, scope.from, scope.to].flatMap((day) => (day === undefined ? [] : [day.slice(0, 4)])),
  );
  const numbers = [...(text.match(/\d+(?:[.,]\d+)?/g) ?? []), ...years];
  const untils = ASKS_UNTIL.test(text) ? 1 : 0;
  const near = nearnessTo(
    text,
    passages.map((passage) => passage.text),
  );
  const isShared = passages.some(({ stems }) => asked.some((words) => words.some((word) => stems.has(word))));
  return passages
    .map((passage, at) => {
      const told = quoted.some((one) => one.paper === passage.uuid && one.at === passage.paper.indexOf(passage));
      // "Why did they stop it?" of what was just quoted: the sentence there that says why.
      const fits = told && !isShared && ANSWERS[aspect]?.(passage.text) === true;
      return {
        passage,
        shared:
          asked.filter((words) => words.some((word) => passage.stems.has(word))).length +
          (SAYS_UNTIL.test(passage.text) ? untils : 0) +
          (fits ? 1 : 0),
        numbers: numbers.filter((number) => new RegExp(`(?<![\\d.,])${number}(?![\\d])`).test(passage.text)).length,
        near: near[at] ?? 0,
        told,
      };
    })
    .toSorted((a, b) => worth(b) - worth(a));
}

/** Just quoted counts for half a word more. */
function worth({ shared, numbers, near, told }: Weighed): number {
  return shared + numbers + near * 2 + (told ? 0.5 : 0);
}
