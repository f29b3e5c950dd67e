/**
 * An explanation is sentences of the material, chosen and put in order; the level changes which, never what they say. What
 * stands in a section is said under its name: a list of causes is no sentence by itself.
 */
import type { Citation } from '../citations/source.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { readSentences } from './facts/corpus.ts';
import { contentStems, termKey } from './facts/terms.ts';
import { type LevelPlan, levelPlan, worthOf } from './levels.ts';
import { listsInLine, tellingsOf } from './material/points.ts';
import { sectionNamed } from './material/sections.ts';
import { isThing, plainTitle } from './material/things.ts';
import { isNamedIn } from './material/topics.ts';
import { withMeanings } from './plain-words.ts';
import { cite } from './quiz/question.ts';
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
}

/** A paragraph: sentences that belong together, under a name or by themselves. */
interface Part {
  readonly opens?: string | undefined;
  readonly sentences: readonly { readonly text: string; readonly passage: Passage }[];
}

export function explainFrom(given: ExplainOrder): Explanation {
  const { topic, level, material, most } = given;
  const plan = levelPlan(level);
  const order = { ...given, headed: tellsMost(given.headings, plan) };
  const parts = cut([...runningText(order, plan), ...sectionParts(order, plan), ...elsewhere(order, plan)], most);
  if (parts.length === 0) throw unknownTopic(topic);
  return tell({ topic, level, material }, parts, plan.explains ? ownWords(order.names) : undefined);
}

/** A subject as a whole: what each of its things is, in a sentence. */
export function overviewFrom({ topic, level, material, headings, most }: ExplainOrder): Explanation {
  const parts = headings.flatMap((passages): Part[] => {
    const passage = passages.find(({ section }) => section === 'what it is');
    const text = passage && readSentences(passage.text)[0];
    return text === undefined ? [] : [{ opens: plainTitle(passage!.topic), sentences: [{ text, passage: passage! }] }];
  });
  if (parts.length === 0) throw unknownTopic(topic);
  return tell({ topic, level, material }, parts.slice(0, most), undefined);
}

/** What is being explained, and each of its words. */
function ownWords(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [name, ...name.split(/\s+/)]).map(termKey));
}

type Order = ExplainOrder & { readonly headed: readonly Passage[] };

function tellsMost(headings: readonly (readonly Passage[])[], { sections, figures }: LevelPlan): readonly Passage[] {
  const told = (passages: readonly Passage[]) =>
    new Set(passages.map(({ section }) => section ?? '').filter((name) => name in sections && !figures.includes(name)));
  const count = (passages: readonly Passage[]) => {
    const names = told(passages);
    return names.size + (names.has('what it is') ? 1 : 0);
  };
  return headings.toSorted((a, b) => count(b) - count(a))[0] ?? [];
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
    const said = part.sentences.map(({ text, passage }) => {
      const citation = markerOf(passage, text);
      sentences.push({ text, citation });
      return `${told === undefined ? text : withMeanings(text, told)}[^${citation}]`;
    });
    return `${part.opens === undefined ? '' : `**${part.opens}:** `}${said.join(' ')}`;
  });
  return { ...head, sentences, citations, text: paragraphs.join('\n\n') };
}

/** One after the other, the sources numbered on. */
export function joinExplanations(first: Explanation, second: Explanation): Explanation {
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
  return new ConsiliumError('TOPIC_UNKNOWN', `The material says nothing of "${topic.slice(0, 100)}".`, {
    hint: 'Ask with a word of the material, choose another material, or add one.',
  });
}

/** The sections of the thing itself, in the order of the level; the first says what it is about. */
function sectionParts({ headed, level }: Order, { sections, figures, longest, words }: LevelPlan): Part[] {
  const there = headed.filter(({ section }) => section !== undefined);
  const parts = Object.entries(sections).flatMap(([name, most]): Part[] => {
    const passages = there.filter(({ section }) => section === name);
    const sentences = passages.flatMap((passage) => tellingsOf(passage.text).map((text) => ({ text, passage })));
    const fit = figures.includes(name) ? withFigures(sentences) : sentences;
    const chosen = chooseBest(fit, most, (text) => worthOf(text, words) - (isUnfit(text, longest) ? 1 : 0));
    return chosen.length === 0 ? [] : [{ opens: opensWith(name, level), sentences: chosen }];
  });
  const [first, ...rest] = parts;
  const title = there[0] && plainTitle(there[0].topic);
  if (first === undefined || title === undefined) return [];
  const opens = first.opens === undefined ? title : `${title}, ${first.opens.toLowerCase()}`;
  return [{ ...first, opens }, ...rest];
}

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
const PRONOUN = /^(?:it|they|its|their)\b/i;
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
      const text = readSentences(passage.text).find((sentence) => isAbout(sentence, names));
      const opens = sectionNamed(section)?.opens?.toLowerCase();
      if (text === undefined) return [];
      return [{ opens: opens === undefined ? topic : `${topic}, ${opens}`, sentences: [{ text, passage }] }];
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
const MOST_RUNNING = 8;

/** Of running text the sentences that are worth most at this level; those of other chapters must name the topic. */
function runningText({ topic, headed, named }: Order, { words, longest }: LevelPlan): Part[] {
  const asked = contentStems(topic);
  const passages = [...headed, ...named].filter(
    ({ section, source }) => section === undefined && source.source_type !== 'knowledge',
  );
  const rated = passages.flatMap((passage, at) => {
    const isOn = headed.includes(passage);
    let before = 0;
    return readSentences(listsInLine(passage.text)).flatMap((text, index) => {
      const own = contentStems(text);
      // "It is caused by antibodies": of what the sentence before it says.
      const says = Math.max(coverage(asked, own), PRONOUN.test(text) ? before : 0);
      before = says;
      if ((!isOn && says < 1) || own.size < 3 || /[?]$/.test(text)) return [];
      const opens = termKey(text).startsWith(termKey(topic)) ? 2 : 0;
      const long = text.length > longest ? -2 : 0;
      const rate = (isOn ? 3 : 0) + says * 3 + worthOf(text, words) + opens + long - at * 0.15 - index * 0.1;
      return [{ text, passage, place: at * 1000 + index, rate }];
    });
  });
  const best = rated
    .toSorted((a, b) => b.rate - a.rate || a.place - b.place)
    .slice(0, MOST_RUNNING)
    .toSorted((a, b) => a.place - b.place);
  const sentences = best.filter(
    ({ text, place }) => !PRONOUN.test(text) || place % 1000 === 0 || best.some((other) => other.place === place - 1),
  );
  return sentences.length === 0 ? [] : [{ sentences }];
}

function coverage(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  return [...asked].filter((word) => said.has(word)).length / asked.size;
}
