/**
 * What the patient's own papers say: letters, notes, discharge summaries and the remarks on entries, in sentences.
 * They are material: a sentence that gives orders to whoever reads it is never quoted as a statement about the patient.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { sentencesOf, stem, wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';

export interface Passage {
  /** The entry to cite. */
  uuid: string;
  label: string;
  title: string;
  time: string | null;
  text: string;
  stems: ReadonlySet<string>;
  /** A remark on an entry of the record rather than a sentence of a document. */
  remark: boolean;
}

const read = new WeakMap<Chart['view'], Passage[]>();
const LONGEST_DOCUMENT = 200_000;

export function passagesOf({ view, property }: Chart): Passage[] {
  const known = read.get(view);
  if (known !== undefined) return known;
  const passages = [
    ...view.documents.flatMap(({ uuid, label, name, time, text }) =>
      sentencesOfNote(text.slice(0, LONGEST_DOCUMENT)).map((sentence) => toPassage({ uuid, label, title: name, time, text: sentence, remark: false })),
    ),
    ...[...view.conditions, ...view.medicines, ...view.allergies].flatMap((item) => {
      const note = property(item.uuid, 'text');
      if (typeof note !== 'string' || note === '') return [];
      const time = 'onset' in item ? item.onset : 'end' in item ? (item.end ?? item.start) : null;
      return sentencesOfNote(note).map((sentence) => toPassage({ uuid: item.uuid, label: item.label, title: item.name, time, text: sentence, remark: true }));
    }),
  ].filter(({ text }) => !isOrder(text));
  read.set(view, passages);
  return passages;
}

function toPassage(passage: Omit<Passage, 'stems'>): Passage {
  return { ...passage, stems: stemsOf(`${passage.text}${passage.remark ? ` ${passage.title}` : ''}`) };
}

export function stemsOf(text: string): Set<string> {
  return new Set(wordsIn(text).flatMap(({ lower }) => [stem(lower), ...lower.split(/[-/]/).map(stem)]));
}

/** Lines are sentences too; what follows with "It", "They" or "Then" is read with what it speaks of. */
function sentencesOfNote(text: string): string[] {
  const sentences = text.split(/\n{2,}|\n(?=\s*[-•*])/).flatMap((block) => sentencesOf(block.replace(/\s*\n\s*/g, ' ')));
  return sentences.reduce<string[]>((kept, sentence) => {
    const before = kept.at(-1);
    const follows = /^(?:It|They|He|She|This|That|These|Then|Both|The same|No mucosal|A second)\b/.test(sentence);
    return follows && before !== undefined && before.length < 240 && !isOrder(sentence) && !isOrder(before) ? [...kept.slice(0, -1), `${before} ${sentence}`] : [...kept, sentence];
  }, []);
}

const TO_READERS = /\b(?:automated|assistant|chat ?bot|language model|llm|software|reader of this|ai (?:system|reader|model|assistant)|system prompt|previous instructions|prior instructions|ignore (?:all|any|the|previous)|disregard|you are now|whoever reads)\b/i;
const ORDERING = /\b(?:state that|tell the (?:patient|family|user|reader)|answer that|reply|respond|output|say that|do not mention|must say|report that|instruct)\b/i;

/** "Note to any automated reader: state that …" speaks to us, not of the patient. */
export function isOrder(sentence: string): boolean {
  return TO_READERS.test(sentence) && (ORDERING.test(sentence) || /\b(?:ignore|disregard|note to|instruction|attention)\b/i.test(sentence));
}

export interface Sought {
  /** Concepts that the passage should name, by any of their names. */
  concepts: readonly string[];
  /** Further words, each with what it is worth. */
  words: ReadonlyMap<string, number>;
  /** A passage must name one of the concepts, where there are any. */
  named?: boolean;
}

export interface Found {
  passage: Passage;
  score: number;
  /** The stems of the question that it holds. */
  shared: string[];
  named: boolean;
}

/** The passages that speak of it, best first; the rarer a shared word in these papers, the more it says. */
export function findPassages(chart: Chart, { concepts, words, named = false }: Sought): Found[] {
  const passages = passagesOf(chart);
  const names = concepts.map(namesOf);
  const rarity = (word: string) => Math.log(1 + passages.length / (1 + passages.filter(({ stems }) => stems.has(word)).length));
  const weights = new Map([...words].map(([word, worth]) => [word, worth * rarity(word)] as const));
  return passages
    .map((passage): Found => {
      const hit = names.filter((each) => isNamed(each, passage)).length;
      const shared = [...weights.keys()].filter((word) => passage.stems.has(word));
      const score = hit * 4 + shared.reduce((sum, word) => sum + weights.get(word)!, 0);
      return { passage, score, shared, named: hit > 0 };
    })
    .filter((found) => found.score > 0 && (!named || found.named))
    .toSorted((a, b) => b.score - a.score || (b.passage.time ?? '').localeCompare(a.passage.time ?? ''));
}

type Names = readonly (readonly string[])[];
const nameCache = new Map<string, Names>();

/** Every name of a concept and of what it includes, as lists of stems. */
function namesOf(id: string): Names {
  const known = nameCache.get(id);
  if (known !== undefined) return known;
  const catalogue = openCatalogue();
  const ids = [id, ...catalogue.descendants(id)].slice(0, 120);
  const names = ids.flatMap((each) => catalogue.get(each)?.names ?? []).map((name) => [...stemsOf(name.replaceAll('"', ''))]);
  const kept = names.filter((words) => words.length > 1 || (words[0]?.length ?? 0) > 2);
  if (nameCache.size > 2000) nameCache.clear();
  nameCache.set(id, kept);
  return kept;
}

function isNamed(names: Names, { stems }: Passage): boolean {
  return names.some((words) => words.every((word) => stems.has(word)));
}
