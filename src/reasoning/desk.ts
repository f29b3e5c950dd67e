/** What an answer is written at: the chart, the question, the footnotes, and the concerns of the turn. */

import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Fact } from '../clinical/index.ts';
import type { Chart } from './chart.ts';
import type { Told } from './concerns/types.ts';
import { measureWords } from './evidence/measures.ts';
import { beforeShort, inContext, type Passage } from './evidence/passages.ts';
import type { Reading } from './evidence/series.ts';
import type { Footnotes } from './footnotes.ts';
import type { EntryView } from './patient.ts';
import { pattern } from './patterns.ts';
import type { Focus, Frame, Subject } from './types.ts';
import { lower, quote, sayDate } from './wording.ts';

export interface Desk {
  chart: Chart;
  now: string;
  notes: Footnotes;
  focus: Focus;
  /** The message in the first person. */
  message: string;
  frames: readonly Frame[];
  /** What the message tells. */
  told: readonly Told[];
  /** What was told before in this talk, and is in no record. */
  heard: readonly Told[];
  /** How a told value was said, by concept. */
  said: ReadonlyMap<string, string>;
  facts: readonly Fact[];
  /** The sentences of papers that the answer has quoted. */
  quoted: Set<Passage>;
}

/** What settles a frame, and what goes with it. */
export interface Block {
  /** The first sentence: it answers. */
  lead: string;
  body: string[];
  /** Whether the record or the knowledge answered; a denial that was earned is `absent`; what nobody could read `unread`. */
  found: 'answered' | 'absent' | 'unclear' | 'unread';
  /** How far back in a series it stood, for "and before that?". */
  nth?: number;
  /** The days that it was about, for "and then?". */
  at?: { from: string; to: string };
  /** What the answer itself brought up: "it" of the next question. */
  about?: readonly Subject[];
  /** The sentence on a relative that it told. */
  kin?: string;
  /** What it asks back: the subjects that are offered. */
  offers?: readonly Subject[];
  /** Keys of concerns that it tells. */
  tells?: readonly string[];
  /** Whether it may be: no, only after asking, or nothing speaks against it. */
  verdict?: 'no' | 'ask' | 'yes';
  /** What speaks against the thing that was asked about. */
  caution?: Caution;
}

/** Against doing something: `critical` where the record forbids it, `important` where somebody is to be asked first. */
export type Caution = { severity: 'critical' | 'important'; say: string; taken: boolean };

export function block(
  lead: string,
  body: readonly (string | undefined)[] = [],
  found: Block['found'] = 'answered',
): Block {
  return { lead, body: body.filter((part): part is string => part !== undefined && part !== ''), found };
}

export function cite({ notes }: Desk, item: EntryView, date?: string | null): string {
  return notes.entry({
    uuid: item.uuid,
    label: item.label,
    name: item.label === 'AllergyRecord' ? `${item.name} allergy` : item.name,
    date,
  });
}

export function citeReading({ notes }: Desk, { uuid, time }: Reading, name: string): string {
  return notes.entry({ uuid, label: 'Observation', name, date: time });
}

export function citePassage({ notes }: Desk, { uuid, label, title, time }: Passage): string {
  return notes.entry({ uuid, label, name: title, date: time });
}

/** `Your allergy clinic letter of 18 Mar 2025 says: "…"`; nothing where the answer has quoted it already. */
export function sayPassage(desk: Desk, passage: Passage): string {
  if (desk.quoted.has(passage) || isSelling(passage)) return '';
  return quotePassage(desk, passage);
}

const SELLS = pattern('sells_something');

/** What somebody sells by is no paper on this person: it is quoted only where it is what was asked for. */
function isSelling({ printed = false, paper }: Passage): boolean {
  return printed && SELLS.test(paper.map(({ text }) => text).join(' '));
}

/** The same in its one sentence, beside an answer that numbers give. */
export function mentionPassage(desk: Desk, passage: Passage): string {
  if (desk.quoted.has(passage)) return '';
  return quotePassage(desk, passage, [...beforeShort(passage).slice(-1), passage]);
}

/** The same, quoted anew where it must stand: it is what answers. */
export function quotePassage(
  desk: Desk,
  passage: Passage,
  context: readonly Passage[] = inContext(passage),
  longest = LONGEST_QUOTE,
): string {
  if (passage.label === 'Patient' && passage.text.startsWith('Goal: ')) {
    desk.quoted.add(passage);
    return `Your goal${passage.time === null ? '' : ` since ${sayDate(passage.time)}`}: ${lower(
      passage.text
        .replace(/^Goal: /, '')
        .replace(/ \(since [^)]*\)\.?$/, '')
        .replace(/\.$/, ''),
    )}.${citePassage(desk, passage)}`;
  }
  const source = passage.remark
    ? `The remark on ${lower(passage.title)}${passage.time === null ? '' : ` (${sayDate(passage.time)})`}`
    : PAPER.test(passage.title)
      ? `Your ${lower(passage.title)}${passage.time === null ? '' : ` of ${sayDate(passage.time)}`}`
      : `Your paper "${passage.title}" of ${sayDate(passage.time)}`;
  const shown = context.filter((each) => each === passage || !desk.quoted.has(each));
  for (const each of shown) desk.quoted.add(each);
  return `${source} says: ${quote(shown.map(({ text }) => text).join(' '), longest)}${citePassage(desk, passage)}`;
}

const LONGEST_QUOTE = 640;
/** A title that says what kind of paper it is stands in a sentence. */
const PAPER =
  /\b(?:letter|note|notes|summary|report|record|results?|plan|form|printout|card|page|sheet|handbook|comment|statement|certificate|history|leaflet|agreement|care|message|e-?mail|list)\b/i;

/** A title that says who wrote it: "Diabetes nurse", "Orthopaedic clinic, seven weeks". */
const WRITTEN_BY = pattern('written_by_carers');

/** A letter, a note, a plan, or of somebody who treats: not a flyer or what somebody copied from elsewhere. */
export function isPaper({ title, printed = false }: Passage): boolean {
  return !printed && (PAPER.test(title) || WRITTEN_BY.test(title));
}

/** The name of a concept as it is said in a sentence. */
export function nameOf(id: string): string {
  const said = measureWords.say[id];
  if (said !== undefined) return said;
  const concept = openCatalogue().get(id);
  if (id.startsWith('entry:')) return 'it';
  if (concept === undefined) return id.replace(/^\w+:/, '').replaceAll('_', ' ');
  return lower(concept.name.replace(/\s*\([^)]*\)$/, ''));
}
