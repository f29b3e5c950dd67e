/** The newest value of each measurement, with how it went. */
import type { LatestObservation } from '../api.ts';
import { Sparkline } from './chart.tsx';
import { Empty, Flag, Loaded, Row, useHistories, useSection } from './parts.tsx';
import type { SectionProps } from './sections.tsx';
import { groupHistories, type Series, toSeries, trendOf, typeOf } from './series.ts';
import { sayDate, sayMeasure, sayUnit, sayValue, unitOf } from './words.ts';

export function ObservationsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'observations');
  const histories = useHistories(patient);
  const series = groupHistories(histories.data ?? []);
  return (
    <Loaded query={query} lines={8}>
      {({ items }) => {
        if (items.length === 0)
          return (
            <Empty>No value is recorded. Tell one in the chat (“BP was 152/94 this morning”) and it is kept.</Empty>
          );
        const groups = Map.groupBy(items, ({ category }) => groupName(category));
        return ['Vitals', 'Labs', 'Other'].map((name) => {
          const group = groups.get(name);
          return (
            group && (
              <div key={name}>
                <h4>{name}</h4>
                <ul className="rows">
                  {group.map((entry) => (
                    <ObservationRow
                      key={entry.uuid}
                      className="measure"
                      entry={entry}
                      line={toSeries(series.get(typeOf(entry)) ?? [])[0]}
                      onOpen={onOpen}
                    />
                  ))}
                </ul>
              </div>
            )
          );
        });
      }}
    </Loaded>
  );
}

function groupName(category: string | null): string {
  if (category === 'vital-signs') return 'Vitals';
  return category === 'laboratory' ? 'Labs' : 'Other';
}

export function ObservationRow(given: {
  entry: LatestObservation;
  className?: string;
  line?: Series | undefined;
  onOpen: (uuid: string) => void;
}) {
  const { entry, line } = given;
  return (
    <Row
      {...(given.className && { className: given.className })}
      onOpen={() => given.onOpen(entry.uuid)}
      title={sayMeasure(entry)}
      aside={
        <>
          <span className="value">{sayValue(entry)}</span> <span className="unit">{sayUnit(unitOf(entry))}</span>
        </>
      }
      detail={
        <span className="spread">
          <span>
            {sayDate(entry.time)} <Flag flag={entry.flag} />
          </span>
          {line && (
            <span className="measure-trend" aria-hidden="true">
              <Sparkline line={line} />
              {trendOf(line)}
            </span>
          )}
        </span>
      }
    />
  );
}
