/**
 * A watch: what a source said of something last time beside what it says now. A snapshot is a flat set of named values,
 * so that what changed can be said field by field.
 */
import type { Notice, SourceItem } from './item.ts';

export type Snapshot = Readonly<Record<string, string>>;

export interface Change {
  readonly field: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What of an item is worth watching: facts, not wording. */
export function snapshotOf(item: SourceItem): Snapshot {
  const { trial, approval } = item;
  const values: Record<string, string | undefined> = {
    title: item.title,
    ...(item.source === 'page' && { text: item.text }),
    ...(trial && {
      status: trial.status,
      phase: trial.phases.join('/'),
      enrollment: trial.enrollment?.toString(),
      'primary completion': trial.primaryCompletion,
      'results posted': trial.resultsPosted ?? (trial.hasResults ? 'yes' : undefined),
    }),
    ...(approval && { approved: approval.approved, 'last action': approval.lastAction }),
    notices: noticesToWords(item.notices),
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export function noticesToWords(notices: readonly Notice[]): string {
  return notices
    .map(({ kind, date }) => [kind, date].filter(Boolean).join(' '))
    .toSorted()
    .join('; ');
}

export function compareSnapshots(before: Snapshot, after: Snapshot): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

export function describeChange({ field, before, after }: Change): string {
  const show = (value: string) => (value.length > 80 ? `${value.slice(0, 77)}…` : value);
  if (before === undefined) return `${field}: ${show(after ?? '')}`;
  if (after === undefined) return `${field}: no longer ${show(before)}`;
  if (before.length > 80 || after.length > 80) return `${field} changed`;
  return `${field}: ${show(before)} → ${show(after)}`;
}
