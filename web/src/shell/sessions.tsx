/** The chats so far, by day, with a search through all that was said. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type SessionEntry } from '../api.ts';
import { PAGES, type PageId } from '../workshop/pages.ts';
import { Bin, Plus, Search } from './icons.tsx';

export interface SessionsProps {
  patient: string | undefined;
  current: string;
  page: PageId | undefined;
  onPage: (id: PageId) => void;
  onOpen: (id: string) => void;
  onNew: () => void;
}

export function useSessions(patient: string | undefined, q = '') {
  return useQuery({
    queryKey: ['sessions', patient, q],
    queryFn: () => api.sessions({ ...(patient && { patient_id: patient }), ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
}

export function Sessions({ patient, current, page, onPage, onOpen, onNew }: SessionsProps) {
  const [query, setQuery] = useState('');
  const { data } = useSessions(patient, query.trim());
  const client = useQueryClient();
  const remove = async (id: string) => {
    await api.deleteSession(id);
    await client.invalidateQueries({ queryKey: ['sessions'] });
    if (id === current) onNew();
  };
  const days = Map.groupBy(data ?? [], ({ updated }) => sayDay(updated));
  return (
    <nav className="sessions" aria-label="Chats">
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
        {[...days].map(([day, sessions]) => (
          <div key={day}>
            <h2>{day}</h2>
            <ul>
              {sessions.map((session) => (
                <SessionLine
                  key={session.id}
                  session={session}
                  isCurrent={session.id === current}
                  onOpen={() => onOpen(session.id)}
                  onRemove={() => void remove(session.id)}
                />
              ))}
            </ul>
          </div>
        ))}
        {data?.length === 0 && (
          <p className="empty">{query ? 'No chat has these words.' : 'Chats about this person will be here.'}</p>
        )}
      </div>
      <ul className="pages" aria-label="Pages">
        {PAGES.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className="page" aria-current={id === page && 'page'} onClick={() => onPage(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SessionLine(given: { session: SessionEntry; isCurrent: boolean; onOpen: () => void; onRemove: () => void }) {
  const [isSure, setSure] = useState(false);
  const { title } = given.session;
  return (
    <li className={`session ${given.isCurrent ? 'current' : ''}`}>
      <button
        type="button"
        className="session-open"
        aria-current={given.isCurrent}
        onClick={given.onOpen}
        title={title}
      >
        {title}
      </button>
      <button
        type="button"
        className={isSure ? 'session-sure' : 'icon session-bin'}
        aria-label={isSure ? `Really delete ${title}` : `Delete ${title}`}
        onClick={() => (isSure ? given.onRemove() : setSure(true))}
        onBlur={() => setSure(false)}
      >
        {isSure ? 'Delete' : <Bin />}
      </button>
    </li>
  );
}

const DAY = 24 * 60 * 60 * 1000;

function sayDay(time: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  if (time >= today) return 'Today';
  if (time >= today - DAY) return 'Yesterday';
  if (time >= today - 7 * DAY) return 'This week';
  return new Date(time).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
}
