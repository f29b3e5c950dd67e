/** A word of a text with its place. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:[-'’.+#][\p{L}\p{N}]+|[+#]+)*/gu;

/** The words between `start` and `end`, with offsets into the whole text; hyphens and apostrophes inside belong to them. */
export function wordsIn(text: string, start = 0, end = text.length): Word[] {
  const words: Word[] = [];
  for (const match of text.slice(start, end).matchAll(WORD)) {
    const at = start + match.index;
    words.push({ text: match[0], lower: match[0].toLowerCase(), start: at, end: at + match[0].length });
  }
  return words;
}

/** Words in lower case; `camelCase` and `snake_case` come apart, apostrophes go. */
export function splitName(text: string): string[] {
  const apart = text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/['’]/g, '');
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
