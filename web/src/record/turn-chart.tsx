/** Under an answer that rests on several values of one kind: how that kind went. */
import type { Citation } from '../chat/turn.ts';
import { TrendChart } from './chart.tsx';
import { useHistories } from './parts.tsx';
import { groupHistories, toSeries } from './series.ts';
import { sayMeasure, sayUnit } from './words.ts';

export function TurnChart(given: { patient: string; citations: readonly Citation[]; onOpen: (uuid: string) => void }) {
  const measured = given.citations.filter(({ label }) => label === 'Observation');
  const { data } = useHistories(given.patient, measured.length > 1);
  if (data === undefined || measured.length < 2) return null;
  const cited = new Set(measured.map(({ uuid }) => uuid));
  const history = [...groupHistories(data).values()].find(
    (group) => group.filter((entry) => isCited(entry, cited)).length > 1,
  );
  if (history === undefined || history.length < 3) return null;
  const lines = toSeries(history);
  const newest = history.findLast((entry) => isCited(entry, cited))!;
  return (
    <figure className="turn-chart">
      <figcaption>
        {sayMeasure(newest)} <span className="soft">{sayUnit(lines[0]?.unit)}</span>
      </figcaption>
      <TrendChart lines={lines} highlight={newest.uuid} />
    </figure>
  );
}

function isCited(
  entry: { uuid: string; components: { uuid: string }[] },
  cited: ReadonlySet<string | undefined>,
): boolean {
  return cited.has(entry.uuid) || entry.components.some((part) => cited.has(part.uuid));
}
