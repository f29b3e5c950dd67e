/** Whether what the demo was told is what it asked for: a mentor that is too busy says so in words, with status 200. */

interface Said {
  readonly text: string;
}

/** How many numbered questions there are; the material may give fewer than were wished. */
export function countQuestions({ text }: Said): number {
  return [...text.matchAll(/^\W*(\d{1,2})\. \S.*(?:\?|_|:)/gm)].length;
}

/** Questions with letters to answer by, or to be answered in words. */
export function hasQuestions(said: Said): boolean {
  return countQuestions(said) > 0 && /^\W*B\)|\(In words/m.test(said.text);
}

/** An answer to each: right or wrong does not matter, they are counted. */
export function answersTo(said: Said): string {
  return Array.from({ length: countQuestions(said) }, (_, at) => `${at + 1}${'ABC'[at % 3]}`).join(' ');
}

export function hasGrades({ text }: Said): boolean {
  return /\*\*(?:Right|Wrong|Partly right|Compare)\b/.test(text);
}
