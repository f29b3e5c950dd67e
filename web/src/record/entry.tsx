/** One entry whole: what a citation, a search hit or a line of a section opens. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, api, type FullEntry, type ObservationEntry } from '../api.ts';
import { Arrow, Spark } from '../shell/icons.tsx';
import { TrendChart } from './chart.tsx';
import { Flag, Loaded, useHistories } from './parts.tsx';
import { groupHistories, type Series, switchUnit, toSeries, typeOf } from './series.ts';
import { otherUnit } from './units.ts';
import { initial, sayDate, sayLabel, sayMeasure, sayName, sayNumber, sayUnit } from './words.ts';

export interface EntryProps {
  patient: string;
  uuid: string;
  onBack: () => void;
  onOpen: (uuid: string) => void;
  onAsk: (question: string) => void;
}

export function EntryView({ patient, uuid, onBack, onOpen, onAsk }: EntryProps) {
  const query = useQuery<FullEntry, ApiError>({
    queryKey: ['record', patient, 'entry', uuid],
    queryFn: () => api.entry(patient, uuid),
  });
  return (
    <div className="entry">
      <button type="button" className="back" onClick={onBack}>
        <Arrow /> Record
      </button>
      <Loaded query={query} lines={5}>
        {(entry) => (
          <article aria-live="polite">
            <header className="entry-head lit" key={uuid}>
              <p className="soft">
                {sayLabel(entry.label)}
                {dateOf(entry) && ` · ${sayDate(dateOf(entry))}`}
              </p>
              <h3>{titleOf(entry)}</h3>
            </header>
            {entry.label === 'Observation' ? (
              <Measurements patient={patient} entry={entry} onOpen={onOpen} />
            ) : (
              <Properties entry={entry} />
            )}
            <button type="button" className="button ask" onClick={() => onAsk(questionAbout(entry))}>
              <Spark /> Ask about this
            </button>
            <Links entry={entry} onOpen={onOpen} />
          </article>
        )}
      </Loaded>
    </div>
  );
}

function titleOf({ label, properties }: FullEntry): string {
  const { name, code } = properties as Record<string, string | undefined>;
  return label === 'Observation' ? sayMeasure({ name, code }) : sayName(name);
}

function dateOf({ properties: p }: FullEntry): string | undefined {
  return (p['time'] ?? p['start'] ?? p['onset_date'] ?? p['recorded_date']) as string | undefined;
}

function questionAbout(entry: FullEntry): string {
  const name = titleOf(entry);
  const date = dateOf(entry);
  switch (entry.label) {
    case 'Observation':
      return `What does my ${lower(name)} of ${sayDate(date)} mean, and how has it changed?`;
    case 'IntakeRegimen':
      return `What is my ${lower(name)} for, and what should I know about it?`;
    case 'ConditionCase':
      return `How is my ${lower(name)} doing, by my record?`;
    case 'AllergyRecord':
      return `What should I avoid because of my allergy to ${lower(name)}?`;
    case 'SymptomEpisode':
      return `What could explain my ${lower(name)}${date ? ` since ${sayDate(date)}` : ''}?`;
    case 'Encounter':
      return `What was my visit on ${sayDate(date)} about?`;
    default:
      return `What does my ${lower(name)}${date ? ` of ${sayDate(date)}` : ''} say?`;
  }
}

/** Names begin with a capital letter in the record, not in the middle of a question; abbreviations keep theirs. */
function lower(name: string): string {
  return /^[A-Z][a-z]+(\s|$)/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

function Measurements({
  patient,
  entry,
  onOpen,
}: {
  patient: string;
  entry: FullEntry;
  onOpen: (uuid: string) => void;
}) {
  const histories = useHistories(patient);
  const [isSwitched, setSwitched] = useState(false);
  return (
    <Loaded query={histories} lines={4}>
      {(items) => {
        const history = historyOf(entry, items);
        const lines = toSeries(history).map((line) => (isSwitched ? switchUnit(line) : line));
        const unit = lines[0]?.unit ?? null;
        const other = otherUnit(lines[0]?.code ?? null, unit);
        return (
          <>
            {lines.some((line) => line.points.length > 1) && <TrendChart lines={lines} highlight={entry.uuid} />}
            <div className="spread">
              <span className="soft">{rangeOf(lines)}</span>
              {other && (
                <button type="button" className="link" onClick={() => setSwitched(!isSwitched)}>
                  Show in {sayUnit(other.unit)}
                </button>
              )}
            </div>
            {lines.length > 0 ? (
              <Values lines={lines} highlight={entry.uuid} onOpen={onOpen} />
            ) : (
              <Properties entry={entry} />
            )}
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

function rangeOf(lines: readonly Series[]): string {
  const ranges = lines.filter(({ low, high }) => low !== null || high !== null);
  if (ranges.length === 0) return '';
  const say = ({ low, high }: Series) =>
    low === null
      ? `up to ${sayNumber(high!)}`
      : high === null
        ? `from ${sayNumber(low)}`
        : `${sayNumber(low)}–${sayNumber(high)}`;
  return `Usual range ${ranges.map(say).join(' / ')} ${sayUnit(ranges[0]!.unit)}`;
}

function Values({
  lines,
  highlight,
  onOpen,
}: {
  lines: readonly Series[];
  highlight: string;
  onOpen: (uuid: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const [first] = lines;
  const points = first!.points.toReversed();
  const at = points.findIndex((point) => point.entry === highlight || point.uuid === highlight);
  const shown = isWhole ? points : points.slice(0, Math.max(8, at + 1));
  const partsOf = (entry: string) =>
    lines.map((line) => line.points.find((point) => point.entry === entry)).filter((point) => point !== undefined);
  return (
    <>
      <table className="values">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">{sayUnit(first!.unit) || 'Value'}</th>
            <th scope="col">Flag</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => {
            const parts = partsOf(point.entry);
            const flag = parts.map((part) => part.flag).find((word) => word !== null && word !== 'normal') ?? null;
            const isLit = point.entry === highlight || parts.some((part) => part.uuid === highlight);
            return (
              <tr key={point.uuid} className={isLit ? 'lit' : ''} {...(isLit && { 'aria-current': 'true' })}>
                <td>
                  <button type="button" className="link plain" onClick={() => onOpen(point.entry)}>
                    {sayDate(point.iso)}
                  </button>
                </td>
                <td className="value">{parts.map((part) => sayNumber(part.value)).join('/')}</td>
                <td>
                  <Flag flag={flag} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < points.length && (
        <button type="button" className="link all" onClick={() => setWhole(true)}>
          All {points.length} values
        </button>
      )}
    </>
  );
}

const HIDDEN = new Set([
  'uuid',
  'code',
  'name',
  'system',
  'text',
  'component',
  'mime',
  'dose',
  'unit',
  'source_span',
  'fact',
  'category',
  'class',
  'type',
]);

function Properties({ entry }: { entry: FullEntry }) {
  const { properties: p } = entry;
  const words = typeof p['text'] === 'string' ? p['text'] : undefined;
  const dose = p['dose'] === undefined ? [] : [['dose', `${p['dose']} ${sayUnit(p['unit'] as string)}`]];
  const rows = [...dose, ...Object.entries(p).filter(([key]) => !HIDDEN.has(key) && !key.startsWith('source_'))];
  return (
    <>
      {words && <div className="entry-text">{words}</div>}
      <dl className="properties">
        {rows.map(([key, value]) => (
          <div key={String(key)}>
            <dt>{initial(String(key).replace(/_/g, ' '))}</dt>
            <dd>{sayProperty(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function sayProperty(value: unknown): string {
  if (Array.isArray(value)) return value.map(sayProperty).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const words = String(value);
  return /^\d{4}-\d{2}(-\d{2})?(T|$)/.test(words) ? sayDate(words) : words;
}

const NOT_ENTRIES = /Type$|^Medication$|^Substance$/;

function Links({ entry, onOpen }: { entry: FullEntry; onOpen: (uuid: string) => void }) {
  const links = entry.links
    .filter(({ label, type }) => !NOT_ENTRIES.test(label) && type !== 'HAS_COMPONENT')
    .slice(0, 12);
  if (links.length === 0) return null;
  return (
    <>
      <h4>Connected</h4>
      <ul className="rows">
        {links.map((link) => (
          <li key={`${link.type}${link.uuid}`}>
            <button type="button" className="row" onClick={() => onOpen(link.uuid)}>
              <span className="row-title">{sayName(link.name)}</span>
              <span className="row-aside soft">{sayLabel(link.label)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
