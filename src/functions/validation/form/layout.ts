/** How a document is laid out: the order of its sections, how often words stand in it, how its headings are written. */
import { unitsOf } from '../../../reading/index.ts';
import type { Check } from '../seen.ts';
import { readNumber, seen } from '../seen.ts';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A date or a version at the head of an entry, as a number that grows with time. */
function orderOf(line: string): { kind: string; value: number }[] {
  const version = /(?<![\d.])v?(\d+)\.(\d+)(?:\.(\d+))?(?![\d.])/.exec(line);
  const date = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(line);
  const number = (parts: readonly (string | undefined)[]) =>
    parts.reduce((sum, part) => sum * 10_000 + Number(part ?? 0), 0);
  return [
    ...(date === null ? [] : [{ kind: 'date', value: number(date.slice(1)) }]),
    ...(version === null ? [] : [{ kind: 'version', value: number(version.slice(1)) }]),
  ];
}

export const LAYOUT: Readonly<Record<string, Check>> = {
  times: ({ text }, { words = '', n, bound = '' }) => {
    const wanted = /^once$/i.test(n ?? '') ? 1 : /^twice$/i.test(n ?? '') ? 2 : readNumber(n);
    if (wanted === undefined) return undefined;
    const has = text.match(new RegExp(`(?<![\\p{L}\\p{N}])${literal(words)}(?![\\p{L}\\p{N}])`, 'giu'))?.length ?? 0;
    const holds = /at least/i.test(bound)
      ? has >= wanted
      : /at most|no more/i.test(bound)
        ? has <= wanted
        : has === wanted;
    return seen(holds, `"${words}" stands in it ${has} times.`);
  },
  before: ({ document, text }, { words = '', other = '' }) => {
    const headings = unitsOf(document).filter(({ kind }) => kind === 'heading');
    const place = (said: string) =>
      headings.find((one) => one.text.toLowerCase().includes(said.toLowerCase()))?.start ??
      text.toLowerCase().indexOf(said.toLowerCase());
    const [first, second] = [place(words), place(other)];
    return seen(first >= 0 && second >= 0 && first < second, `"${words}" at ${first}, "${other}" at ${second}.`);
  },
  heading_depth: ({ document }, { n }) => {
    const limit = readNumber(n) ?? 0;
    const deep = document.blocks.find(({ kind, level = 1 }) => kind === 'heading' && level > limit);
    return seen(deep !== undefined, deep === undefined ? 'None is deeper.' : 'One is deeper.', { at: deep?.start });
  },
  heading_case: ({ document }, { case: style = '' }) => {
    const headings = unitsOf(document).filter(({ kind }) => kind === 'heading');
    if (headings.length === 0) return undefined;
    const fits = /title/i.test(style)
      ? (text: string) =>
          text
            .split(/\s+/)
            .every(
              (word) =>
                /^[^\p{L}]*\p{Lu}|^(?:a|an|the|of|and|or|in|on|to|for|with|at|by|from|as)$/u.test(word) ||
                !/\p{L}/u.test(word),
            )
      : (text: string) =>
          text
            .split(/\s+/)
            .slice(1)
            .every((word) => !/^\p{Lu}\p{Ll}/u.test(word));
    const odd = headings.find(({ text }) => !fits(text));
    return seen(odd === undefined, odd === undefined ? 'All are.' : `"${odd.text}" is not.`, { at: odd?.start });
  },
  iso_dates: ({ text }) => {
    const other =
      /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d/.exec(
        text,
      );
    const iso = /\b\d{4}-\d{2}-\d{2}\b/.test(text);
    return other === null && !iso
      ? undefined
      : seen(other === null, other === null ? 'All are.' : `"${other[0]}" is not.`);
  },
  subject_apart: ({ text }) => {
    const [first = '', second = '', ...rest] = text.split('\n');
    const holds = first.trim() !== '' && second.trim() === '' && rest.some((line) => line.trim() !== '');
    return seen(holds, holds ? 'The second line is empty.' : 'The second line is not empty, or nothing follows it.');
  },
  list_of: ({ text }, { what = '', n }) => {
    const sizes = listsIn(text, /numbered|ordered$/i.test(what) && !/unordered/i.test(what));
    const wanted = readNumber(n);
    const holds = wanted === undefined ? sizes.length > 0 : sizes.includes(wanted);
    // Which list it is that was meant, nobody measured.
    return {
      ...seen(holds, sizes.length === 0 ? 'There is no such list.' : `Its lists have ${sizes.join(', ')} items.`),
      likely: true,
    };
  },
  capital_start: ({ document }) => seen(/^\P{L}*\p{Lu}/u.test(document.words), 'By its first letter.'),
  title_is: ({ document }, { words = '' }) => {
    const first = unitsOf(document).find(({ kind }) => kind === 'heading');
    return seen(first?.text.toLowerCase() === words.toLowerCase(), `The first heading is "${first?.text ?? ''}".`);
  },
  newest_first: ({ text, document }) => {
    const headings = unitsOf(document)
      .filter(({ kind }) => kind === 'heading')
      .map((one) => one.text);
    const values = (headings.length > 1 ? headings : text.split('\n')).flatMap(orderOf);
    const kinds = ['date', 'version'].map((kind) =>
      values.filter((one) => one.kind === kind).map(({ value }) => value),
    );
    const list = kinds.find((one) => one.length > 1);
    if (list === undefined) return undefined;
    const falls = list.every((value, index) => index === 0 || value <= list[index - 1]!);
    return seen(falls, falls ? 'Each is older than the one before it.' : 'One is newer than the one before it.');
  },
  indentation: ({ text }, { what = '', n }) => {
    const indents = text.split('\n').flatMap((line) => /^[ \t]+(?=\S)/.exec(line)?.[0] ?? []);
    if (indents.length === 0) return undefined;
    const step = readNumber(n);
    const fits = (one: string) =>
      /tab/i.test(what) ? /^\t+ ?$/.test(one) : /^ +$/.test(one) && (step === undefined || one.length % step === 0);
    const odd = indents.findIndex((one) => !fits(one));
    return seen(odd < 0, odd < 0 ? 'Each indented line is.' : 'Not every indented line is.');
  },
  one_line: ({ text }) => seen(!text.trim().includes('\n'), 'By its line breaks.'),
};

/** How many items each list has: runs of lines with a mark; what is indented below an item belongs to it. */
function listsIn(text: string, numbered: boolean): number[] {
  const mark = numbered ? /^\d+[.)]\s/ : /^[-*+•]\s/;
  const sizes: number[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    if (mark.test(line)) {
      if (open) sizes[sizes.length - 1]!++;
      else sizes.push(1);
      open = true;
    } else if (line.trim() !== '' && !/^\s/.test(line)) open = false;
  }
  return sizes;
}
