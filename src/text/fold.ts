const ASCII = /^[\x00-\x7f]*$/;

/** Letters without their marks: "é" is "e", "ﬁ" is "fi". */
export function withoutAccents(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The form in which two writings of a word are the same: lower case, no accents, the plain apostrophe. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : withoutAccents(lower).replaceAll('’', "'");
}
