/**
 * Source code: passages that begin where a function, class or method begins: by the parser of its language (src/reading), or,
 * where there is none, as far as its first line tells.
 */
import { type CodeFile, grammarOfPath, readCode as parse } from '../../reading/index.ts';
import type { Passage, TextFile } from './document.ts';
import { openLines, type Span, splitText } from './split.ts';

export async function readCode(file: TextFile): Promise<Passage[]> {
  const linesOf = openLines(file.text);
  const grammar = file.text.length > MOST_PARSED ? undefined : grammarOfPath(file.path);
  const parsed = grammar === undefined ? undefined : await parse(file.text, grammar);
  const definitions = parsed === undefined ? definitionsIn(file.text) : definitionsOf(file.text, parsed);
  return splitCode(file.text, definitions).map(({ name, ...span }) => {
    const lines = linesOf(span);
    return {
      title: name === undefined ? file.name : `${file.name} ${name}`,
      text: file.text.slice(span.start, span.end),
      ...span,
      lines,
      source: {
        source_type: 'code',
        title: name ?? file.name,
        repo: file.repository.name,
        file_path: file.name,
        line_range: lines,
        ...(file.repository.commit !== undefined && { commit_hash: file.repository.commit }),
      },
    };
  });
}

const LARGEST = 1600;
const SMALLEST = 300;

interface Piece extends Span {
  readonly name?: string | undefined;
}

/** Beyond this a source was not written by hand: its lines are enough. */
const MOST_PARSED = 1_000_000;

/** Where each definition begins, with the comment that stands on it. */
function* definitionsOf(text: string, { symbols, comments }: CodeFile): Generator<Definition> {
  for (const { start, name, parent, level } of symbols) {
    if (level > 2) continue;
    let at = text.lastIndexOf('\n', start - 1) + 1;
    for (const { start: from, end } of comments.toReversed())
      if (end <= at && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, at))) at = text.lastIndexOf('\n', from - 1) + 1;
    yield { at, name: parent === undefined ? name : `${parent}.${name}` };
  }
}

interface Definition {
  readonly at: number;
  readonly name: string | undefined;
}

function splitCode(text: string, definitions: Iterable<Definition>): Piece[] {
  const pieces: Piece[] = [];
  let open: { start: number; name?: string | undefined } = { start: 0 };
  for (const { at, name } of definitions) {
    // Small neighbours stay together; the first name speaks for them.
    if (at - open.start < SMALLEST) {
      open = { start: open.start, name: open.name ?? name };
      continue;
    }
    pieces.push(...cutLong(text, open, at));
    open = { start: at, name };
  }
  return [...pieces, ...cutLong(text, open, text.length)];
}

function cutLong(text: string, { start, name }: { start: number; name?: string | undefined }, end: number): Piece[] {
  return splitText(text, start, end, LARGEST).map((span) => ({ ...span, name }));
}

const MODIFIERS =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\\([a-z]+\\))?|unsafe|virtual|override|inline|extern|open|sealed|data)\\s+){0,6}';
const DEFINITION = new RegExp(
  `^(\\s{0,4})${MODIFIERS}(?:function\\*?|class|interface|enum|struct|trait|impl|namespace|module|def|fn|func|fun|sub|proc|type|object|record|CREATE\\s+(?:TABLE|VIEW|FUNCTION))\\s+([\\w$.:<>]{1,80})`,
);
const BOUND =
  /^(?:export\s+)?(?:const|let|var)\s+([\w$]{1,80})\s*(?::[^=]{0,120})?=\s*(?:async\s*)?(?:\(|function|<|\w+\s*=>)/;
const LEADING = /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|define))|@\w|"""|--)/;

function* definitionsIn(text: string): Generator<Definition> {
  let lead: number | undefined;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, Math.min(next, at + 300));
    const found = DEFINITION.exec(line);
    const name = found?.[2] ?? BOUND.exec(line)?.[1];
    if (name !== undefined) {
      yield { at: lead ?? at, name };
      lead = undefined;
    } else if (LEADING.test(line)) lead ??= at;
    else lead = undefined;
    at = next;
  }
}
