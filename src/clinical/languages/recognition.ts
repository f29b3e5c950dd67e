import { singular } from '../../text/index.ts';
import { openPhrasebook, type Phrasebook, readLists } from '../rules/phrases.ts';
import { readData, splitList } from '../tables/tables.ts';
import type { Plain } from '../words/plain.ts';
import { foldPhrases } from './folding.ts';

/**
 * Which languages a message may be in: by its script, by letters that one language of a script has alone, and by words.
 * The words of a language are derived from its phrases, without those that English has too; for the older files they
 * stand in `data/languages.yml`.
 */
export function languagesIn(plain: Plain): Map<string, number> {
  const { book, scripts, letters, english } = head();
  /** One that begins as a word of the language does ("medicin*"), and is the plural of an English one. */
  const isEnglish = (from: number, to: number) => {
    const one = singular(plain.tokens[from]!);
    return from === to && one !== plain.tokens[from] && english.has(one);
  };
  const shares = new Map<string, number>();
  const add = (code: string, count: number) => shares.set(code, (shares.get(code) ?? 0) + count);
  for (const [code, hits] of book.findAll(plain))
    add(
      code,
      hits.reduce((sum, { from, to }) => (isEnglish(from, to) ? sum : sum + to - from + 1), 0),
    );
  if (plain.tokens.every((token) => token.charCodeAt(0) < FIRST_OTHER_SCRIPT)) return shares;
  for (const { script, codes } of scripts) {
    const written = plain.tokens.filter((token) => script.test(token)).length;
    codes.forEach((code, at) => {
      if (written > 0) add(code, at === 0 ? written : written * LESS_USUAL);
    });
  }
  for (const [code, own] of letters)
    if (shares.has(code)) add(code, plain.tokens.filter((token) => own.test(token)).length);
  // Kana make a text Japanese, whatever Chinese signs stand beside them.
  if (shares.has('zh') && shares.has('ja')) add('ja', shares.get('zh')!);
  return shares;
}

/** Greek begins here; all before it is Latin, with its marks. */
const FIRST_OTHER_SCRIPT = 0x370;
/** What a script says for a language that is not the most usual one written in it. */
const LESS_USUAL = 0.5;

/** Whether less than half of its words are English, of a message long enough to tell. */
export function isUnknown({ tokens }: Plain): boolean {
  const words = tokens.filter((token) => /^\p{L}{2,}/u.test(token));
  if (words.length < ENOUGH) return false;
  const { english } = head();
  return words.filter((word) => english.has(word)).length < words.length * HALF;
}

const ENOUGH = 4;
const HALF = 0.5;

export function nameOf(code: string): string {
  return head().names.get(code) ?? code;
}

/** A language that is told by its script alone: there is no file of it. */
export function isUnread(code: string): boolean {
  return head().unread.has(code);
}

interface Head {
  names: ReadonlyMap<string, string>;
  unread: ReadonlySet<string>;
  book: Phrasebook;
  scripts: { script: RegExp; codes: string[] }[];
  letters: Map<string, RegExp>;
  english: ReadonlySet<string>;
}

let read: Head | undefined;

function head(): Head {
  if (read) return read;
  const data = readData('languages');
  const block = (name: string) => new Map([...readLists(data[name] ?? '')].map(([key, text]) => [key, text.trim()]));
  const [files, unread] = [block('names'), block('unread')];
  const english = englishWords();
  const words = new Map(readLists(foldPhrases(data['words'] ?? '')));
  for (const code of files.keys()) if (!words.has(code)) words.set(code, deriveWords(code, english).join(', '));
  read = {
    names: new Map([...files, ...unread]),
    unread: new Set(unread.keys()),
    book: openPhrasebook(words),
    scripts: [...block('scripts')].map(([script, codes]) => ({
      script: new RegExp(`\\p{Script=${script}}`, 'u'),
      codes: splitList(codes),
    })),
    letters: new Map([...block('letters')].map(([code, own]) => [code, new RegExp(`[${own}]`, 'u')])),
    english,
  };
  return read;
}

/** What shows that a message may be in the language: each word of its phrases that is not English as well. */
function deriveWords(code: string, english: ReadonlySet<string>): string[] {
  const written = foldPhrases(readData(`language-${code}`)['lists'] ?? '').replace(/^ *\w+:/gm, ',');
  const words = new Set<string>();
  for (const [word] of written.replace(/<\w+>/g, ' ').matchAll(/(?<![*\p{L}\p{M}])[\p{L}\p{M}]+\*?/gu)) {
    const isLatin = word.charCodeAt(0) < FIRST_OTHER_SCRIPT;
    const least = (isLatin ? 3 : 2) + (word.endsWith('*') ? 2 : 0);
    if (word.length >= least && !(isLatin && english.has(word.replace('*', '')))) words.add(word);
  }
  return [...words];
}

/** The words of English that the files for English hold; no other list of them is needed. */
function englishWords(): Set<string> {
  const words = new Set<string>();
  for (const file of ['redflags', 'danger', 'context', 'topics', 'kind-weights', 'lay', 'speech'])
    for (const block of Object.values(readData(file)))
      for (const [word] of block.toLowerCase().matchAll(/[a-z]{2,}/g)) words.add(word);
  return words;
}
