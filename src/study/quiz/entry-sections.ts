/**
 * Which of four is what the material says of a thing: how it is treated, what causes it, what it is used for. The others are
 * what it says there of things of the same kind that have nothing to do with it.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { leaks } from '../facts/described.ts';
import { readSentences } from '../facts/sentences.ts';
import { contentStems, mentions, termKey } from '../facts/terms.ts';
import { sectionNamed } from '../material/sections.ts';
import { frontOf } from '../material/things.ts';
import type { Passage, QuestionKind, Relation } from '../types.ts';
import type { Chance } from './chance.ts';
import type { Entry, EntryGround } from './entry.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

export const ASKED: Readonly<Record<string, Relation>> = {
  ...{ causes: 'cause', symptoms: 'symptom', diagnosis: 'test', treatment: 'treatment', complications: 'effect' },
  ...{ 'used for': 'treatment', 'side effects': 'effect', interactions: 'effect', cautions: 'effect' },
  ...{ 'how it is taken': 'treatment', monitoring: 'test', 'high values': 'cause', 'low values': 'cause' },
};

const LONGEST = 160;
const SHORTEST_WORDS = 3;
const WRONG = 3;
/** Longer or shorter than this the right one stands out. */
const MOST_TIMES = 2.2;

export function askSection(
  kind: QuestionKind,
  entry: Entry,
  name: string,
  { entries }: EntryGround,
  chance: Chance,
): Draft | undefined {
  const passage = entry.sections.get(name);
  const right = passage && tellingOf(entry, passage);
  const front = passage && frontOf(sectionNamed(name), passage);
  if (kind !== 'choice' || passage === undefined || right === undefined || front?.includes(': ') !== false)
    return undefined;
  const wrong: string[] = [];
  for (const other of chance.shuffle(entries.filter((each) => isApart(entry, each)))) {
    if (wrong.length === WRONG) break;
    const there = other.sections.get(name);
    const said = there && tellingOf(other, there);
    if (said !== undefined && isOther(said, right, entry, wrong)) wrong.push(said);
  }
  if (wrong.length < WRONG) return undefined;
  const { options, label } = lettered(right, wrong, chance);
  return {
    ...{ kind, relation: ASKED[name] as Relation, stem: front, options },
    key: { kind: 'option', label, text: upperFirst(right) },
    ...{ reason: `“${right}.”`, passage, words: right },
  };
}

/** What is asked for is a thing there: "ask for a plan" is none. */
const THINGS = new Set([
  'causes',
  'symptoms',
  'complications',
  'used for',
  'side effects',
  'cautions',
  'high values',
  'low values',
]);
const TOLD =
  /^(?:ask|tell|see|do|don['’]t|take|avoid|check|keep|stop|use|call|get|go|have|bring|carry|drink|eat|talk|never|always|let|make|try|start|discuss|watch|if|when)\b/i;

/** The first sentence of a section, where it tells something by itself and does not name the thing. */
function tellingOf({ names }: Entry, { text, section }: Passage): string | undefined {
  const [first = ''] = readSentences(text);
  if (THINGS.has(section ?? '') && TOLD.test(first)) return undefined;
  const isFit = first.length <= LONGEST && contentStems(first).size >= SHORTEST_WORDS && !/["“”?]/.test(first);
  return isFit && !names.some((name) => leaks(name, first)) ? first.replace(/\.$/, '') : undefined;
}

function isApart(entry: Entry, other: Entry): boolean {
  if (other === entry || other.kind !== entry.kind) return false;
  if (entry.kind === 'condition' && (entry.system === undefined || other.system === entry.system)) return false;
  const catalogue = openCatalogue();
  const [a, b] = [entry, other].map(({ title }) => catalogue.link({ name: title })?.id);
  return a === undefined || b === undefined || !(catalogue.isA(a, b) || catalogue.isA(b, a));
}

/** Nothing of it is said of the thing: no word of the right answer, no name of the thing. */
function isOther(said: string, right: string, entry: Entry, chosen: readonly string[]): boolean {
  const times = Math.max(said.length, right.length) / Math.min(said.length, right.length);
  if (times > MOST_TIMES || entry.names.some((name) => mentions(termKey(said), name))) return false;
  const own = contentStems([...entry.sections.values()].map(({ text }) => text).join(' '));
  const words = [...contentStems(said)];
  const shared = words.filter((word) => own.has(word)).length;
  return shared / words.length < 0.34 && !chosen.some((other) => termKey(other) === termKey(said));
}
