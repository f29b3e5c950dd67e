/** The values that show a condition, told beside what the list says of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { citeReading, type Desk, nameOf } from '../desk.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import type { ConditionView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { list, sayDate } from '../wording.ts';

const MOST_VALUES = 2;

/** The list and the values belong together: what shows it, newest of each. */
export function shownValues(desk: Desk, subject: Subject, conditions: readonly ConditionView[]): string | undefined {
  const ids = new Set(
    [subject.id, ...conditions.flatMap(({ concepts }) => concepts)].flatMap((id) =>
      openCatalogue()
        .shownBy(id)
        .map((each) => each.id),
    ),
  );
  const said = [...ids].flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    if (last === undefined) return [];
    const flag = last.flag === undefined || last.flag === 'normal' ? '' : `, ${sayFlag(last.flag)}`;
    return [`${nameOf(id)} ${last.shown} on ${sayDate(last.time)}${flag}${citeReading(desk, last, nameOf(id))}`];
  });
  return said.length === 0 ? undefined : `What shows it: ${list(said.slice(0, MOST_VALUES))}.`;
}

/** It is over by the list; a value that shows it and lies outside today is told all the same. */
export function shownNow(desk: Desk, { concepts }: ConditionView): string | undefined {
  for (const { id } of concepts.flatMap((each) => openCatalogue().shownBy(each))) {
    const last = readingsOf(desk.chart, id).at(-1);
    if (last?.flag !== undefined && last.flag !== 'normal')
      return `But your last ${nameOf(id)} was ${last.shown} on ${sayDate(last.time)}, ${sayFlag(last.flag)}${citeReading(desk, last, nameOf(id))}: ask whether it is coming back.`;
  }
  return undefined;
}
