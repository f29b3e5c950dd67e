/** What a check looks at, and what it saw. */
import type { CodeFile, Document } from '../../reading/index.ts';
import { readWording } from '../statements/index.ts';
import type { Groups } from './recognise.ts';

/** What a check saw. */
export interface Seen {
  readonly holds: boolean;
  readonly message: string;
  readonly evidence?: string | undefined;
  readonly at?: number | undefined;
  /** Words and signs speak for it; nobody measured it. */
  readonly likely?: boolean | undefined;
}

export interface Artifact {
  readonly text: string;
  readonly path?: string | undefined;
  readonly document: Document;
  readonly code: CodeFile | undefined;
}

export type Check = (artifact: Artifact, groups: Groups) => Seen | undefined | Promise<Seen | undefined>;

export function seen(holds: boolean, message: string, more: Pick<Seen, 'evidence' | 'at'> = {}): Seen {
  return { holds, message, ...more };
}

export function readNumber(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  const lower = said.toLowerCase().trim();
  if (/^(?:a|an|a single|one)$/.test(lower)) return 1;
  const spelled = readWording().numbers[lower];
  const value = spelled ?? Number(lower.replace(/,(?=\d{3}\b)/g, '').replace(/[.,]$/, ''));
  return Number.isFinite(value) ? value : undefined;
}

export function findWord(text: string, said: string): number {
  const escaped = said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const before = /^[\p{L}\p{N}_]/u.test(said) ? '(?<![\\p{L}\\p{N}_])' : '';
  const after = /[\p{L}\p{N}_]$/u.test(said) ? '(?![\\p{L}\\p{N}_])' : '';
  return text.search(new RegExp(before + escaped + after, 'iu'));
}

export function around(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - 40), at + 80)
    .replace(/\s+/g, ' ')
    .trim();
}
