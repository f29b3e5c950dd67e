/** What running text says of a topic: the statements that are worth most at a level. Those of other chapters must name the topic. */
import type { Order, Part, Told } from './explaining.ts';
import { pointsPastSubject } from './facts/clause.ts';
import { contentStems, termKey } from './facts/terms.ts';
import { conceptOf } from './facts/things.ts';
import { levelPlan, worthOf } from './levels.ts';
import { subjectsCarried } from './material/paragraphs.ts';
import { allTellings, listsInLine } from './material/points.ts';
import { partsOf } from './material/text-headings.ts';
import { isNamedIn } from './material/topics.ts';
import type { Level, Passage } from './types.ts';

interface Rated extends Told {
  readonly place: number;
  /** The place of what it leans on: of the last statement that names its thing. */
  readonly head: number;
  readonly worth: number;
  readonly isDefinition: boolean;
  readonly rate: number;
}

const MOST = 8;
/** What a level has no use for is left out as long as so many statements stay. */
const FEWEST = 3;

export function runningText(order: Order, level: Level): Part[] {
  const { headed, named } = order;
  const { least } = levelPlan(level);
  const passages = [...headed, ...named].filter(
    ({ section, source }) => section === undefined && source.source_type !== 'knowledge',
  );
  const rated = passages.flatMap((passage, at) =>
    partsOf(passage).flatMap((part, index) => rate(part, passage, at + index / MOST_PARTS, order, level)),
  );
  const worthy = rated.filter(({ worth, isError, isDefinition }) => isError || isDefinition || worth >= least);
  const best = (worthy.length >= FEWEST ? worthy : rated)
    .toSorted((a, b) => b.rate - a.rate || a.place - b.place)
    .slice(0, MOST)
    .toSorted((a, b) => a.place - b.place);
  const has = (place: number) => best.some((other) => other.place === place);
  const sentences = best.filter(
    ({ place, head, isError }) => isError || place % STEP === 0 || head === place || has(head) || has(place - 1),
  );
  return sentences.length === 0 ? [] : [{ sentences }];
}

const STEP = 1000;
/** Headings that one passage of plain text may hold. */
const MOST_PARTS = 20;
/** "It is caused by …" goes on with what was named; "it is known that" does not. */
const PRONOUN =
  /^(?:it|they|its|their)\b(?! (?:is|was|has been|had been) (?:\p{L}+ )?(?:\p{L}+ed|known|thought|held|said|taught|important|likely|possible|clear) (?:that|to)\b)/iu;
/** Of the whole sentence before it. */
const POINTS = /^(?:this|that|these|those|such)\b/i;
const DEFINES = /^.{1,60}? (?:is|are) (?:an?|the) /;

function rate(passage: Passage, whole: Passage, at: number, { topic, headed, names }: Order, level: Level): Rated[] {
  const { words, longest } = levelPlan(level);
  const asked = contentStems(topic);
  const isOn = headed.includes(whole) || (passage !== whole && isNamedIn(termKey(passage.topic), names));
  const isThing = conceptOf(topic) !== undefined;
  const carried = subjectsCarried(listsInLine(passage.text));
  let before = 0;
  let head = 0;
  return allTellings(passage).flatMap((told, index): Rated[] => {
    const { text, isError } = told;
    const own = contentStems(text);
    const isNamed = isNamedIn(termKey(text), names) ? 1 : 0;
    // "It is caused by antibodies": of what the sentence before it says.
    const goesOn = !isError && isNamedIn(termKey(carried.get(text) ?? ''), names) ? 1 : 0;
    const says = Math.max(coverage(asked, own), isNamed, goesOn, !isError && PRONOUN.test(text) ? before : 0);
    before = says;
    const place = at * STEP + index;
    if (POINTS.test(text)) head = place - 1;
    else if (isError || !PRONOUN.test(text)) head = place;
    // "… are its dangers" is told of what that chapter is about, whatever it names. An error about something else stands in many a chapter, and is not of this one's thing.
    const isOff = (says < 1 && (!isOn || (isError && isThing))) || (!isOn && goesOn === 0 && pointsPastSubject(text));
    if (isOff || own.size < 3 || /[?]$/.test(text)) return [];
    const opens = termKey(text).startsWith(termKey(topic)) ? 2 : 0;
    const long = text.length > longest && !isError ? -2 : 0;
    const worth = worthOf(text, words);
    const rate = (isOn ? 3 : 0) + says * 3 + worth + opens + long - at * 0.15 - index * 0.1;
    return [{ ...told, passage, place, head, worth, rate, isDefinition: opens > 0 && DEFINES.test(text) }];
  });
}

function coverage(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  return [...asked].filter((word) => said.has(word)).length / asked.size;
}
