/** An explanation is sentences of the material, chosen and put in order; the level changes which, never what they say. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Citation } from '../citations/source.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { readSentences } from './facts/corpus.ts';
import { contentStems, termKey } from './facts/terms.ts';
import { cite } from './quiz/question.ts';
import { type Explanation, LEVELS, type Level, type Passage } from './types.ts';

const preference = z.strictObject({
  /** Sections of an entry, the first first; others are left out. */
  sections: z.array(z.string()),
  /** What a sentence is worth that matches. */
  words: z.array(z.strictObject({ like: z.string(), worth: z.number() })),
  longest: z.number(),
});
const file = z.strictObject({ beginner: preference, exam: preference, clinician: preference });

let read: Record<Level, { sections: string[]; words: { like: RegExp; worth: number }[]; longest: number }> | undefined;

function levels() {
  if (read !== undefined) return read;
  const data = file.parse(parse(readFileSync(new URL('./levels.yml', import.meta.url), 'utf8')));
  const compiled = LEVELS.map((level) => {
    const { sections, words, longest } = data[level];
    return [
      level,
      { sections, longest, words: words.map(({ like, worth }) => ({ like: new RegExp(like, 'i'), worth })) },
    ] as const;
  });
  read = Object.fromEntries(compiled) as NonNullable<typeof read>;
  return read;
}

export interface ExplainOrder {
  readonly topic: string;
  readonly level: Level;
  readonly material: string;
  /** Passages that may speak of the topic, the likeliest first. */
  readonly passages: readonly Passage[];
  readonly most: number;
}

interface Rated {
  readonly text: string;
  readonly passage: Passage;
  readonly place: number;
  readonly rate: number;
}

export function explainFrom({ topic, level, material, passages, most }: ExplainOrder): Explanation {
  const rated = passages.flatMap((passage, at) => rateSentences(passage, at, topic, level));
  const chosen = rated
    .sort((a, b) => b.rate - a.rate || a.place - b.place)
    .slice(0, most)
    .sort((a, b) => a.place - b.place);
  if (chosen.length === 0) throw unknownTopic(topic);
  const citations: Citation[] = [];
  const markers = new Map<string, number>();
  const sentences = chosen.map(({ text, passage }) => {
    let marker = markers.get(passage.id);
    if (marker === undefined) {
      marker = citations.length + 1;
      markers.set(passage.id, marker);
      citations.push(cite(passage, text, marker));
    }
    return { text, citation: marker };
  });
  const text = sentences.map((sentence) => `${sentence.text}[^${sentence.citation}]`).join(' ');
  return { topic, level, material, sentences, citations, text };
}

/** One after the other, the sources numbered on. */
export function joinExplanations(first: Explanation, second: Explanation, most = 8): Explanation {
  const offset = first.citations.length;
  const sentences = [
    ...first.sentences,
    ...second.sentences.map(({ text, citation }) => ({ text, citation: citation + offset })),
  ].slice(0, most);
  const citations = [
    ...first.citations,
    ...second.citations.map((citation) => ({ ...citation, marker: citation.marker + offset })),
  ].filter(({ marker }) => sentences.some(({ citation }) => citation === marker));
  const text = sentences.map((sentence) => `${sentence.text}[^${sentence.citation}]`).join(' ');
  return { ...first, sentences, citations, text };
}

export function unknownTopic(topic: string): ConsiliumError {
  return new ConsiliumError('TOPIC_UNKNOWN', `The material says nothing of "${topic.slice(0, 100)}".`, {
    hint: 'Ask with a word of the material, choose another material, or add one.',
  });
}

/** A passage on the topic lends its sentences; elsewhere a sentence must name it. */
function rateSentences(passage: Passage, at: number, topic: string, level: Level): Rated[] {
  const { sections, words, longest } = levels()[level];
  const asked = contentStems(topic);
  const isOn = coverage(asked, contentStems(`${passage.topic} ${passage.chapter_title}`)) === 1;
  const section = passage.source.source_type === 'knowledge' ? (passage.source.section ?? '') : undefined;
  const rank = section === undefined ? 0 : sections.indexOf(section);
  if (rank === -1) return [];
  return readSentences(passage.text).flatMap((text, index) => {
    const own = contentStems(text);
    const named = coverage(asked, own);
    if (!isOn && named < 1) return [];
    if (own.size < 3 || /[?]$/.test(text)) return [];
    const worth = words.reduce((sum, { like, worth: value }) => sum + (like.test(text) ? value : 0), 0);
    const opens = termKey(text).startsWith(termKey(topic)) ? 2 : 0;
    const long = text.length > longest ? -2 : 0;
    const rate = (isOn ? 3 : 0) + named * 3 + worth + opens + long - at * 0.15 - index * 0.1 - rank * 0.5;
    return [{ text, passage, place: at * 1000 + index, rate }];
  });
}

function coverage(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0;
  return [...asked].filter((word) => said.has(word)).length / asked.size;
}
