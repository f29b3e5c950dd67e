/** A measurement over time: its chart and every value there is, in one unit where that can be. */
import { useState } from 'react';
import type { FullEntry, ObservationEntry } from '../api.ts';
import { sayRange, TrendChart } from './chart.tsx';
import { Flag, Folded, Loaded, useHistories } from './parts.tsx';
import { converter, groupHistories, type Series, toSeries, typeOf } from './series.ts';
import { otherUnit } from './units.ts';
import { gravest, partsOf, sayDate, sayNumber, sayUnit, sayValue, unitOf } from './words.ts';

export function Measurements(given: { patient: string; entry: FullEntry; onOpen: (uuid: string) => void }) {
  const { entry, onOpen } = given;
  const histories = useHistories(given.patient);
  const [isSwitched, setSwitched] = useState(false);
  return (
    <Loaded query={histories} lines={4}>
      {(items) => {
        const history = historyOf(entry, items);
        const lines = toSeries(history, isSwitched);
        const other = otherUnit(lines[0]?.code ?? null, lines[0]?.unit ?? null);
        return (
          <>
            {lines.some((line) => line.points.length > 1) && <TrendChart lines={lines} highlight={entry.uuid} />}
            <div className="spread">
              <span className="soft">{sayRanges(lines)}</span>
              {other && (
                <button type="button" className="link" onClick={() => setSwitched(!isSwitched)}>
                  Show in {sayUnit(other.unit)}
                </button>
              )}
            </div>
            <Values history={history} unit={lines[0]?.unit ?? null} highlight={entry.uuid} onOpen={onOpen} />
          </>
        );
      }}
    </Loaded>
  );
}

function historyOf(entry: FullEntry, items: readonly ObservationEntry[]): ObservationEntry[] {
  const { system, code, name } = entry.properties as Record<string, string | undefined>;
  const own = groupHistories(items).get(typeOf({ system: system ?? null, code: code ?? null, name: name ?? null }));
  // A part of a panel is shown with its panel.
  return own ?? items.filter((item) => item.components.some((part) => part.code === code));
}

function sayRanges(lines: readonly Series[]): string {
  const ranges = lines.map(({ low, high }) => sayRange(low, high)).filter(Boolean);
  return ranges.length === 0 ? '' : `Usual range ${ranges.join(' / ')} ${sayUnit(lines[0]!.unit)}`;
}

function Values(given: {
  history: readonly ObservationEntry[];
  unit: string | null;
  highlight: string;
  onOpen: (uuid: string) => void;
}) {
  const rows = given.history.toReversed();
  const isLit = (entry: ObservationEntry) => [entry, ...entry.components].some(({ uuid }) => uuid === given.highlight);
  return (
    <Folded items={rows} first={Math.max(8, rows.findIndex(isLit) + 1)} all={`All ${rows.length} values`}>
      {(shown) => (
        <table className="values">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">{sayUnit(given.unit) || 'Value'}</th>
              <th scope="col">Flag</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr
                key={entry.uuid}
                className={isLit(entry) ? 'lit' : ''}
                {...(isLit(entry) && { 'aria-current': true })}
              >
                <td>
                  <button type="button" className="link plain" onClick={() => given.onOpen(entry.uuid)}>
                    {sayDate(entry.time) || 'No date'}
                  </button>
                </td>
                <td className="value">{sayIn(entry, given.unit)}</td>
                <td>
                  <Flag flag={gravest([entry.flag, ...entry.components.map(({ flag }) => flag)]) ?? null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Folded>
  );
}

/** The value in the unit of the column; as it was written, with its own unit, where it cannot be told in that. */
function sayIn(entry: ObservationEntry, unit: string | null): string {
  const told = partsOf(entry).map((part) => {
    const convert = converter(part, unit);
    return typeof part.value === 'number' && convert ? sayNumber(convert(part.value)) : undefined;
  });
  if (told.every((value) => value !== undefined)) return told.join('/');
  return `${sayValue(entry)} ${sayUnit(unitOf(entry))}`.trim();
}
