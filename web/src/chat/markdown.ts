/**
 * Text as it streams, made fit to be shown at each moment: footnotes become links to their source, their list at the
 * end is taken off (the sources stand below the answer), and what is only half there waits or is closed.
 */
export interface Prepared {
  text: string;
  /** The footnotes' own words, for answers that bring no citations as data. */
  notes: { marker: string; text: string }[];
}

const DEFINITION = /^\[\^([\w-]+)\]:[ \t]*(.*)$/gm;
/** It stands under the field, always. */
const NOTICE = /^\*Information, not a diagnosis\.\*$/m;
export const CITE = '#cite-';

export function prepareText(source: string, isWhole: boolean): Prepared {
  const notes = [...source.matchAll(DEFINITION)].map(([, marker, text]) => ({ marker: marker!, text: text! }));
  let text = source.replace(DEFINITION, '').replace(NOTICE, '');
  if (!isWhole) text = settle(text);
  text = text.replace(/\[\^([\w-]+)\]/g, (_, marker: string) => `[${marker}](${CITE}${marker})`);
  return { text: text.trimEnd(), notes };
}

function settle(text: string): string {
  return closeBold(holdTable(text.replace(/\[\^?[\w-]*\]?$/, '').replace(/\n\[\^[^\n]*$/, '')));
}

/** A table is shown row by row, and only once its second line says that it is one. */
function holdTable(text: string): string {
  const lines = text.split('\n');
  const tail = lines.pop()!;
  const isCut = tail !== '';
  let from = lines.length;
  while (from > 0 && lines[from - 1]!.startsWith('|')) from--;
  const rows = lines.length - from;
  if (isCut ? !tail.startsWith('|') : rows === 0) return text;
  return lines.slice(0, rows < 2 ? from : lines.length).join('\n');
}

function closeBold(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const trimmed = text.replace(/\*+$/, '');
  const isOpen = (trimmed.slice(start).match(/\*\*/g)?.length ?? 0) % 2 === 1;
  return isOpen ? `${trimmed.trimEnd()}**` : trimmed;
}
