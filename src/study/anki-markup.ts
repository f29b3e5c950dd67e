/**
 * HTML of a card as words. Markup that carries meaning stays, as signs: 10⁹ is not 109, what is struck through is not said,
 * what is **bold** or _slanted_ is so,
 * a list has points, a table has cells, a picture is told of. Everything else is gone, and nothing of it is run.
 */
import { decodeEntities } from '../text/index.ts';

export const MOST_FIELD = 20_000;
/** What is read of a field with all its markup. */
const MOST_MARKUP = 10 * MOST_FIELD;

/** The words of a field; entities are read once and never as markup again. */
export function plainText(field: string, html: boolean): string {
  const given = field.slice(0, MOST_MARKUP);
  const words = html ? decodeEntities(withoutTags(given)) : given;
  return words
    .replace(/\[sound:([^\][]{0,200})\]/g, (_, name: string) => `[sound: ${fileName(name)}]`)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MOST_FIELD);
}

/** Signs of emphasis stand at the edges of words: "T_max" and "HLA-B*57" have none. */
const BOLD = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n]{1,2000}?)(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu;
const SLANTED = /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]{1,2000}?)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;

/** As HTML again: words escaped, line ends as `<br>`, what is struck through or stressed as that. */
export function toMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/~~([^~\n]{1,2000})~~/g, '<s>$1</s>')
    .replace(BOLD, '<b>$1</b>')
    .replace(SLANTED, '<i>$1</i>')
    .replaceAll('\n', '<br>');
}

/** Elements whose content is no text. */
const SILENT = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math', 'head']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'ul', 'ol', 'table', 'hr', 'h1', 'h2', 'h3', 'h4', 'dt', 'dd']);
const CELLS = new Set(['td', 'th']);

type Mark = 'sup' | 'sub' | 'struck' | 'bold' | 'slanted';
const MARKS: Readonly<Record<string, Mark>> = {
  ...{ sup: 'sup', sub: 'sub', s: 'struck', strike: 'struck', del: 'struck' },
  ...{ b: 'bold', strong: 'bold', i: 'slanted', em: 'slanted' },
};

/** An element that is open, whose words become something else when it closes. */
interface Opened {
  readonly name: string;
  readonly mark: Mark | undefined;
  /** What was written before it. */
  readonly before: string;
}

/** Of open elements; deeper ones are read as if they were not there. */
const DEEPEST = 50;

interface Walk {
  out: string;
  readonly opened: Opened[];
  /** Of each list that is open the number of its last point; undefined where points have none. */
  readonly lists: (number | undefined)[];
  cells: number;
}

/** One walk over the text: what stands between `<name` and `>` is a tag, a `<` that begins none stays. */
function withoutTags(html: string): string {
  const walk: Walk = { out: '', opened: [], lists: [], cells: 0 };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      walk.out += html.slice(at);
      break;
    }
    walk.out += html.slice(at, open);
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const tag = /^<(\/?)([a-z][\w:-]*)/i.exec(html.slice(open, open + 60));
    if (tag === null) {
      walk.out += '<';
      at = open + 1;
      continue;
    }
    const name = (tag[2] as string).toLowerCase();
    at = endOfTag(html, open);
    if (tag[1] === '/') closeElement(walk, name);
    else if (SILENT.has(name)) at = html[at - 2] === '/' ? at : afterElement(html, at, name);
    else openElement(walk, name, html.slice(open, Math.min(at, open + LONGEST_TAG)));
  }
  while (walk.opened.length > 0) closeElement(walk, walk.opened.at(-1)!.name);
  return walk.out;
}

const LONGEST_TAG = 2_000;

function openElement(walk: Walk, name: string, tag: string): void {
  if (BREAKS.has(name)) walk.out += '\n';
  if (name === 'ul' || name === 'ol') walk.lists.push(name === 'ol' ? 0 : undefined);
  if (name === 'li') walk.out += pointOf(walk.lists);
  if (name === 'tr') walk.cells = 0;
  if (CELLS.has(name) && walk.cells++ > 0) walk.out += ' | ';
  if (name === 'img') walk.out += ` [image${imageName(tag)}] `;
  const mark = MARKS[name] ?? (name === 'span' || name === 'font' ? styleOf(tag) : undefined);
  if ((mark !== undefined || name === 'span') && walk.opened.length < DEEPEST) open(walk, name, mark);
}

