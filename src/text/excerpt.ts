/** A few words of a text around the first that was looked for; no more than its beginning is looked through. */
const LOOKED_THROUGH = 200_000;
const BEFORE = 60;
const LENGTH = 180;
/** Endings of a word may differ from those that were looked for. */
const ENDING = 3;

export function excerptAround(text: string, words: readonly string[]): string {
  const looked = text.slice(0, LOOKED_THROUGH);
  const stems = words.map((word) => word.slice(0, Math.max(Math.min(word.length, ENDING), word.length - ENDING)));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})`, 'iu').exec(looked)?.index ?? 0;
  const space = looked.indexOf(' ', found - BEFORE);
  const start = found <= BEFORE ? 0 : space < 0 || space >= found ? found : space + 1;
  const rest = looked.slice(start, start + LENGTH);
  const end = start + LENGTH < looked.length ? rest.lastIndexOf(' ') : -1;
  const cut = end > 0 ? rest.slice(0, end) : rest;
  return `${start > 0 ? '…' : ''}${cut}${start + cut.length < text.length ? '…' : ''}`;
}
