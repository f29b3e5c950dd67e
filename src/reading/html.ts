/** HTML into blocks: the words a reader sees, without scripts, styles, menus and what is hidden in comments. */
import { type Block, blank, type Document, hasContent, topLevel } from './document.ts';
import { readEntities } from './inline.ts';

const UNSEEN = /^(?:script|style|noscript|template|svg|iframe|object|canvas|math|nav|head|title|select|button)$/;
const BLOCKS = new Set(
  (
    'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr html li main ol p pre section table tbody tfoot thead tr ul td th caption'
  ).split(' '),
);
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<!doctype[^>]*>|<(\/?)([a-zA-Z][\w:-]{0,40})((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;

export function readHtml(source: string): Document {
  const words: string[] = [];
  const blocks: Block[] = [];
  let kind: Block['kind'] = 'prose';
  let level: number | undefined;
  let start = 0;
  let at = 0;
  let hidden: { name: string; depth: number } | undefined;
  // What was read since the block began: a page of many blocks is read in the time of its length.
  let open: string[] = [];
  const say = (said: string) => {
    words.push(said);
    open.push(said);
  };
  const close = () => {
    const said = open.join('');
    open = [];
    if (hasContent(said) || (kind !== 'prose' && /[\p{L}\p{N}]/u.test(said)))
      blocks.push(trimmed(said, start, { kind, level }));
  };
  for (const match of source.matchAll(TAG)) {
    const before = source.slice(at, match.index);
    say(hidden === undefined ? readEntities(before) : blank(before));
    at = match.index + match[0].length;
    const tag = blank(match[0]);
    const name = match[2]?.toLowerCase();
    if (name === undefined) {
      say(tag);
      continue;
    }
    const closing = match[1] === '/';
    if (hidden !== undefined) {
      say(tag);
      if (name === hidden.name) hidden.depth += closing ? -1 : 1;
      if (hidden.depth <= 0) hidden = undefined;
      continue;
    }
    if (UNSEEN.test(name) && !closing && !match[3]!.endsWith('/')) hidden = { name, depth: 1 };
    // The cells of a row are read together.
    if (!BLOCKS.has(name) || (kind === 'row' && (name === 'td' || name === 'th'))) {
      say(tag);
      continue;
    }
    close();
    words.push(tag);
    start = at;
    [kind, level] = closing ? ['prose', undefined] : kindOf(name);
  }
  say(hidden === undefined ? readEntities(source.slice(at)) : blank(source.slice(at)));
  close();
  const top = topLevel(blocks);
  const ranked = blocks.map((block) =>
    block.level === undefined ? block : { ...block, level: block.level - top + 1 },
  );
  return { format: 'html', source, words: words.join(''), blocks: ranked };
}

function kindOf(name: string): [Block['kind'], number | undefined] {
  if (/^h[1-6]$/.test(name)) return ['heading', Number(name[1])];
  if (name === 'li' || name === 'dd' || name === 'dt') return ['item', undefined];
  if (name === 'tr') return ['row', undefined];
  return [name === 'pre' ? 'code' : 'prose', undefined];
}

function trimmed(said: string, start: number, rest: Pick<Block, 'kind' | 'level'>): Block {
  const from = start + said.length - said.trimStart().length;
  return { ...rest, start: from, end: from + said.trim().length };
}
