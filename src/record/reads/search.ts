import { handleOf } from '../../storage/handle.ts';
import { loadNodes, type Properties, type RecordNode } from '../patient.ts';
import { isError, open, type Reader, text } from './reader.ts';
import { describerFor, TIMELINE_LABELS, type TimelineItem } from './timeline.ts';

export interface Hit extends TimelineItem {
  /** Where the words stand, with a little around them. */
  snippet: string | null;
}

const SEARCHED = new Set([...TIMELINE_LABELS, 'Practitioner', 'Organization']);

/** Entries in which every word of the query stands, names before texts, then newest first. Accents and case do not matter. */
export function searchRecord(reader: Reader, query: string, limit = 50): Hit[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const tenant = open(reader, 'search');
  if (words.length === 0) return [];
  const describe = describerFor(reader, tenant);
  return loadNodes(handleOf(reader.data), reader.patientId)
    .filter(({ label, properties }) => SEARCHED.has(label) && !isError(properties))
    .flatMap((node) => match(node, words))
    .sort((a, b) => b.rank - a.rank || (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
    .slice(0, limit)
    .map(({ node, time, snippet }) => ({ ...describe(node, time || null), snippet }));
}

interface Match {
  node: RecordNode;
  rank: number;
  time: string;
  snippet: string | null;
}

function match(node: RecordNode, words: string[]): Match[] {
  const { properties: p } = node;
  const name = fold(text(p.name) ?? '');
  const body = bodyOf(p);
  const folded = fold(body);
  if (!words.every((word) => name.includes(word) || folded.includes(word))) return [];
  const inName = words.every((word) => name.includes(word));
  const rank = inName ? (name.startsWith(words[0]!) ? 3 : 2) : 1;
  return [{ node, rank, time: timeOf(p), snippet: inName ? null : snippetOf(body, folded, words[0]!) }];
}

function bodyOf(p: Properties): string {
  const reactions = Array.isArray(p.reactions) ? p.reactions.join(', ') : null;
  const value = typeof p.value === 'string' && p.value !== p.text ? p.value : null;
  return [p.text, value, p.reason, reactions, p.code].filter(Boolean).join(' · ');
}

function snippetOf(body: string, folded: string, word: string): string | null {
  const at = folded.indexOf(word);
  if (at < 0) return body.slice(0, 120) || null;
  const from = Math.max(0, at - 60);
  const to = Math.min(body.length, at + 100);
  return `${from > 0 ? '…' : ''}${body.slice(from, to).replace(/\s+/g, ' ').trim()}${to < body.length ? '…' : ''}`;
}

function timeOf(p: Properties): string {
  return text(p.time) ?? text(p.start) ?? text(p.onset_date) ?? text(p.recorded_date) ?? '';
}

/** Same length as its source, so that places in one are places in the other. */
function fold(words: string): string {
  return Array.from(words.toLowerCase(), (letter) => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
    return plain.length === letter.length ? plain : letter;
  }).join('');
}
