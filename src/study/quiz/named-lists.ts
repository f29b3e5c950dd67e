/** What a chapter names as the causes, symptoms or side effects of a thing. */
import { readCauses, readDenied, standsUnder } from '../facts/causes.ts';
import { isNegated, readClause } from '../facts/clause.ts';
import { coordinationsIn } from '../facts/coordinations.ts';
import type { Sentence } from '../facts/corpus.ts';
import { isTechnical } from '../facts/described.ts';
import { grammar } from '../facts/grammar.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, isPlural, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { conceptsIn } from '../facts/things.ts';
import { pointsOf } from '../material/points.ts';
import { inSentence, isThing, plainTitle } from '../material/things.ts';
import type { Passage, Relation } from '../types.ts';
import { lowerUnlessProper } from './causes.ts';

export interface NamedList {
  readonly of: string;
  readonly section: string;
  /** "causes of", "indications for". */
  readonly joint?: string | undefined;
  readonly items: readonly string[];
  /** It stands under that heading, and is not of it (facts/causes.ts). */
  readonly isUnder?: boolean | undefined;
  /** Nothing of the list was left out. */
  readonly isWhole: boolean;
  readonly passage: Passage;
  readonly words: string;
  /** What else the course says of the thing: what stands there is tied to it. */
  readonly around?: string | undefined;
  /** What the course says not to belong. */
  readonly denied?: readonly string[] | undefined;
}

export const RELATIONS: Readonly<Record<string, Relation>> = {
  ...{
    causes: 'cause',
    symptoms: 'symptom',
    'side effects': 'effect',
    complications: 'effect',
    treatment: 'treatment',
  },
  ...{
    signs: 'symptom',
    features: 'symptom',
    findings: 'symptom',
    effects: 'effect',
    indications: 'treatment',
    contraindications: 'effect',
  },
  ...{ 'risk factors': 'cause', 'adverse effects': 'effect', triggers: 'cause', manifestations: 'symptom' },
  ...{ 'susceptibility factors': 'cause', 'predisposing factors': 'cause', drugs: 'treatment' },
  ...{ precipitants: 'cause', 'precipitating factors': 'cause', stimuli: 'function' },
};
/** So many make a question; of fewer only an option is taken for another list. */
export const FEWEST = 3;

/** Of chapters that have such sections. */
export function sectionLists(passages: readonly Passage[]): NamedList[] {
  return passages.flatMap((passage) => {
    const { section = '', topic } = passage;
    if (!(section in RELATIONS) || !isThing(passage)) return [];
    const list = listIn(passage.text);
    if (list === undefined) return [];
    return [{ ...list, ...ofTopic(topic, section), passage }];
  });
}

/** What tells of something else than the section is about, or of what does not belong to it. */
const ASIDE =
  /\b(?:unlike|whereas|while|contrast|errors?|mistakes?|avoid(?:ed)?|forbidden|confused|instead|protects?|against|lowers?|less|stops?|spares?|except|save|but|used to|once|former|older|contacts?|relatives?|partners?|household|staff)\b/i;

/** "Alcoholism and malnutrition raise that risk": of what was told before. */
const POINTS =
  /\b(?:this|that|these|those|such) (?!(?:is|are|was|were|has|have|can|may|the|an?)\b)\p{Ll}{3,}(?<!s)\b(?=[.,;]| (?:of|in|by|with|and)\b)/u;

/** What the sentences of such sections name side by side, and of those that their heading says: "Risk factors for kernicterus". */
export function besideLists(passages: readonly Passage[]): NamedList[] {
  return passages.flatMap((passage) => {
    const place = placeIn(passage);
    if (place === undefined || listIn(passage.text) !== undefined) return [];
    return readSentences(passage.text)
      .filter((sentence) => !isNegated(sentence) && !ASIDE.test(sentence) && !POINTS.test(sentence))
      .flatMap((words) =>
        coordinationsIn(words)
          .filter((items) => isOfPlace(words, items, place.of))
          .map((items) => ({ ...place, items, isWhole: false, passage, words, around: passage.text })),
      );
  });
}

function ofTopic(topic: string, section: string): Pick<NamedList, 'of' | 'section' | 'isUnder'> {
  const of = inSentence(plainTitle(topic));
  return { of, section, isUnder: standsUnder(of, section) };
}

function placeIn(passage: Passage): Pick<NamedList, 'of' | 'section' | 'joint' | 'isUnder'> | undefined {
  const { section = '', topic } = passage;
  // What is said of one of many things is not said of the others.
  if (section in RELATIONS && isThing(passage))
    return isPlural(plainTitle(topic)) ? undefined : ofTopic(topic, section);
  const [, noun = '', joint = '', of = ''] = HEADED.exec(plainTitle(topic)) ?? [];
  const what = noun.toLowerCase();
  return what in RELATIONS ? { of: inSentence(withoutArticle(of)), section: what, joint } : undefined;
}

/** "Lead gives colic, …" tells of lead, whatever the section is about. */
function isOfPlace(sentence: string, items: readonly string[], of: string): boolean {
  const [first = '', last = ''] = [items[0], items.at(-1)];
  const [before, behind] = [
    sentence.slice(0, sentence.indexOf(first)),
    sentence.slice(sentence.indexOf(last) + last.length),
  ];
  const clause = readClause(sentence);
  const subject = clause === undefined ? '' : withoutArticle(sentence.slice(0, clause.subject.end));
  const isOther =
    subject !== '' && subject.length < before.length && isTechnical(subject) && !mentions(termKey(of), subject);
  // "… are used in pemphigus", in a chapter on blistering diseases.
  const isOfTopic = (text: string) =>
    conceptsIn(text).every(({ start, end }) => mentions(termKey(of), text.slice(start, end)));
  return !isOther && isOfTopic(before) && isOfTopic(behind);
}

