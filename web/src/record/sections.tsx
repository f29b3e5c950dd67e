/** The sections of the record, each a list whose lines open their entry. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ApiError, api, type LatestObservation } from '../api.ts';
import { Sparkline } from './chart.tsx';
import { Flag, Loaded, Problem, Row, Skeleton, useHistories, useSection } from './parts.tsx';
import { groupHistories, toSeries, trendOf, typeOf } from './series.ts';
import {
  initial,
  sayDate,
  sayDrug,
  sayLabel,
  sayMeasure,
  sayName,
  saySpan,
  sayUnit,
  sayValue,
  unitOf,
} from './words.ts';

export interface SectionProps {
  patient: string;
  onOpen: (uuid: string) => void;
}

export function SummarySection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'summary');
  return (
    <Loaded query={query} lines={6}>
      {({ allergies, conditions, flagged, next_encounter: next, last_encounter: last }) => (
        <div className="summary">
          {allergies.length > 0 && (
            <p className="summary-allergy">
              <span className="tag warn">Allergy</span> {allergies.map(({ name }) => sayName(name)).join(', ')}
            </p>
          )}
          {flagged.length > 0 && (
            <>
              <h4>Outside the usual range</h4>
              <ul className="rows">
                {flagged.slice(0, 5).map((entry) => (
                  <ObservationRow key={entry.uuid} entry={entry} onOpen={onOpen} />
                ))}
              </ul>
            </>
          )}
          {conditions.length > 0 && (
            <>
              <h4>Active conditions</h4>
              <p className="summary-words">{conditions.map(({ name }) => sayName(name)).join(' · ')}</p>
            </>
          )}
          {(next ?? last) && <h4>Visits</h4>}
          <ul className="rows">
            {next && (
              <Row
                onOpen={() => onOpen(next.uuid)}
                title={next.reason ?? sayName(next.name)}
                aside={<span className="tag">next</span>}
                detail={sayVisit(next.start, next.practitioners[0]?.name)}
              />
            )}
            {last && (
              <Row
                onOpen={() => onOpen(last.uuid)}
                title={last.reason ?? sayName(last.name)}
                aside={<span className="soft">last</span>}
                detail={sayVisit(last.start, last.practitioners[0]?.name)}
              />
            )}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

function sayVisit(start: string | null, practitioner: string | null | undefined): string {
  return [sayDate(start), practitioner].filter(Boolean).join(' · ');
}

function ObservationRow({ entry, onOpen }: { entry: LatestObservation; onOpen: (uuid: string) => void }) {
  return (
    <Row
      onOpen={() => onOpen(entry.uuid)}
      title={sayMeasure(entry)}
      aside={
        <>
          <span className="value">{sayValue(entry)}</span> <span className="unit">{sayUnit(unitOf(entry))}</span>
        </>
      }
      detail={
        <span className="spread">
          <span>{sayDate(entry.time)}</span>
          <Flag flag={entry.flag} />
        </span>
      }
    />
  );
}

export function ObservationsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'observations');
  const histories = useHistories(patient);
  const series = groupHistories(histories.data ?? []);
  return (
    <Loaded query={query} lines={8}>
      {({ items }) => {
        if (items.length === 0) return <Empty>Tell a value in the chat (“BP was 152/94”) and it is kept here.</Empty>;
        const groups = Map.groupBy(items, ({ category }) => groupName(category));
        return ['Vitals', 'Labs', 'Other'].map((name) => {
          const group = groups.get(name);
          return (
            group && (
              <div key={name}>
                <h4>{name}</h4>
                <ul className="rows">
                  {group.map((entry) => {
                    const [line] = toSeries(series.get(typeOf(entry)) ?? []);
                    return (
                      <li key={entry.uuid}>
                        <button type="button" className="row measure" onClick={() => onOpen(entry.uuid)}>
                          <span className="row-title">{sayMeasure(entry)}</span>
                          <span className="row-aside">
                            <span className="value">{sayValue(entry)}</span>{' '}
                            <span className="unit">{sayUnit(unitOf(entry))}</span>
                          </span>
                          <span className="row-detail spread">
                            <span>
                              {sayDate(entry.time)} <Flag flag={entry.flag} />
                            </span>
                            <span className="measure-trend">
                              {line && <Sparkline line={line} />}
                              <span aria-hidden="true">{line ? trendOf(line) : ''}</span>
                            </span>
                          </span>
                        </button>
                      </li>
                    );
                  })}
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

export function MedicationsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'medications');
  return (
    <Loaded query={query}>
      {({ items }) => {
        if (items.length === 0) return <Empty>No medication is recorded. Tell one in the chat and it is kept.</Empty>;
        const now = items.filter(({ current }) => current);
        const past = items.filter(({ current }) => !current);
        return (
          <>
            {[now, past].map(
              (group, index) =>
                group.length > 0 && (
                  <div key={index === 0 ? 'now' : 'past'}>
                    <h4>{index === 0 ? 'Taken now' : 'Past'}</h4>
                    <ul className="rows">
                      {group.map((entry) => (
                        <Row
                          key={entry.uuid}
                          onOpen={() => onOpen(entry.uuid)}
                          isQuiet={!entry.current}
                          title={sayDrug(entry.name)}
                          aside={entry.dose === null ? null : `${entry.dose} ${sayUnit(entry.unit)}`}
                          detail={[entry.frequency, saySpan(entry.start, entry.end)].filter(Boolean).join(' · ')}
                        />
                      ))}
                    </ul>
                  </div>
                ),
            )}
          </>
        );
      }}
    </Loaded>
  );
}

export function ConditionsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'conditions');
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No condition is recorded.</Empty>
        ) : (
          <ul className="rows">
            {items.map((entry) => (
              <Row
                key={entry.uuid}
                onOpen={() => onOpen(entry.uuid)}
                isQuiet={!entry.active}
                title={sayName(entry.name)}
                aside={entry.active ? null : (entry.status ?? 'past')}
                detail={[saySpan(entry.onset_date, entry.abatement_date), entry.text].filter(Boolean).join(' · ')}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function EncountersSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'encounters');
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No visit is recorded.</Empty>
        ) : (
          <ul className="rows">
            {items.map((entry) => (
              <Row
                key={entry.uuid}
                onOpen={() => onOpen(entry.uuid)}
                title={entry.reason ?? sayName(entry.name)}
                aside={entry.scheduled ? <span className="tag">planned</span> : null}
                detail={[sayDate(entry.start), entry.practitioners[0]?.name, entry.organization?.name]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function AllergiesSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'allergies');
  return (
    <Loaded query={query} lines={1}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No allergy is recorded. That is not the same as none: tell me if you have one.</Empty>
        ) : (
          <ul className="rows">
            {items.map((entry) => (
              <Row
                key={entry.uuid}
                onOpen={() => onOpen(entry.uuid)}
                isQuiet={!entry.active}
                title={sayName(entry.name)}
                aside={entry.criticality === 'high' ? <span className="tag warn">severe</span> : null}
                detail={entry.reactions.join(', ') || entry.text}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function SymptomsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'symptoms');
  return (
    <Loaded query={query} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No symptom is recorded. Say how you feel and it is kept with its date.</Empty>
        ) : (
          <ul className="rows">
            {items.map((entry) => (
              <Row
                key={entry.uuid}
                onOpen={() => onOpen(entry.uuid)}
                isQuiet={entry.status === 'resolved'}
                title={sayName(entry.name)}
                aside={entry.severity}
                detail={[saySpan(entry.onset_date, entry.end), entry.text].filter(Boolean).join(' · ')}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function DocumentsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'documents');
  return (
    <Loaded query={query} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No letter or report is recorded.</Empty>
        ) : (
          <ul className="rows">
            {items.map((entry) => (
              <Row
                key={entry.uuid}
                onOpen={() => onOpen(entry.uuid)}
                title={sayName(entry.name)}
                aside={sayDate(entry.time)}
                detail={entry.excerpt?.split('\n').filter(Boolean).slice(0, 1).join(' ')}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function TimelineSection({ patient, onOpen }: SectionProps) {
  const query = useInfiniteQuery({
    queryKey: ['record', patient, 'timeline'],
    queryFn: ({ pageParam }) => api.timeline(patient, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  if (query.error) return <Problem error={query.error as ApiError} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton lines={6} />;
  const items = query.data.pages.flatMap((page) => page.items);
  const months = Map.groupBy(items, ({ time }) => (time ? sayDate(time.slice(0, 7)) : 'No date'));
  return (
    <>
      {items.length === 0 && <Empty>Nothing has happened yet.</Empty>}
      {[...months].map(([month, group]) => (
        <div key={month}>
          <h4>{month}</h4>
          <ul className="rows">
            {group.map((item) => (
              <Row
                key={item.uuid}
                onOpen={() => onOpen(item.uuid)}
                title={item.label === 'Observation' ? sayMeasure(item) : sayName(item.name)}
                aside={item.time?.slice(8, 10) ? `${Number(item.time.slice(8, 10))}` : null}
                detail={[sayLabel(item.label), item.detail && initial(sayDetail(item.detail))]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </ul>
        </div>
      ))}
      {query.hasNextPage && (
        <button type="button" className="button wide" onClick={() => void query.fetchNextPage()}>
          Earlier
        </button>
      )}
    </>
  );
}

function sayDetail(detail: string): string {
  const [, value, unit] = /^([\d./]+) (\S+)$/.exec(detail) ?? [];
  return unit === undefined ? detail : `${value} ${sayUnit(unit)}`;
}

export function Empty({ children }: { children: string }) {
  return <p className="empty">{children}</p>;
}
