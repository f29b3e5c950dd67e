/** Whether what the demo was told is what it asked for: a mentor that is too busy says so in words, with status 200. */

/** Three numbered questions with letters to answer by. */
export function hasQuestions({ text }: { readonly text: string }): boolean {
  return ['1', '2', '3'].every((number) => new RegExp(`^\\W*${number}\\.`, 'm').test(text)) && /^\W*B\)/m.test(text);
}

export function hasGrades({ text }: { readonly text: string }): boolean {
  return /\b(?:right|wrong)\b/i.test(text) && /^\W*3\./m.test(text);
}
