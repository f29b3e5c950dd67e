/** A measure of a paired organ: each side has its own value, and one is never told as the other. */
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { capital, sayDate } from '../wording.ts';

const SIDE = /\b(left|right)\b(?:\s+(eye|ear|breast|kidney|leg|arm|hip|knee|hand|foot))?/i;

/** The newest of each side, the one that was asked for first; undefined where the entries name no sides. */
export function tellSides(desk: Desk, text: string, id: string): Block | undefined {
  const { view } = desk.chart;
  const words = [...stemsOf(nameOf(id))];
  const sides = [...view.series.keys()]
    .filter(
      (each) => each === id || (each.startsWith('own:') && words.every((word) => stemsOf(nameOf(each)).has(word))),
    )
    .flatMap((each) => {
      const own = readingsOf(desk.chart, each);
      const said = SIDE.exec(String(desk.chart.property(own.at(-1)?.uuid ?? '', 'name') ?? ''))?.[0].toLowerCase();
      return said === undefined ? [] : [{ said, own }];
    });
  if (sides.length < 2) return undefined;
  const asked = /\b(?:left|right)\b/i.exec(text)?.[0].toLowerCase() ?? '-';
  const told = sides
    .toSorted((a, b) => Number(b.said.startsWith(asked)) - Number(a.said.startsWith(asked)))
    .map(({ said, own }) => {
      const [last, before] = [own.at(-1)!, own.at(-2)];
      const from = before === undefined ? '' : `, before that ${before.shown} on ${sayDate(before.time)}`;
      return `${said} ${last.shown} on ${sayDate(last.time)}${from}${citeReading(desk, last, nameOf(id))}`;
    });
  return block(`**${capital(nameOf(id))}: ${told.join('; ')}.**`);
}
