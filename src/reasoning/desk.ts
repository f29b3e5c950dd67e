/** What an answer is written at: the chart, the question, the footnotes, and the concerns of the turn. */

import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Fact } from '../clinical/index.ts';
import type { Chart } from './chart.ts';
import type { Told } from './concerns/types.ts';
import { measureWords } from './evidence/measures.ts';
import { inContext, type Passage } from './evidence/passages.ts';
import type { Reading } from './evidence/series.ts';
import type { Footnotes } from './footnotes.ts';
import type { EntryView } from './patient.ts';
import type { Focus, Frame } from './types.ts';
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
  /** How a told value was said, by concept. */
  said: ReadonlyMap<string, string>;
  facts: readonly Fact[];
}

/** What settles a frame, and what goes with it. */
export interface Block {
  /** The first sentence: it answers. */
  lead: string;
  body: string[];
  /** Whether the record or the knowledge answered; a denial that was earned is `absent`. */
  found: 'answered' | 'absent' | 'unclear';
  /** How far back in a series it stood, for "and before that?". */
  nth?: number;
  /** Keys of concerns that it tells. */
  tells?: readonly string[];
}

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

/** `Your allergy clinic letter of 18 Mar 2025 says: "…"` */
export function sayPassage(desk: Desk, passage: Passage): string {
  const source = passage.remark
    ? `The remark on ${lower(passage.title)}`
    : `Your ${lower(passage.title)} of ${sayDate(passage.time)}`;
  return `${source} says: ${quote(inContext(passage), 420)}${citePassage(desk, passage)}`;
}

/** The name of a concept as it is said in a sentence. */
export function nameOf(id: string): string {
  const said = measureWords.say[id];
  if (said !== undefined) return said;
  const name = openCatalogue().get(id)?.name ?? id.replace(/^\w+:/, '').replaceAll('_', ' ');
  return lower(name.replace(/\s*\([^)]*\)$/, ''));
}
