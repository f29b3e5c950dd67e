/**
 * Phrases over words, as the recognisers' rows write them:
 * `when (was|did)` alternatives · `improv*` a beginning · `very?` may be missing · `..` up to four words between ·
 * `^` the clause begins here · `$` it ends here · `<number>` digits · `<drug>` a subject of that kind, `<any>` of any.
 */
import { ConsiliumError } from '../../kernel/errors.ts';

export interface SpokenWord {
  text: string;
  /** The kinds of what the word is part of, where it names a subject. */
  kinds: readonly string[];
  /** Where the subject ends that begins here, as an index of a word. */
  until?: number;
}

type Part =
  | { is: 'word'; word: string; begins: boolean; optional: boolean }
  | { is: 'choice'; options: Part[][]; optional: boolean }
  | { is: 'gap' }
  | { is: 'subject'; kind: string }
  | { is: 'number' }
  | { is: 'start' }
  | { is: 'end' };

/** Words of which one must be said. */
type Need = readonly (Part & { is: 'word' })[];

export interface Phrase {
  readonly parts: readonly Part[];
  /** Without these it cannot stand anywhere: most phrases are ruled out by them, without a place being tried. */
  readonly needs: readonly Need[];
}

const GAP = 4;

export function parsePhrase(written: string): Phrase {
  const tokens = written.match(/\(|\)\??|\||<\w+>|\.\.|\^|\$|[^\s()|]+/g) ?? [];
  let at = 0;
  const sequence = (nested: boolean): Part[] => {
    const parts: Part[] = [];
    while (at < tokens.length) {
      const token = tokens[at]!;
      if (nested && (token === '|' || token.startsWith(')'))) break;
      at++;
      parts.push(token === '(' ? choice() : partOf(token, written));
    }
    return parts;
  };
  const choice = (): Part => {
    const options: Part[][] = [];
    for (;;) {
      options.push(sequence(true));
      const token = tokens[at++];
      if (token === undefined) throw invalid(written, 'a bracket is not closed');
      if (token.startsWith(')')) return { is: 'choice', options, optional: token.endsWith('?') };
    }
  };
  const parts = sequence(false);
  if (parts.length === 0) throw invalid(written, 'it is empty');
  return { parts, needs: needsOf(parts) };
}

function needsOf(parts: readonly Part[]): Need[] {
  return parts.flatMap((part): Need[] => {
    if (part.is === 'word') return part.optional ? [] : [[part]];
    if (part.is !== 'choice' || part.optional) return [];
    const each = part.options.map((option) => needsOf(option)[0]);
    return each.every((need) => need !== undefined) ? [each.flat()] : [];
  });
}

function partOf(token: string, written: string): Part {
  if (token === '^') return { is: 'start' };
  if (token === '$') return { is: 'end' };
  if (token === '..') return { is: 'gap' };
  if (token === '<number>') return { is: 'number' };
  if (token.startsWith('<')) return { is: 'subject', kind: token.slice(1, -1) };
  if (/^[)|]/.test(token)) throw invalid(written, `"${token}" stands alone`);
  const optional = token.endsWith('?');
  const word = optional ? token.slice(0, -1) : token;
  const begins = word.endsWith('*');
  return { is: 'word', word: begins ? word.slice(0, -1) : word, begins, optional };
}

/** Where the phrase begins among the words, or -1. */
export function findPhrase({ parts, needs }: Phrase, words: readonly SpokenWord[]): number {
  if (!needs.every((need) => need.some((part) => isSaid(part, words)))) return -1;
  for (let from = 0; from <= words.length; from++) if (reaches(parts, 0, words, from) !== undefined) return from;
  return -1;
}

/** The words of a clause, put to hundreds of phrases. */
const SAID = new WeakMap<readonly SpokenWord[], ReadonlySet<string>>();

function isSaid({ word, begins }: Need[number], words: readonly SpokenWord[]): boolean {
  const said = SAID.get(words) ?? new Set(words.map(({ text }) => text));
  SAID.set(words, said);
  return said.has(word) || (begins && words.some(({ text }) => text.startsWith(word)));
}

function fits({ word, begins }: Need[number], said: string): boolean {
  return begins ? said.startsWith(word) : said === word;
}

/** The word behind the match that begins at `at`, or undefined. Phrases are short, so trying all ways is cheap. */
function reaches(parts: readonly Part[], index: number, words: readonly SpokenWord[], at: number): number | undefined {
  const part = parts[index];
  if (part === undefined) return at;
  const go = (next: number) => reaches(parts, index + 1, words, next);
  switch (part.is) {
    case 'start':
      return at === 0 ? go(at) : undefined;
    case 'end':
      return at === words.length ? go(at) : undefined;
    case 'gap': {
      for (let next = at; next <= Math.min(at + GAP, words.length); next++) {
        const end = go(next);
        if (end !== undefined) return end;
      }
      return undefined;
    }
    case 'number':
      return /^\d/.test(words[at]?.text ?? '') ? go(at + 1) : undefined;
    case 'subject': {
      const word = words[at];
      if (word?.until === undefined || !(part.kind === 'any' || word.kinds.includes(part.kind))) return undefined;
      return go(word.until);
    }
    case 'word': {
      const end = words[at] !== undefined && fits(part, words[at].text) ? go(at + 1) : undefined;
      return end ?? (part.optional ? go(at) : undefined);
    }
    case 'choice': {
      for (const option of part.options) {
        const end = reaches([...option, ...parts.slice(index + 1)], 0, words, at);
        if (end !== undefined) return end;
      }
      return part.optional ? go(at) : undefined;
    }
  }
}

function invalid(written: string, what: string): ConsiliumError {
  return new ConsiliumError('DATA_INVALID', `The phrase "${written}" cannot be read: ${what}.`);
}
