/**
 * What a text itself says not to be one of those that it has just named: "Tetany does not belong here", "Escherichia coli does not."
 * Nobody has to know more of the world than the text says: that is why such a thing goes before any other where one asks which is not.
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { isItem } from './causes.ts';
import { coordinationsIn } from './coordinations.ts';
import { readSentences } from './sentences.ts';
import { contentStems, mentions, termKey, withoutArticle } from './terms.ts';

const file = z.strictObject({
  rows: z.array(
    z.strictObject({
      like: z.string(),
      said: z.enum(['here', 'deed']),
      example: z.string(),
      gives: z.string(),
      not: z.string(),
    }),
  ),
});

export interface OutsiderRow extends Omit<z.infer<typeof file>['rows'][number], 'like'> {
  readonly like: RegExp;
}

const THING = "(?<thing>\\p{L}(?:(?! (?:is|are|does|do|has|have|was|were) )[\\p{L}\\p{N}'’ -]){2,60}?)(?:, [^,]+,)?";

let read: readonly OutsiderRow[] | undefined;

export function outsiderRows(): readonly OutsiderRow[] {
  read ??= file.parse(readRows(new URL('./outsiders.yml', import.meta.url))).rows.map((row) => ({
    ...row,
    like: new RegExp(row.like.replaceAll('{thing}', THING), 'iu'),
  }));
  return read;
}

/** What is named together, and what the text says not to belong to it. */
export interface Excluded {
  readonly items: readonly string[];
  readonly outsiders: readonly string[];
  /** What is said of them, with a gap in their place: "… split urea." */
  readonly frame: string;
  /** The words that say so, and those of the list. */
  readonly words: string;
}

export function readExcluded(text: string): Excluded[] {
  const lists = listsIn(text);
  const found = readSentences(text).flatMap((sentence) =>
    denialsIn(sentence).map((denial) => ({ ...denial, sentence })),
  );
  const placed = found.flatMap(({ things, said, sentence }) => {
    const at = text.replace(/\s+/g, ' ').indexOf(sentence);
    const before = lists.filter((list) => list.at <= at);
    const isPlain = said === 'here' && before.length === 1;
    const list = before.findLast((each) => isPlain || isRightBefore(each, sentence, text, said));
    const fits = things.filter((thing) => list?.items.every((item) => !areOf(item, thing)));
    return list === undefined || fits.length === 0 ? [] : [{ list, outsiders: fits, sentence }];
  });
  return [...Map.groupBy(placed, ({ list }) => list)].map(([{ items, words, frame }, all]) => ({
    items,
    frame,
    outsiders: all.flatMap(({ outsiders }) => outsiders),
    words: [...new Set([words, ...all.map(({ sentence }) => sentence)])].join(' '),
  }));
}

/** One holds the words of the other: a kind of it, or it by a longer name. */
function areOf(item: string, thing: string): boolean {
  return mentions(termKey(item), thing) || mentions(termKey(thing), item);
}

/** Of each statement of a sentence, what it denies. */
function denialsIn(sentence: string): { things: string[]; said: OutsiderRow['said'] }[] {
  if (!/\b(?:not|no|none|never)\b/i.test(sentence)) return [];
  const clauses = sentence.replace(/[.!]$/, '').split(/\s*[;:]\s*|, (?:because|since|although|though|as|and) |,? but /);
  return clauses.flatMap((clause) => {
    for (const { like, said } of outsiderRows()) {
      const { thing = '' } =
        like.exec(clause.replace(/^(?:on the contrary|by contrast|however|yet),? /i, ''))?.groups ?? {};
      const things = thing.split(/,? (?:and|or|nor) |, /).map((each) => withoutArticle(each.trim()));
      if (thing !== '') return things.every(isThing) ? [{ things, said }] : [];
    }
    return [];
  });
}

function isThing(name: string): boolean {
  return isItem(name) && contentStems(name).size > 0 && !POINTS.test(name);
}

const POINTS =
  /^(?:it|its|they|their|this|that|these|those|such|both|each|one|others?|another|some|many|most|neither|none|the (?:former|latter|last|first|rest|others?))\b/i;

interface Run {
  readonly at: number;
  readonly items: readonly string[];
  readonly frame: string;
  readonly words: string;
}

const FEWEST = 3;

/** Points that stand below one another, and what a sentence names side by side, in their order. */
function listsIn(text: string): Run[] {
  const flat = text.replace(/\s+/g, ' ');
  const blocks = text.split(/\n\s*\n/).flatMap((block, at, all): Run[] => {
    const lines = block.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim());
    const items = lines.map((line) => withoutArticle(line.replace(/[.;,]$/, '')));
    const isList = items.length >= FEWEST && items.every((item) => isItem(item) && !/[.:!?]/.test(item));
    const frame = /[^.!?]+:$/.exec(all[at - 1]?.trim() ?? '')?.[0].trim() ?? '';
    const place = flat.indexOf(block.trim().replace(/\s+/g, ' '));
    return isList ? [{ at: place, items, frame: frame.replace(/:$/, ' …'), words: items.join(', ') }] : [];
  });
  const runs = readSentences(text).flatMap((sentence): Run[] => {
    const found = coordinationsIn(sentence).filter((run) => run.length >= FEWEST);
    const [items] = found;
    const isPlain =
      found.length === 1 && items !== undefined && !DENIES.test(sentence.slice(0, sentence.indexOf(items[0]!)));
    return isPlain ? [{ at: flat.indexOf(sentence), items, frame: frameOf(sentence, items), words: sentence }] : [];
  });
  return [...blocks, ...runs.filter(({ words }) => !blocks.some((block) => block.words.includes(words)))].toSorted(
    (a, b) => a.at - b.at,
  );
}

/** Up to where another statement begins. */
function frameOf(sentence: string, items: readonly string[]): string {
  const [from, last] = [sentence.indexOf(items[0]!), items.at(-1)!];
  const to = sentence.indexOf(last, from) + last.length;
  return `${sentence.slice(0, from)}…${sentence.slice(to).replace(/[;:].*$/u, '')}`.replace(/\.$/, '').trim();
}

const DENIES = /\b(?:not|no|never|without|except|unlike|neither)\b/i;

/**
 * Of several lists the one that the sentence ends, or that stands right before it. What is taken back without its verb began with the list:
 * "Proteus, Klebsiella and Serratia split urea. Escherichia coli does not."
 */
function isRightBefore({ items, words, at }: Run, sentence: string, text: string, said: OutsiderRow['said']): boolean {
  const sentences = readSentences(text);
  const isNext = sentences[sentences.indexOf(sentence) - 1] === words;
  if (said === 'deed') return isNext && withoutArticle(words).startsWith(items[0]!);
  const flat = text.replace(/\s+/g, ' ');
  const gap = flat.indexOf(sentence) - (at + words.length);
  return isNext || words === sentence || Math.abs(gap) <= NEAR;
}

/** Blanks and signs of a list between its last point and the sentence. */
const NEAR = 12;
