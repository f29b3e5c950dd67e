import { decodeEntities } from '../text/index.ts';

/**
 * XML as services send it, read without complaint: what is not closed ends with its parent, what closes nothing is left out.
 * No entities but the commonest and numbers, nothing loaded, linear in its length whatever it holds.
 */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  /** All text inside, in order. */
  text: string;
}

const DEEPEST = 200;

export function readXml(source: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [{ node: root, from: 0 }];
  let text = '';
  const closeTo = (depth: number) => {
    for (const { node, from } of open.splice(depth)) node.text = text.slice(from);
  };
  for (const piece of pieces(source)) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'close') {
      const depth = open.findLastIndex(({ node }) => node.name === piece.name);
      if (depth > 0) closeTo(depth);
    } else {
      const node: XmlNode = { name: piece.name, attributes: readAttributes(piece.rest), children: [], text: '' };
      open.at(-1)!.node.children.push(node);
      if (!piece.rest.endsWith('/') && open.length < DEEPEST) open.push({ node, from: text.length });
    }
  }
  closeTo(0);
  return root;
}

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; rest: string }
  | { kind: 'close'; name: string };

function* pieces(source: string): Generator<Piece> {
  const find = finder(source);
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    if (start < 0) break;
    if (start > at) yield { kind: 'text', text: decodeEntities(source.slice(at, start)) };
    const [opening, closing] = BLOCKS.find(([opening]) => source.startsWith(opening, start)) ?? ['<', '>'];
    const end = find(closing, start + opening.length);
    const inside = end < 0 ? '' : source.slice(start + opening.length, end);
    at = end < 0 ? start + 1 : end + closing.length;
    if (opening === '<![CDATA[' && end >= 0) yield { kind: 'text', text: inside };
    if (opening !== '<') continue;
    const tag = /^(\/?)([A-Za-z_][\w:.-]*)(?=[\s/]|$)/.exec(inside);
    if (tag?.[2] !== undefined)
      yield tag[1] === '/'
        ? { kind: 'close', name: tag[2] }
        : { kind: 'open', name: tag[2], rest: inside.slice(tag[0].length) };
    else {
      at = start + 1;
      yield { kind: 'text', text: '<' };
    }
  }
  if (at < source.length) yield { kind: 'text', text: decodeEntities(source.slice(at)) };
}

const BLOCKS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '>'],
  ['<!', '>'],
] as const;

/** `indexOf` that remembers the last answer: the next mark of a kind is searched once, however often it is asked for. */
function finder(source: string): (mark: string, from: number) => number {
  const known = new Map<string, number>();
  return (mark, from) => {
    const before = known.get(mark);
    if (before !== undefined && (before < 0 || before >= from)) return before;
    const found = source.indexOf(mark, from);
    known.set(mark, found);
    return found;
  };
}

/** Every element of that name, however deep, in the order of the document. */
export function elements(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elements(child, name)]);
}

const LONGEST_ATTRIBUTES = 4000;

function readAttributes(written: string): Record<string, string> {
  const found = written
    .slice(0, LONGEST_ATTRIBUTES)
    .matchAll(/([A-Za-z_][\w:.-]{0,60})\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...found].map(([, name, double, single]) => [name, decodeEntities(double ?? single ?? '')]),
  );
}

/** Text that may hold markup of a page (a title in italics, a highlighted word), as words on one line. */
export function plainText(marked: string): string {
  const inline = marked.replace(/<\/?(?:i|b|em|strong|span|sub|sup|u|a|mark)(?:\s[^<>]*)?>/gi, '');
  return decodeEntities(inline.replace(/<\/?[A-Za-z][^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}
