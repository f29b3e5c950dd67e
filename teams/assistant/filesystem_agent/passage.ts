/** A passage of a text, replaced or taken out. */
import { ConsiliumError } from 'consilium/kernel';

/** The one place where a passage stands: as it is written, else as a word of its own in any case. */
export function edit(content: string, find: string, replace: string, path: string): string {
  const exact = placesOf(content, find, 'gu');
  const found = exact.length > 0 ? exact : placesOf(content, find, 'giu');
  const whole = found.filter(({ isWord }) => isWord);
  const [place, ...more] = whole.length > 0 ? whole : found;
  if (place === undefined || more.length > 0)
    throw new ConsiliumError(
      'PASSAGE_UNCLEAR',
      place === undefined
        ? `"${find.slice(0, 100)}" does not stand in ${path}; nothing was changed.`
        : `"${find.slice(0, 100)}" stands in ${path} ${more.length + 1} times; nothing was changed.`,
      { hint: place === undefined ? 'Say it as it stands there.' : 'Say more of what stands around it.' },
    );
  const { from, to } = replace === '' ? wholeLine(content, place) : place;
  return content.slice(0, from) + replace + content.slice(to);
}

function placesOf(content: string, find: string, flags: string): { from: number; to: number; isWord: boolean }[] {
  // Under `u` only signs of the syntax may be escaped: a hyphen is none outside of a class.
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return [...content.matchAll(new RegExp(escaped, flags))].map(({ 0: said, index }) => ({
    from: index,
    to: index + said.length,
    isWord:
      !/[\p{L}\p{N}]$/u.test(content.slice(0, index)) && !/^[\p{L}\p{N}]/u.test(content.slice(index + said.length)),
  }));
}

/** Of a line on which nothing else stands but a mark, the line goes too. */
function wholeLine(content: string, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const start = content.lastIndexOf('\n', from - 1) + 1;
  const end = content.indexOf('\n', to);
  const [before, after] = [content.slice(start, from), content.slice(to, end < 0 ? content.length : end)];
  const isAlone = /^\s*(?:[-*•]|\d+[.)]|- \[[ x]\])?\s*$/.test(before) && after.trim() === '';
  return isAlone ? { from: start, to: end < 0 ? content.length : end + 1 } : { from, to };
}
