/** Everything that happened, newest first; more of it comes as it is scrolled to. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { type ApiError, api } from '../api.ts';
import { Empty, Problem, Row, Skeleton } from './parts.tsx';
import type { SectionProps } from './sections.tsx';
import { initial, sayDate, sayLabel, sayMeasure, sayName, sayUnit } from './words.ts';

const KINDS = [
  { title: 'Everything', labels: undefined },
  { title: 'Visits', labels: 'Encounter' },
  { title: 'Measurements', labels: 'Observation' },
  { title: 'Medications', labels: 'IntakeRegimen' },
  { title: 'Conditions and symptoms', labels: 'ConditionCase,SymptomEpisode,AllergyRecord' },
  { title: 'Procedures', labels: 'Procedure' },
  { title: 'Vaccinations', labels: 'Immunization' },
  { title: 'Reports and letters', labels: 'DiagnosticReport,DocumentReference,CarePlan' },
] as const;

type Page = Awaited<ReturnType<typeof api.timeline>>;
type Item = Page['items'][number];

export function TimelineSection({ patient, onOpen }: SectionProps) {
  const [kind, setKind] = useState(0);
  const { labels } = KINDS[kind]!;
  const query = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, unknown[], string | undefined>({
    queryKey: ['record', patient, 'timeline', labels ?? ''],
    queryFn: ({ pageParam: cursor }) => api.timeline(patient, { labels, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return (
    <>
      <select
        className="choose"
        aria-label="Show"
        value={kind}
        onChange={(event) => setKind(Number(event.target.value))}
      >
        {KINDS.map(({ title }, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
      {query.data === undefined
        ? !query.error && <Skeleton lines={6} />
        : query.data.pages.map(({ items }, index, pages) => (
            <Stretch
              key={items[0]?.uuid ?? index}
              items={items}
              after={sayMonth(pages[index - 1]?.items.at(-1))}
              onOpen={onOpen}
            />
          ))}
      {query.error && <Problem error={query.error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.error && (
        <Earlier isLoading={query.isFetchingNextPage} onReach={() => void query.fetchNextPage()} />
      )}
    </>
  );
}

/** A page of it, drawn once: what comes after it does not touch it. `after` is the month that the page before ended in. */
const Stretch = memo(function Stretch(given: {
  items: readonly Item[];
  after: string | undefined;
  onOpen: (uuid: string) => void;
}) {
  if (given.items.length === 0) return <Empty>Nothing of this kind is recorded.</Empty>;
  return [...Map.groupBy(given.items, sayMonth)].map(([month, group]) => (
    <div className="month" key={month}>
      {month !== given.after && <h4>{month}</h4>}
      <ul className="rows">
        {group.map((item) => (
          <Row
            key={item.uuid}
            onOpen={() => given.onOpen(item.uuid)}
            title={titleOf(item)}
            aside={sayDate(item.time?.slice(0, 10)).replace(/ \d{4}$/, '')}
            detail={[sayLabel(item.label), item.label !== 'Encounter' && item.detail && initial(sayDetail(item.detail))]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </ul>
    </div>
  ));
});

function sayMonth(item: Item | undefined): string | undefined {
  return item && (item.time ? sayDate(item.time.slice(0, 7)) : 'No date');
}

function titleOf({ label, name, code, detail }: Item): string {
  if (label === 'Observation') return sayMeasure({ name, code });
  // Of a visit, what it was about says more than what kind of visit it was.
  return initial(sayName(label === 'Encounter' ? (detail ?? name) : name));
}

function sayDetail(detail: string): string {
  const [, value, unit] = /^([\d./]+) (\S+)$/.exec(detail) ?? [];
  return unit === undefined ? sayName(detail) : `${value} ${sayUnit(unit)}`;
}

/** The end of what is there: reaching it, by scrolling or by key, brings more. */
function Earlier({ isLoading, onReach }: { isLoading: boolean; onReach: () => void }) {
  const self = useRef<HTMLButtonElement>(null);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    if (isLoading) return;
    const observer = new IntersectionObserver(([end]) => end?.isIntersecting && reach.current(), {
      rootMargin: '600px',
    });
    observer.observe(self.current!);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <button type="button" ref={self} className="button wide" disabled={isLoading} onClick={onReach}>
      {isLoading ? 'Reading on…' : 'Earlier'}
    </button>
  );
}
