/**
 * An explanation is sentences of the material, chosen and put in order; the level changes which, never what they say. What
 * stands in a section is said under its name: a list of causes is no sentence by itself.
 */
import type { Citation } from '../citations/source.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { surroundingsOf } from './around.ts';
import { contentStems, termKey } from './facts/terms.ts';
import { type LevelPlan, levelPlan, worthOf } from './levels.ts';
import { type Telling, tellingsOf } from './material/points.ts';
import { sectionNamed } from './material/sections.ts';
import { isThing, plainTitle } from './material/things.ts';
import { isNamedIn } from './material/topics.ts';
import { withMeanings } from './plain-words.ts';
import { cite } from './quiz/question.ts';
import { runningText } from './running-text.ts';
import type { Explanation, Level, Passage } from './types.ts';

export interface ExplainOrder {
  readonly topic: string;
  readonly level: Level;
  readonly material: string;
  /** What is headed by the topic, by heading: of those that are as near, the one that has most to say at this level. */
  readonly headings: readonly (readonly Passage[])[];
  /** What names it elsewhere, the likeliest first. */
  readonly named: readonly Passage[];
  readonly names: readonly string[];
  readonly most: number;
  /** The part that was asked for: told whole, not in a choice. */
  readonly part?: string | undefined;
  /** All of the material, where what stands around the topic may be told too. */
  readonly around?: readonly Passage[] | undefined;
  /** Sentences that were told already. */
  readonly without?: ReadonlySet<string> | undefined;
}

/** A paragraph: sentences that belong together, under a name or by themselves. */
export interface Part {
  readonly opens?: string | undefined;
  readonly sentences: readonly Told[];
}

export interface Told extends Telling {
  readonly passage: Passage;
}

export function explainFrom(given: ExplainOrder): Explanation {
  const { topic, level, material, most, without } = given;
  const plan = levelPlan(level);
  const order = { ...given, headed: tellsMost(given.headings, plan) };
  const all = [...runningText(order, level), ...sectionParts(order, plan), ...elsewhere(order, plan)];
  const parts = cut(untold(all, without), most);
  if (parts.length === 0) throw unknownTopic(topic);
  const told = parts.flatMap(({ sentences }) => sentences);
  if (given.around !== undefined && without === undefined && given.part === undefined)
    parts.push(...surroundingsOf(told, { passages: given.around, names: order.names }, plan));
  return tell({ topic, level, material }, parts, plan.explains ? ownWords(order.names) : undefined);
}

/** Sentences that answer what is asked, in their order; a word on what they do not tell may stand above them. */
export function answerFrom(
  { topic, level, material, names }: Pick<ExplainOrder, 'topic' | 'level' | 'material' | 'names'>,
  sentences: readonly Told[],
  /** All of the material, where what stands around it may be told too. */
  around?: readonly Passage[],
): Explanation {
  const beside = around === undefined ? [] : surroundingsOf(sentences, { passages: around, names }, levelPlan(level));
  return tell(
    { topic, level, material },
    [{ sentences }, ...beside],
    levelPlan(level).explains ? ownWords(names) : undefined,
  );
}

/** A subject as a whole: what each of its things is, in a sentence. */
export function overviewFrom({ topic, level, material, headings, most }: ExplainOrder): Explanation {
  const parts = headings.flatMap((passages): Part[] => {
    const passage = passages.find(({ section }) => section === 'what it is');
    const [told] = passage === undefined ? [] : tellingsOf(passage.text, passage.topic);
    if (passage === undefined || told === undefined) return [];
    return [{ opens: plainTitle(passage.topic), sentences: [{ ...told, passage }] }];
  });
  if (parts.length === 0) throw unknownTopic(topic);
  return tell({ topic, level, material }, parts.slice(0, most), undefined);
}

/** What is being explained, and each of its words. */
function ownWords(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [name, ...name.split(/\s+/)]).map(termKey));
}

export type Order = ExplainOrder & { readonly headed: readonly Passage[] };

