/** A number with what it counts or measures, and what the words around it make of it. */
import { readWording } from './wording.ts';

export interface Amount {
  /** What is measured: a family of units, a noun that is counted, or a label that is numbered. */
  readonly dimension: string;
  /** In the family's first unit. */
  readonly value: number;
  readonly to?: number | undefined;
  readonly written: string;
  readonly bound?: 'least' | 'most' | undefined;
  readonly blurred: boolean;
  readonly start: number;
  readonly end: number;
}

export function around(text: string, start: number, end: number): Pick<Amount, 'bound' | 'blurred'> {
  const { bounds, blur } = readWording();
  const before = ` ${text
    .slice(Math.max(0, start - 24), start)
    .toLowerCase()
    .replace(/\s+/g, ' ')}`;
  const after = `${text
    .slice(end, end + 16)
    .toLowerCase()
    .replace(/\s+/g, ' ')} `;
  const near = (phrases: readonly string[]) =>
    phrases.some(
      (phrase) =>
        before.endsWith(`${/^\w/.test(phrase) ? ' ' : ''}${phrase} `) ||
        before.endsWith(`${phrase} a `) ||
        (phrase.startsWith('or ') && after.startsWith(` ${phrase}`)) ||
        (!/^\w/.test(phrase) && before.trimEnd().endsWith(phrase)),
    );
  return {
    ...(near(bounds.least) ? { bound: 'least' as const } : near(bounds.most) ? { bound: 'most' as const } : {}),
    blurred: near(blur),
  };
}
