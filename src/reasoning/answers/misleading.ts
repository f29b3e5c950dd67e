/** What in this record makes a measurement say less, or other, than it seems to. */
import { cite, type Desk, nameOf } from '../desk.ts';
import { distortedBy, distortions } from '../evidence/distortions.ts';
import { drugName, list, lower } from '../wording.ts';

export function sayDistorted(desk: Desk, id: string): string[] {
  return distortedBy(desk.chart, id)
    .slice(0, 2)
    .map(
      ({ says, items }) =>
        `Mind that with ${list(items.slice(0, 3).map((item) => `${item.label === 'IntakeRegimen' ? drugName(item.name) : lower(item.name)}${cite(desk, item, item.date)}`))} the ${nameOf(id)} ${says}.${desk.notes.source(distortions.source)}`,
    );
}
