/** Two that are named by "both", and names in marks: each is a request of its own. */
import { readClause } from './clause.ts';
import { type KnownKind, matchKnown, NOTHING_KNOWN } from './known.ts';
import { conjuncts } from './rows.ts';
import type { Reading } from './segments.ts';

/** "Delete both", "push both calls back": the two that were spoken of, or the two that the word fits. */
export function both(reading: Reading): Reading[] | undefined {
  const { tool, clause } = reading;
  const { message, from, to, about } = clause;
  const kind = /^known_(\w+)$/.exec(tool.slots['query'] ?? '')?.[1] as KnownKind | undefined;
  if (kind === undefined || !message.tokens.slice(from, to).some(({ word }) => word === 'both')) return undefined;
  const spoken = about?.before?.kinds.includes(kind) && about.kinds.includes(kind) ? [about.before, about] : [];
  const names = NAMES[kind] === undefined ? [] : message.known[NAMES[kind]];
  const fit = names.filter((name) =>
    matchKnown(message.tokens, from, to, { ...NOTHING_KNOWN, [NAMES[kind]!]: [name] }).has(kind),
  );
  const two = spoken.length === 2 ? spoken.map(({ name }) => name) : fit;
  if (two.length !== 2) return undefined;
  return two.map((name) => ({
    ...reading,
    clause: { ...clause, known: new Map([[kind, { name, share: 1, at: [] }]]) },
  }));
}

const NAMES: Partial<Record<KnownKind, 'events' | 'todos' | 'reminders'>> = {
  event: 'events',
  todo: 'todos',
  reminder: 'reminders',
};

/** "Add "pay the bill" due Thursday and "call Jo" due Friday": each name in marks is a thing, with the time behind it. */
export function quotedEach(reading: Reading): Reading[] | undefined {
  const { clause } = reading;
  const parts = conjuncts(clause).map(({ from, to }) => readClause(clause.message, from, to));
  if (parts.length < 2 || clause.message.content !== undefined || !parts.every(({ quote }) => quote !== undefined))
    return undefined;
  return parts.map((part) => ({
    ...reading,
    clause: { ...part, list: part.list ?? clause.list, when: part.when ?? clause.when },
  }));
}