function closeElement(walk: Walk, name: string): void {
  if (BREAKS.has(name)) walk.out += '\n';
  if (name === 'ul' || name === 'ol') walk.lists.pop();
  const at = walk.opened.findLastIndex((opened) => opened.name === name);
  if (at === -1) return;
  // What was not closed within it closes with it.
  for (const { mark, before } of walk.opened.splice(at).toReversed())
    walk.out = before + (mark === undefined ? walk.out : marked(mark, walk.out, before.slice(-1)));
}

/** What comes from here on is written apart until it closes. */
function open(walk: Walk, name: string, mark: Mark | undefined): void {
  walk.opened.push({ name, mark, before: walk.out });
  walk.out = '';
}

function pointOf(lists: (number | undefined)[]): string {
  const last = lists.at(-1);
  if (last === undefined) return '• ';
  lists[lists.length - 1] = last + 1;
  return `${last + 1}. `;
}

function imageName(tag: string): string {
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)?.slice(1).find(Boolean);
  const name = (attribute('alt') ?? '').trim() || fileName(attribute('src') ?? '');
  const plain = decodeEntities(name)
    .replace(/[^\p{L}\p{N} .,()+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? '' : `: ${plain.slice(0, 80)}`;
}

/** The last part of an address; of data within the page nothing. */
function fileName(address: string): string {
  return /^data:/i.test(address) ? '' : (address.split(/[?#]/)[0]!.split(/[\\/]/).at(-1) ?? '').slice(0, 80);
}

function styleOf(tag: string): Mark | undefined {
  if (/text-decoration[^;"']{0,40}line-through/i.test(tag)) return 'struck';
  const align = /vertical-align\s*:\s*(super|sub)\b/i.exec(tag)?.[1]?.toLowerCase();
  return align === undefined ? undefined : align === 'super' ? 'sup' : 'sub';
}

const RAISED = signs('0123456789+-−=()n i', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ ⁱ');
const LOWERED = signs('0123456789+-−=() aeox', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ ₐₑₒₓ');

function signs(plain: string, small: string): ReadonlyMap<string, string> {
  const [from, to] = [[...plain], [...small]];
  return new Map(from.map((sign, at) => [sign, to[at] as string]));
}

/** In small signs where there are such, else with `^` or `_` before it. "4th" is read the same either way. */
function marked(mark: Mark, text: string, before: string): string {
  const words = text.trim();
  if (words === '') return text;
  if (mark === 'struck') return `~~${words.replaceAll('~~', '')}~~`;
  if (mark === 'bold') return stressed(text, '**');
  if (mark === 'slanted') return stressed(text, '_');
  if (mark === 'sup' && /\d$/.test(before) && /^(?:st|nd|rd|th)$/i.test(words)) return words;
  const plain = decodeEntities(words);
  const table = mark === 'sup' ? RAISED : LOWERED;
  if ([...plain].every((sign) => table.has(sign))) return [...plain].map((sign) => table.get(sign)).join('');
  const sign = mark === 'sup' ? '^' : '_';
  return /^[\p{L}\p{N}]+$/u.test(plain) ? `${sign}${words}` : `${sign}(${words})`;
}

/** Each line by itself, its blanks outside of the signs. */
function stressed(text: string, sign: string): string {
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '' || words.includes(sign)) return line;
      const at = line.indexOf(words);
      return `${line.slice(0, at)}${sign}${words}${sign}${line.slice(at + words.length)}`;
    })
    .join('\n');
}

function endOfTag(html: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < html.length; at++) {
    const sign = html[at] as string;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
    else if (sign === '>') return at + 1;
  }
  return html.length;
}

/** A drawing that is never closed is none: what follows is read. A script that is never closed is one to the end. */
const CLOSED = new Set(['script', 'style', 'iframe']);

function afterElement(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  if (found === null) return CLOSED.has(name) ? html.length : from;
  return endOfTag(html, found.index);
}
