/** Somebody else's words as one line: no control characters, and none of those marks that turn the reading order round. */
export function plainLine(text: string): string {
  return text.replace(BREAK, ' ').replace(HIDDEN, '').trim();
}

const BREAK = /\s*[\r\n\t\u2028\u2029]\s*/g;
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
