/** Small turns of phrase of reports. */
export function short(title: string): string {
  return title.length > 90 ? `${title.slice(0, title.lastIndexOf(' ', 90))} …` : title;
}

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** In words: a figure in a sentence with a source is looked for in that source. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${inWords(count)} ${count === 1 ? noun : many}`;
}

export function inWords(count: number): string {
  return COUNTS[count] ?? String(count);
}

export function article(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

/** The day as it is in a zone. */
export function dayIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(at);
}

export function day(at: number): string {
  return dayIn(at, 'UTC');
}

/** "14 Mar 2026" of 2026-03-14; a date that is less exact stays as it is. */
export function sayDate(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(iso) ? day(Date.parse(iso.slice(0, 10))) : iso;
}

const LONGEST_FINDING = 400;

/** Whole sentences, as many as fit; of one that is too long its beginning, and that it goes on. */
export function shortened(text: string): string {
  if (text.length <= LONGEST_FINDING) return text;
  const cut = text.slice(0, LONGEST_FINDING);
  const end = cut.search(/[.!?](?=\s[^.!?]*$)/);
  return end > 0 ? cut.slice(0, end + 1) : `${cut.replace(/\s+\S*$/, '')} …`;
}

/** VTE, not vte: as the source writes it, where that is no word. */
export function withCapitals(said: string, excerpt: string): string {
  const written = asWritten(said, excerpt);
  return /\p{Lu}.*\p{Lu}/u.test(written) ? written : said;
}

/** HbA1c, not hba1c. */
export function asWritten(said: string, question: string): string {
  const at = question.toLowerCase().indexOf(said);
  return at < 0 ? said : question.slice(at, at + said.length);
}
