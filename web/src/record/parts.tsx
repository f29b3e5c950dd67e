/** What the sections of the record are made of. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiError, api, type Sections } from '../api.ts';
import { FLAGS, flagOf } from './words.ts';

export function useSection<Name extends keyof Sections>(patient: string, name: Name) {
  return useQuery<Sections[Name], ApiError>({
    queryKey: ['record', patient, name],
    queryFn: () => api.section(patient, name),
  });
}

export function useHistories(patient: string, isWanted = true) {
  return useQuery<Awaited<ReturnType<typeof api.histories>>, ApiError>({
    queryKey: ['record', patient, 'histories'],
    queryFn: () => api.histories(patient),
    enabled: isWanted,
  });
}

export function Flag({ flag }: { flag: string | null }) {
  const known = flagOf(flag);
  if (known === undefined) return null;
  const { sign, word } = FLAGS[known];
  return (
    <span className={`flag ${known}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

/** A line of a section: opens its entry. */
export function Row(given: {
  onOpen: () => void;
  title: ReactNode;
  aside?: ReactNode;
  detail?: ReactNode;
  isQuiet?: boolean;
  className?: string;
}) {
  return (
    <li>
      <button
        type="button"
        className={['row', given.isQuiet && 'quiet', given.className].filter(Boolean).join(' ')}
        onClick={given.onOpen}
      >
        <span className="row-title">{given.title}</span>
        {given.aside && <span className="row-aside">{given.aside}</span>}
        {given.detail && <span className="row-detail">{given.detail}</span>}
      </button>
    </li>
  );
}

/** What is over, under its own heading, the newest few of it. */
export function Past<Item>(props: {
  items: readonly Item[];
  what: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { items, what, children } = props;
  if (items.length === 0) return null;
  return (
    <>
      <h4>Past</h4>
      <Folded items={items} first={8} all={`All ${items.length} past ${what}`}>
        {children}
      </Folded>
    </>
  );
}

/** The first of a long list; the rest when it is wanted. */
export function Folded<T>(given: {
  items: readonly T[];
  first: number;
  all: string;
  children: (shown: readonly T[]) => ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && given.items.length > given.first;
  return (
    <>
      {given.children(isFolded ? given.items.slice(0, given.first) : given.items)}
      {isFolded && (
        <button type="button" className="link all" onClick={() => setWhole(true)}>
          {given.all}
        </button>
      )}
    </>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <output className="skeleton" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing else
        <span key={index} />
      ))}
    </output>
  );
}

export function Problem({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.hint && <p className="soft">{error.hint}</p>}
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A list once it is there; until then its shape, and if it does not come, why. */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  query: { data: T | undefined; error: ApiError | null; refetch: () => unknown };
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton {...(lines !== undefined && { lines })} />;
}
