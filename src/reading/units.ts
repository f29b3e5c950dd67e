/**
 * A document as the units a reader takes in: sentences of prose, items of lists, rows of tables, headings, blocks of code.
 * Units come in order, do not overlap, and know their place in the source; their text is words only.
 */

import { sentencesIn } from '../text/index.ts';
import { type Document, hasContent, tidy } from './document.ts';

export type UnitKind = 'sentence' | 'item' | 'row' | 'heading' | 'code';

export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Which block it belongs to, counted from 0. */
  readonly block: number;
  /** Of a heading. */
  readonly level?: number | undefined;
  /** It stands around what is said: the head of a mail, its greeting, its signature. */
  readonly frame?: boolean | undefined;
}

export function unitsOf({ words, source, blocks }: Document): Unit[] {
  const units: Unit[] = [];
  for (const [block, { kind, start, end, level, frame }] of blocks.entries()) {
    const push = (as: UnitKind, from: number, to: number) => {
      const said = words.slice(from, to);
      const begin = from + said.length - said.trimStart().length;
      const stop = begin + said.trim().length;
      const text =
        as === 'code'
          ? source.slice(begin, stop)
          : as === 'row'
            ? cells(words.slice(begin, stop))
            : tidy(words.slice(begin, stop));
      if (stop > begin && (as === 'heading' || hasContent(text)))
        units.push({
          ...{ kind: as, start: begin, end: stop, text, block },
          ...(level !== undefined && { level }),
          ...(frame && { frame }),
        });
    };
    if (kind === 'prose' || kind === 'item')
      for (const [from, to] of sentencesIn(words, start, end)) push(kind === 'prose' ? 'sentence' : 'item', from, to);
    else push(kind, start, end);
  }
  return units;
}

function cells(row: string): string {
  return row
    .split(/\||\s{3,}/)
    .map(tidy)
    .filter((cell) => cell !== '')
    .join(', ');
}
