/** What a criterion names of the code, and the words that the code itself is made of. */
import type { CodeSymbol, Span } from '../../../reading/index.ts';
import { splitName, stem, wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import type { Artifact } from '../seen.ts';
import { type Asked, rootsOfName, sameRoot } from './wording.ts';

export type CodeArtifact = Artifact & { readonly code: NonNullable<Artifact['code']> };

export interface Scope {
  readonly symbols: readonly CodeSymbol[];
  readonly words: readonly string[];
}

/** What the criterion names of the code: `make_user`, "withdrawing", "Store". */
export function scopeOf({ code }: CodeArtifact, { roots, text }: Asked): Scope {
  const symbols = code.symbols.filter(({ name }) => {
    if (new RegExp(`(?<![\\w])${name.replace(/\W/g, '\\$&')}(?![\\w])`).test(text)) return true;
    const parts = rootsOfName(name);
    return parts.length > 0 && parts.every((part) => part.length > 2 && roots.some((one) => sameRoot(one, part)));
  });
  const callable = symbols.filter((one) => one.callable !== undefined);
  return {
    symbols: callable.length > 0 ? callable : symbols,
    words: symbols.flatMap(({ name }) => [...rootsOfName(name), root(name.toLowerCase()), stem(name.toLowerCase())]),
  };
}

export function isKnown(known: ReadonlySet<string>, word: string): boolean {
  return known.has(word) || [...known].some((one) => sameRoot(one, word));
}

/** The words that names in the code are made of, as they are written. */
export function namesIn(artifact: CodeArtifact): ReadonlySet<string> {
  const words = bareCode(artifact).match(/[A-Za-z_]\w+/g) ?? [];
  return new Set(
    words.flatMap((word) => splitName(word).map((part) => part.toLowerCase())).filter((part) => part.length > 2),
  );
}

export function wordsOf({ text, code }: CodeArtifact): ReadonlySet<string> {
  const known = new Set([...code.names].flatMap(rootsOfName));
  for (const { start, end } of code.strings)
    for (const { lower } of wordsIn(text.slice(start, end))) known.add(root(lower));
  for (const word of bareCode({ text, code } as CodeArtifact, true).match(/[A-Za-z_]\w+/g) ?? [])
    for (const part of rootsOfName(word)) known.add(part);
  return known;
}

/** Code without comments and, if asked, without what stands in strings; places stay. */
export function bareCode({ text, code }: CodeArtifact, strings = false): string {
  let bare = text;
  const blank = ({ start, end }: Span) => {
    bare = bare.slice(0, start) + bare.slice(start, end).replace(/[^\n]/g, ' ') + bare.slice(end);
  };
  for (const span of code.comments) blank(span);
  if (strings)
    for (const span of code.strings) if (!/\$\{|\{\w|\$\(|\$\w/.test(text.slice(span.start, span.end))) blank(span);
  return bare;
}

/** Where its decorators begin: `@dataclass(frozen=True)`, `#[derive(Clone)]`. */
export function decoratedAt(text: string, start: number): number {
  let from = start;
  for (;;) {
    const line = text.lastIndexOf('\n', from - 1) + 1;
    const above = text.lastIndexOf('\n', line - 2) + 1;
    if (line === 0 || !/^\s*(?:@\w|#\[)/.test(text.slice(above, line))) return from;
    from = above;
  }
}
