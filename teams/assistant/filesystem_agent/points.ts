/** The points of a text under a heading: a list, a line of several, or the list that the whole text is. */
const HEADING = /^\s*(?:#{1,6}\s+)(.+?)\s*#*\s*$|^\s*\**([\p{L}][^:\n]{0,60}?)\**\s*:\**\s*(.*)$/u;
const POINT = /^\s*(?:[-*•+]|\d+[.)]|- \[[ xX]\])\s+(.+)$/;
const GENERIC = /^(?:items?|points?|lines?|things?|entries|todos?|tasks?|stuff|it|list)$/i;
const MOST = 50;

export function pointsUnder(text: string, part: string): string[] {
  const lines = text.split('\n');
  const at = GENERIC.test(part) ? -1 : lines.findIndex((line) => isHeading(line, part));
  if (at >= 0) return under(lines, at).slice(0, MOST);
  const hasOther = lines.some((line) => HEADING.exec(line)?.[1] !== undefined);
  // A text that is one list is a list of whatever it is called.
  const all = lines.flatMap((line) => POINT.exec(line)?.[1]?.trim() ?? []);
  return hasOther && !GENERIC.test(part) ? [] : all.slice(0, MOST);
}

function isHeading(line: string, part: string): boolean {
  const [, title, label] = HEADING.exec(line) ?? [];
  const said = (title ?? label)?.toLowerCase().replace(/^(?:the|my|our)\s+/, '');
  return said !== undefined && (said === part.toLowerCase() || singular(said) === singular(part.toLowerCase()));
}

const singular = (word: string) => word.replace(/s$/, '');

/** What stands behind the heading on its line, else the points or lines below it, to the next heading or gap. */
function under(lines: readonly string[], at: number): string[] {
  const beside = HEADING.exec(lines[at]!)?.[3]?.trim();
  if (beside)
    return beside
      .split(/\s*[,;]\s*|\s+-\s+/)
      .map(clean)
      .filter(Boolean);
  const found: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const point = POINT.exec(line)?.[1];
    const isOver = HEADING.exec(line)?.[1] !== undefined || (line.trim() === '' && found.length > 0);
    if (isOver) break;
    if (line.trim() !== '') found.push(clean(point ?? line));
  }
  return found.filter(Boolean);
}

function clean(point: string): string {
  return point
    .replace(/^(?:[-*•+]\s+|\[[ xX]\]\s+)/, '')
    .replace(/[.;,]+$/, '')
    .trim();
}