function tellsMost(headings: readonly (readonly Passage[])[], { sections, figures }: LevelPlan): readonly Passage[] {
  const told = (passages: readonly Passage[]) =>
    new Set(passages.map(({ section }) => section ?? '').filter((name) => name in sections && !figures.includes(name)));
  const count = (passages: readonly Passage[]) => {
    const names = told(passages);
    return names.size + (names.has('what it is') ? 1 : 0);
  };
  return headings.toSorted((a, b) => count(b) - count(a))[0] ?? [];
}

function untold(parts: readonly Part[], without: ReadonlySet<string> | undefined): readonly Part[] {
  if (without === undefined) return parts;
  return parts.map((part) => ({ ...part, sentences: part.sentences.filter(({ text }) => !without.has(text)) }));
}

/** Paragraphs up to a number of sentences. */
function cut(parts: readonly Part[], most: number): Part[] {
  let left = most;
  return parts.flatMap(({ opens, sentences }) => {
    const kept = sentences.slice(0, Math.max(0, left));
    left -= kept.length;
    return kept.length === 0 ? [] : [{ opens, sentences: kept }];
  });
}

/** What others say and the material corrects is not told as if it were so. */
const ERROR = '*An error that the material corrects:* ';

function tell(
  head: Pick<Explanation, 'topic' | 'level' | 'material'>,
  parts: readonly Part[],
  told: Set<string> | undefined,
): Explanation {
  const citations: Citation[] = [];
  const markers = new Map<string, number>();
  const markerOf = (passage: Passage, text: string) => {
    const known = markers.get(passage.id);
    if (known !== undefined) return known;
    citations.push(cite(passage, text, citations.length + 1));
    markers.set(passage.id, citations.length);
    return citations.length;
  };
  const sentences: { text: string; citation: number }[] = [];
  const paragraphs = parts.map((part) => {
    const said = part.sentences.map(({ text, passage, isError }) => {
      const citation = markerOf(passage, text);
      sentences.push({ text, citation });
      return `${isError ? ERROR : ''}${told === undefined ? text : withMeanings(text, told)}[^${citation}]`;
    });
    return `${part.opens === undefined ? '' : `**${part.opens}:** `}${said.join(' ')}`;
  });
  return { ...head, sentences, citations, text: paragraphs.join('\n\n') };
}

/** One after the other, the sources numbered on. */
export function joinExplanations(first: Explanation, second: Explanation | undefined): Explanation {
  if (second === undefined) return first;
  const offset = first.citations.length;
  return {
    ...first,
    sentences: [
      ...first.sentences,
      ...second.sentences.map(({ text, citation }) => ({ text, citation: citation + offset })),
    ],
    citations: [
      ...first.citations,
      ...second.citations.map((citation) => ({ ...citation, marker: citation.marker + offset })),
    ],
    text: `${first.text}\n\n${second.text.replace(/\[\^(\d+)\]/g, (_, marker: string) => `[^${Number(marker) + offset}]`)}`,
  };
}

export function unknownTopic(topic: string): ConsiliumError {
  return new ConsiliumError('TOPIC_UNKNOWN', `I did not find "${topic.slice(0, 100)}" in the material.`, {
    hint: 'Ask with a word of the material, choose another material, or add one.',
  });
}

/** The sections of the thing itself, in the order of the level; the first says what it is about. */
function sectionParts({ headed, level, part }: Order, { sections, figures, longest, words }: LevelPlan): Part[] {
  const there = headed.filter(({ section }) => section !== undefined);
  const wanted = part === undefined ? Object.entries(sections) : [[part, Number.POSITIVE_INFINITY] as const];
  const parts = wanted.flatMap(([name, most]): Part[] => {
    const passages = there.filter(({ section }) => section === name);
    const sentences = passages.flatMap((passage) =>
      tellingsOf(passage.text, passage.topic).map((told) => ({ ...told, passage })),
    );
    const meant = sentences.filter(({ text }) => worthOf(text, words) > UNWANTED);
    const fit = figures.includes(name) && part === undefined ? withFigures(meant) : meant;
    const chosen = chooseBest(fit, most, (text) => worthOf(text, words) - (isUnfit(text, longest) ? 1 : 0));
    return chosen.length === 0 ? [] : [{ opens: opensWith(name, level), sentences: chosen }];
  });
  const [first, ...rest] = parts;
  const title = there[0] && plainTitle(there[0].topic);
  if (first === undefined || title === undefined) return [];
  const opens = first.opens === undefined ? title : `${title}, ${first.opens.toLowerCase()}`;
  return [{ ...first, opens }, ...rest];
}

