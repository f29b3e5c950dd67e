/** A schedule's text in words, each with its place, and a cursor over them. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WORD =
  /\d{1,2}[:.]\d{2}\s?(?:am|pm)?|\d{1,2}\s?(?:am|pm)\b|\d{1,2}(?:st|nd|rd|th)\b|\d+\.(?=\s)|\d+|(?:half|semi)-\p{L}+|\p{L}[\p{L}'’]*|[^\s]/giu;

export function tokenize(text: string): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace('’', "'"),
    start: index,
    end: index + word.length,
  }));
}

export class Cursor {
  readonly #tokens: readonly Token[];
  at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.at >= this.#tokens.length;
  }

  peek(ahead = 0): string | undefined {
    return this.#tokens[this.at + ahead]?.word;
  }

  token(ahead = 0): Token | undefined {
    return this.#tokens[this.at + ahead];
  }

  /** Moves on if `read` finds something at the word that is next. */
  take<T>(read: (word: string) => T | undefined): T | undefined {
    const word = this.peek();
    const found = word === undefined ? undefined : read(word);
    if (found !== undefined) this.at++;
    return found;
  }

  takeIf(is: (word: string | undefined) => boolean): boolean {
    if (!is(this.peek())) return false;
    this.at++;
    return true;
  }

  /** Stays where it was if `read` finds nothing. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const before = this.at;
    const found = read();
    if (found === undefined) this.at = before;
    return found;
  }
}