const HEADED = /^(\p{L}+(?: \p{L}+)?) (of|for|in|with) (.{3,60})$/u;

/** Lists in sentences; `course` are all sentences, by which it is told what else is tied to the thing. */
export function causeLists(sentences: readonly Sentence[], course: readonly Sentence[] = sentences): NamedList[] {
  const texts = new Map<string, string>();
  const denied = new Map<string, string[]>();
  for (const sentence of course) {
    const { passage, text } = sentence;
    const key = `${passage.chapter.split('.')[0]}/${passage.topic}`;
    texts.set(key, `${texts.get(key) ?? ''} ${text}`);
    const items = readDenied(sentence);
    if (items.length > 0) denied.set(key, [...(denied.get(key) ?? []), ...items]);
  }
  const isOpposable = sentences.some((sentence) => hasOpposite(readCauses(sentence)?.what ?? ''));
  const listed = isOpposable
    ? course.filter(({ text }) => MAY_OPPOSE.test(text)).flatMap((sentence) => readCauses(sentence) ?? [])
    : [];
  return sentences.flatMap((sentence) => {
    const caused = readCauses(sentence);
    if (caused === undefined) return [];
    const { of, items, what, joint, isUnder } = caused;
    // What reduces an effect does not increase it.
    const opposed = listed
      .filter((other) => termKey(other.of) === termKey(of) && areOpposed(other.what, what))
      .flatMap((other) => other.items);
    const { passage } = sentence;
    const key = `${passage.chapter.split('.')[0]}/${passage.topic}`;
    const isOfTopic = termKey(of) === termKey(passage.topic);
    return [
      {
        ...{
          of: what === 'examples' ? of.toLowerCase() : lowerUnlessProper(of),
          section: what,
          joint,
          items,
          isUnder,
          isWhole: false,
          passage,
          words: sentence.text,
        },
        around: texts.get(key),
        denied: [...opposed, ...(isOfTopic ? (denied.get(key) ?? []) : [])],
      },
    ];
  });
}

/** What such a list is named by stands in its sentence. */
const MAY_OPPOSE =
  /\b(?:increas|enhanc|potentiat|rais|prolong|reduc|decreas|weaken|lower|unsafe|safe|trigger|precipita|provok|set off)/i;

const OPPOSED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:increase|raise|prolong)/, /\b(?:reduce|lower|decrease)/],
  [/\b(?:unsafe|triggers|precipitants)\b/, /\bsafe\b/],
];

function hasOpposite(what: string): boolean {
  return OPPOSED.some((pair) => pair.some((way) => way.test(what)));
}

function areOpposed(a: string, b: string): boolean {
  return OPPOSED.some(([one, other]) => (one.test(a) && other.test(b)) || (other.test(a) && one.test(b)));
}

/** The points of a list, or the first sentence where it is nothing but one. */
export function listIn(text: string): Pick<NamedList, 'items' | 'isWhole' | 'words'> | undefined {
  const points = pointsOf(text);
  const [first = ''] = readSentences(text);
  if (points.length < FEWEST && isStatement(first)) return undefined;
  const written = points.length >= FEWEST ? points : partsOf(first.replace(/\.$/, ''));
  const items = written.map((item) => item.replace(/\*\*|\.$|\s*\([^()]*\)/g, '').trim()).filter(isItem);
  if (items.length < FEWEST) return undefined;
  return { items, isWhole: items.length === written.length, words: points.length >= FEWEST ? text : first };
}

/** "Furosemide and torasemide reduce oedema" says something of its list. */
function isStatement(text: string): boolean {
  const { verbs, auxiliaries } = grammar();
  const words = text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  return words.slice(1).some((word) => auxiliaries.has(word) || (verbs.has(word) && !/(?:ing|ed)$/.test(word)));
}

/** "A, B and C"; what an "and" joins within a list stays together. */
function partsOf(list: string): string[] {
  // What stands in brackets is of one of them.
  const parts = list.replace(/\s*\([^()]*\)/g, '').split(/, (?:and |or )?|; /);
  const [, one, two] = /^(\S+(?: \S+){0,2}) (?:and|or) (\S+(?: \S+){0,2})$/.exec(parts.at(-1) ?? '') ?? [];
  const isLast = one !== undefined && two !== undefined && parts.slice(0, -1).every((part) => !JOINED.test(part));
  return isLast ? [...parts.slice(0, -1), one, two] : parts;
}

const JOINED = / (?:and|or) /;
const MOST_WORDS = 6;

function isItem(item: string): boolean {
  const { auxiliaries } = grammar();
  const words = item.toLowerCase().split(/\s+/);
  if (/ (?:and|or)$/.test(item)) return false;
  if (!/^[\p{L}\p{N}'’/ ()+-]{4,60}$/u.test(item) || words.length > MOST_WORDS || JOINED.test(item)) return false;
  if (
    grammar().small.has(words[0] as string) ||
    /^(?:rarely|seldom|often|sometimes|later|mostly|usually)$/.test(words[0] as string)
  )
    return false;
  return contentStems(item).size > 0 && !words.some((word) => auxiliaries.has(word));
}

/** "drug causes" are causes. */
export function lastNoun(what: string): string {
  return Object.keys(RELATIONS).find((noun) => what.endsWith(noun)) ?? what;
}