/** Worth so little that it is meant for others: "call 112" for a clinician. */
const UNWANTED = -5;

/** Those with figures, and what such a one leans on. */
function withFigures<T extends { readonly text: string }>(sentences: readonly T[]): T[] {
  const has = ({ text }: T) => /\d/.test(text);
  return sentences.filter((one, at) => {
    const next = sentences[at + 1];
    return has(one) || (next !== undefined && has(next) && leans(next.text));
  });
}

/** Too long for the level, or as good as nothing: "Very many." */
function isUnfit(text: string, longest: number): boolean {
  return text.length > longest || contentStems(text).size < 3;
}

function opensWith(name: string, level: Level): string | undefined {
  const section = sectionNamed(name);
  return level === 'beginner' ? (section?.plain ?? section?.opens) : section?.opens;
}

/** "It varies from day to day" needs what stands before it, and so does "Reduce over two weeks". */
const LEANING_WORDS = 3;
const leans = (text: string) => LEANS.test(text) || countWords(text) <= LEANING_WORDS;
const countWords = (text: string) => [...contentStems(text)].filter((stem) => /\p{L}/u.test(stem)).length;
const LEANS = /^(?:it|they|this|that|these|those|its|their|he|she|such|both|then|so|also|but|and|however)\b/i;

/** The best by worth, in the order in which they stand; what leans on a sentence goes with it. */
function chooseBest<T extends { readonly text: string }>(
  sentences: readonly T[],
  most: number,
  worth: (text: string) => number,
): T[] {
  const best = sentences
    .map((sentence, at) => ({ sentence, at, rate: worth(sentence.text) - at * 0.2 }))
    .toSorted((a, b) => b.rate - a.rate)
    .slice(0, most)
    .map(({ at }) => at);
  const chosen = sentences.filter(
    ({ text }, at) => best.includes(at) && (at === 0 || !leans(text) || best.includes(at - 1)),
  );
  if (chosen.length > 0) return chosen;
  const [only = 0] = best;
  return sentences.slice(Math.max(0, only - 1), only + 1);
}

/** What other chapters say of it in sections that this level asks for; by itself where there is no chapter of its own. */
function elsewhere({ headed, named, names }: Order, plan: LevelPlan): Part[] {
  const hasOwn = headed.length > 0;
  const most = hasOwn ? (plan.elsewhere?.most ?? 0) : MOST_ELSEWHERE;
  const wanted = hasOwn ? (plan.elsewhere?.sections ?? []) : Object.keys(plan.sections);
  return named
    .flatMap((passage): Part[] => {
      const { section } = passage;
      if (section === undefined || !wanted.includes(section) || !isThing(passage)) return [];
      const topic = plainTitle(passage.topic);
      const told = tellingsOf(passage.text, passage.topic).find(({ text }) => isAbout(text, names));
      const opens = sectionNamed(section)?.opens?.toLowerCase();
      if (told === undefined) return [];
      return [{ opens: opens === undefined ? topic : `${topic}, ${opens}`, sentences: [{ ...told, passage }] }];
    })
    .slice(0, most);
}

const MOST_BEFORE = 2;

/** Named among the first of a list, or in a statement: one of many is a mention. */
function isAbout(sentence: string, names: readonly string[]): boolean {
  const parts = sentence.split(/[,;]/);
  const beginning = parts.slice(0, MOST_BEFORE).join(',');
  return isNamedIn(termKey(parts.length > MOST_BEFORE + 1 ? beginning : sentence), names);
}

const MOST_ELSEWHERE = 4;
