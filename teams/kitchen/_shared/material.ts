/** What of a message is the person's own words, and what is the text or code that they are about. */
import { dishesIn } from './orders.ts';

export interface Piece {
  /** How tools refer to it: `@1`. */
  readonly ref: string;
  readonly kind: 'text' | 'code' | 'config';
  readonly language?: string | undefined;
  /** What the person called it: "Text A", "Specification". */
  readonly title?: string | undefined;
  readonly text: string;
}

export interface Message {
  readonly words: string;
  readonly pieces: readonly Piece[];
}

/** `@all`: everything that was given, in its order. */
export function allPieces(pieces: readonly Piece[]): Piece {
  const kind = pieces.every((piece) => piece.kind === pieces[0]!.kind) ? pieces[0]!.kind : 'text';
  return { ref: '@all', kind, text: pieces.map(({ text }) => text).join('\n\n') };
}

type Found = Omit<Piece, 'ref'> & { readonly at: number };

const FENCE = /^([^\n]{0,80})\n?^```[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)(?:^```[ \t]*$|$(?![\s\S]))/gm;
const QUOTES = /"""([\s\S]+?)"""|“([^”]{40,})”|"([^"]{40,})"/g;
const CONFIG = /^(json|ya?ml|toml|ini|dockerfile|properties|env|xml|hcl|conf)$/i;
const PROSE = /^(text|txt|md|markdown|plain|)$/i;

/** Fenced code, quoted passages and labelled texts are material; of the rest, what follows the order. */
export function readMessage(given: string): Message {
  const message = onLinesOfTheirOwn(given);
  const order = readOrdered(message);
  if (order !== undefined) return order;
  const found: Found[] = [];
  let rest = message.replace(FENCE, (whole, before: string, language: string, text: string, at: number) => {
    const title = titleOf(before);
    found.push({ ...kindOf(language, text), text: text.replace(/\n$/, ''), at, ...(title && { title }) });
    return title === undefined && !whole.startsWith('```') ? before : ' ';
  });
  rest = rest.replace(QUOTES, (_whole, ...groups: unknown[]) => {
    const text = groups.slice(0, 3).find((group) => typeof group === 'string') as string;
    found.push({ kind: 'text', text: text.trim(), at: groups[3] as number });
    return ' ';
  });
  const labelled = readLabelled(rest);
  const plain = labelled ?? (found.length === 0 ? readPlain(rest) : { words: rest, found: [] });
  const all = [...found, ...plain.found].filter(({ text }) => text.trim() !== '').sort((a, b) => a.at - b.at);
  return {
    words: plain.words.replace(/\s+/g, ' ').trim(),
    pieces: all.map(({ at: _at, ...piece }, i) => ({ ref: `@${i + 1}`, ...piece })),
  };
}

/** "Check this code: ```js": a fence that begins in the middle of a line, or is all on one. */
function onLinesOfTheirOwn(message: string): string {
  return message
    .replace(/```([^`\n]{3,})```/g, '\n```\n$1\n```\n')
    .replace(/([^\n`])[ \t]*```(?=[\w+#.-]*[ \t]*\n)/g, '$1\n```');
}

/** "Summarise this: …" and a text: whatever stands in it, code and quotations too, is part of that one text. */
function readOrdered(message: string): Message | undefined {
  const colon = /:(?=\s)/.exec(message.slice(0, LONGEST_ORDER))?.index ?? -1;
  const words = message.slice(0, colon);
  const text = message.slice(colon + 1).trim();
  if (colon < 0 || words.includes('\n') || !asks(words) || !/^[\p{L}\p{N}]/u.test(text)) return undefined;
  if (readLabelled(text) !== undefined || RULE.test(text)) return undefined;
  return { words: words.trim(), pieces: [{ ref: '@1', kind: looksLikeCode(text) ? 'code' : 'text', text }] };
}

function kindOf(language: string, text: string): Pick<Piece, 'kind' | 'language'> {
  if (CONFIG.test(language)) return { kind: 'config', language };
  if (language !== '' && !PROSE.test(language)) return { kind: 'code', language };
  return { kind: language === '' && looksLikeCode(text) ? 'code' : 'text' };
}

const CODE_LINE =
  /[{};]\s*$|^\s*(import|export|const|let|var|def|class|function|return|if|for|while|public|private|#include|package|func|fn)\b|=>|\)\s*:$/;

function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.filter((line) => CODE_LINE.test(line)).length / lines.length > 0.4;
}

/** "Specification:" before a fence; "Check this:" is an order. */
function titleOf(before: string): string | undefined {
  const title = /^\s*(?:\*\*)?([A-Z][\w .-]{0,40}?)(?:\*\*)?:\s*$/.exec(before)?.[1];
  return title === undefined || asks(title) ? undefined : title;
}

interface Plain {
  readonly words: string;
  readonly found: readonly Found[];
}

const LABEL =
  /^[ \t]*(?:\*\*)?((?:text|version|document|draft|note|option|answer|source|artifact|letter|report)s?[ ]?#?(?:[A-Z]|\d{1,2}|one|two|three)|[A-D]|\d|first|second|third|old|new|before|after|spec(?:ification)?|requirements?|criteria|artifact)(?:\*\*)?[:.)][ \t]+/gim;

/** "Text A: … Text B: …": two labels or more at the beginnings of lines. */
function readLabelled(text: string): Plain | undefined {
  const marks = [...text.matchAll(LABEL)];
  if (marks.length < 2) return undefined;
  const found = marks.map((mark, i): Found => {
    const start = mark.index + mark[0].length;
    const body = text.slice(start, marks[i + 1]?.index ?? text.length).trim();
    return { kind: looksLikeCode(body) ? 'code' : 'text', title: mark[1]!, text: body, at: mark.index };
  });
  return { words: text.slice(0, marks[0]!.index), found };
}

const RULE = /^[ \t]*(?:-{3,}|={3,}|\*{3,})[ \t]*$/m;
const LONGEST_ORDER = 240;

/** The order, a colon or an empty line, and the text; or the text first and the order as its last paragraph. */
function readPlain(text: string): Plain {
  const paragraphs = text.split(/\n[ \t]*\n/);
  const first = paragraphs[0]!;
  const last = paragraphs.at(-1)!;
  const colon = /:(?=\s|$)/.exec(first.slice(0, LONGEST_ORDER))?.index ?? -1;
  const atColon = colon >= 0 && text.slice(colon + 1).trim() !== '';
  if (atColon && asks(first.slice(0, colon))) return split(first.slice(0, colon), text.slice(colon + 1), colon);
  if (paragraphs.length > 1 && asks(first)) return split(first, text.slice(first.length), first.length);
  if (paragraphs.length > 1 && asks(last)) return split(last, text.slice(0, text.length - last.length), 0);
  if (atColon) return split(first.slice(0, colon), text.slice(colon + 1), colon);
  if (paragraphs.length === 1) return { words: text, found: [] };
  if (first.length <= LONGEST_ORDER) return split(first, text.slice(first.length), first.length);
  return { words: '', found: [{ kind: 'text', text, at: 0 }] };
}

function asks(words: string): boolean {
  return words.length <= LONGEST_ORDER && dishesIn(words).length > 0;
}

function split(words: string, material: string, at: number): Plain {
  const texts = material.split(RULE).filter((part) => part.trim() !== '');
  return {
    words,
    found: texts.map((text, i) => ({ kind: looksLikeCode(text) ? 'code' : 'text', text: text.trim(), at: at + i })),
  };
}
