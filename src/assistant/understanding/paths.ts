/** Names of files, addresses and what stands in marks. */
import type { Clause, Message } from './clause.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

const ENDING =
  /\.(?:md|txt|csv|tsv|json|ya?ml|pdf|html?|tsx?|jsx?|mjs|py|rs|go|java|sh|sql|log|ics|docx?|xlsx?|pptx?|odt|ods|png|jpe?g|gif|svg|webp|heic|mp3|mp4|mov|zip|rtf|toml|xml|css|c|cpp|rb|ipynb)$/i;

const FILE_LEADS = wordSet('file_leads');

/** A file called "…": whatever stands in the marks is its name. */
export function fileQuoted(tokens: readonly Token[], from: number, to: number) {
  const open = tokens.findIndex(
    ({ word }, at) => at > from && at < to && /^["“]$/.test(word) && FILE_LEADS.has(tokens[at - 1]!.word),
  );
  const isFile = tokens.slice(from, open + 1).some(({ word }) => word === 'file');
  const close = tokens.findIndex(({ word }, at) => at > open && /^["”]$/.test(word));
  return open < 0 || !isFile || close < open + 2
    ? undefined
    : { start: tokens[open]!.end, end: tokens[close]!.start, at: close };
}

function isUrl(text: string, at: number): boolean {
  return /:\/\/\S*$/.test(text.slice(Math.max(0, at - 300), at));
}

/** "my plan.txt": a name of a file in marks, spaces and all. */
function quotedPaths({ text, tokens }: Pick<Message, 'text' | 'tokens'>, from: number, to: number) {
  const start = tokens[from]?.start ?? 0;
  return [...text.slice(start, tokens[to - 1]?.end ?? start).matchAll(new RegExp(QUOTE, 'g'))].flatMap((found) => {
    const path = (found[1] ?? found[2])!.trim();
    const [begin, end] = [start + found.index, start + found.index + found[0].length];
    return ENDING.test(path) && path.length <= 200 && !path.includes('\n') ? [{ path, begin, end }] : [];
  });
}

/** The tokens of a file's name that stands in marks: whatever they say, they order nothing. */
export function namesQuoted(message: Message, from: number, to: number): ReadonlySet<number> {
  const { tokens } = message;
  const file = fileQuoted(tokens, from, to);
  const names = [
    ...quotedPaths(message, from, to).map(({ begin, end }) => ({ start: begin, end })),
    ...(file === undefined ? [] : [file]),
  ];
  return new Set(
    tokens.flatMap((token, at) =>
      names.some(({ start, end }) => token.start >= start && token.end <= end) ? [at] : [],
    ),
  );
}

export function pathsIn(
  message: Pick<Message, 'text' | 'tokens'>,
  from: number,
  to: number,
): { path: string; at: number }[] {
  const { text, tokens } = message;
  const quoted = fileQuoted(tokens, from, to);
  if (quoted !== undefined) return [{ path: text.slice(quoted.start, quoted.end), at: quoted.at }];
  const named = quotedPaths(message, from, to).map(({ path, end }) => ({
    path,
    at: tokens.findLastIndex((token) => token.end <= end),
  }));
  if (named.length > 0) return named;
  return tokens.slice(from, to).flatMap(({ start, end }, at) => {
    const said = text.slice(start, end);
    // "/etc/passwd", "../notes": named as a path, whatever it ends in.
    const isPath =
      /[^/]\/[^/]/.test(said) && !isUrl(text, start) && (said.startsWith('..') || /[/~]/.test(text[start - 1] ?? ''));
    if (isPath) return [{ path: /[/~]/.test(text[start - 1] ?? '') ? `/${said}` : said, at: from + at }];
    return ENDING.test(said) && !/^https?:/.test(said) ? [{ path: said, at: from + at }] : [];
  });
}

export function urlIn(text: string): string | undefined {
  return /https?:\/\/\S+/i.exec(text)?.[0]?.replace(/[).,;!?]+$/, '');
}

const QUOTE = /["“]([^"”]{1,2000})["”]|(?<=^|\s)['‘]([^'’]{2,2000})['’](?=$|[\s,.;!?])/;

export function quoteIn(message: Message, from: number, to: number): Clause['quote'] {
  const start = message.tokens[from]?.start ?? 0;
  const paths = quotedPaths(message, from, to);
  const found = [
    ...message.text.slice(start, message.tokens[to - 1]?.end ?? start).matchAll(new RegExp(QUOTE, 'g')),
  ].find(({ index }) => !paths.some(({ begin }) => begin === start + index));
  if (found === undefined) return undefined;
  const [begin, finish] = [start + found.index, start + found.index + found[0].length];
  const inside = message.tokens.flatMap((token, at) => (token.start >= begin && token.end <= finish ? [at] : []));
  return { text: (found[1] ?? found[2])!.trim(), from: inside[0] ?? from, to: (inside.at(-1) ?? from) + 1 };
}
