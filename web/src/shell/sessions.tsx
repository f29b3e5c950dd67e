/** The chats so far, by day, with a search through all that was said. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiError, api, type SessionEntry } from '../api.ts';
import { Empty, Loaded, Problem } from '../record/parts.tsx';
import { Bin, Plus, Search } from './icons.tsx';
import { SureButton } from './sure.tsx';

export interface SessionsProps {
  patient: string | undefined;
  current: string;
  onOpen: (id: string) => void;
  onNew: () => void;
  /** The ways to other pages, above. */
  nav: ReactNode;
  /** What a small screen has here. */
  children: ReactNode;
}

export function useSessions(patient: string | undefined, q = '') {
  return useQuery<SessionEntry[], ApiError>({
    queryKey: ['sessions', patient, q],
    queryFn: () => api.sessions({ ...(patient && { patient_id: patient }), ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
}

export function Sessions({ patient, current, onOpen, onNew, nav, children }: SessionsProps) {
  const [query, setQuery] = useState('');
  const [problem, setProblem] = useState<ApiError>();
  const sessions = useSessions(patient, query.trim());
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<Leaving>();
  /** Asked first where facts of the record were told in it. */
  const remove = async (id: string, withFacts?: boolean) => {
    setProblem(undefined);
    try {
      const { title, told_facts: told = 0 } = withFacts === undefined ? await api.session(id) : { title: '' };
      if (told > 0) return setLeaving({ id, title, told });
      setLeaving(undefined);
      await api.deleteSession(id, withFacts ?? false);
    } catch (thrown) {
      return setProblem(thrown as ApiError);
    }
    if (withFacts) await client.invalidateQueries({ queryKey: ['record'] });
    if (id === current) onNew();
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <nav className="sessions" aria-label="Chats" tabIndex={-1}>
      {nav}
      <button type="button" className="new" onClick={onNew}>
        <Plus /> New chat
      </button>
      <label className="search">
        <Search />
        <input
          type="search"
          placeholder="Search chats"
          aria-label="Search chats"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <div className="sessions-list">
        {problem && <Problem error={problem} />}
        {leaving && (
          <LeavesFacts
            {...leaving}
            onChoose={(withFacts) => void remove(leaving.id, withFacts)}
            onKeep={() => setLeaving(undefined)}
          />
        )}
        <Loaded query={sessions} lines={4}>
          {(list) =>
            list.length === 0 ? (
              <Empty>{query ? 'No chat has these words.' : 'Chats about this person will be here.'}</Empty>
            ) : (
              <Days list={list} current={current} onOpen={onOpen} onRemove={(id) => void remove(id)} />
            )
          }
        </Loaded>
      </div>
      {children}
    </nav>
  );
}

interface Leaving {
  readonly id: string;
  readonly title: string;
  /** How many facts of the record were told in it. */
  readonly told: number;
}

function LeavesFacts(given: Leaving & { onChoose: (withFacts: boolean) => void; onKeep: () => void }) {
  const facts = given.told === 1 ? '1 fact' : `${given.told} facts`;
  return (
    <section className="leaves-facts" aria-label={`Delete ${given.title}`}>
      <p>
        {facts} of the record {given.told === 1 ? 'was' : 'were'} told in this chat: “{given.title}”
      </p>
      <button type="button" className="link" onClick={() => given.onChoose(true)}>
        Delete both
      </button>
      <button type="button" className="link" onClick={() => given.onChoose(false)}>
        Delete the chat only
      </button>
      <button type="button" className="link" onClick={given.onKeep}>
        Keep it
      </button>
    </section>
  );
}

function Days(given: {
  list: readonly SessionEntry[];
  current: string;
  onOpen: (id: string) => void;
  onRemove: (id: string) => void;
}) {
  return [...Map.groupBy(given.list, ({ updated }) => sayDay(updated))].map(([day, sessions]) => (
    <div key={day}>
      <h2>{day}</h2>
      <ul>
        {sessions.map(({ id, title }) => (
          <li key={id} className={`session ${id === given.current ? 'current' : ''}`}>
            <button
              type="button"
              className="session-open"
              aria-current={id === given.current}
              onClick={() => given.onOpen(id)}
              title={title}
            >
              {title}
            </button>
            <SureButton
              label={`Delete ${title}`}
              className="icon session-bin"
              sure="Delete for good"
              onSure={() => given.onRemove(id)}
            >
              <Bin />
            </SureButton>
          </li>
        ))}
      </ul>
    </div>
  ));
}

const DAY = 24 * 60 * 60 * 1000;

function sayDay(time: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  if (time >= today) return 'Today';
  if (time >= today - DAY) return 'Yesterday';
  if (time >= today - 7 * DAY) return 'This week';
  return new Date(time).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
}
