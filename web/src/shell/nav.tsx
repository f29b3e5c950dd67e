/** Where one can go: the first things by name, the tools folded away. Pages come from their rooms. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api.ts';
import { mayUse } from '../lock.ts';
import { type Go, PAGES, type PageSpec } from './pages.ts';
import { useStored } from './stored.ts';

export interface NavProps {
  /** The page that is open; none is the chat. */
  page: string | undefined;
  onPage: Go;
  onChat: () => void;
  onRecord: () => void;
  /** What stands beside a page's name: how much waits there. */
  badges: Readonly<Record<string, number>>;
}

/** Those that this person may use and whose team is there. */
export function usePages(): readonly PageSpec[] {
  const { data: teams } = useQuery({ queryKey: ['teams'], queryFn: api.teams });
  return PAGES.filter(
    ({ scope, team }) =>
      (scope === undefined || mayUse(scope)) && (team === undefined || (teams ?? []).some(({ name }) => name === team)),
  );
}

export function Nav({ page, onPage, onChat, onRecord, badges }: NavProps) {
  const pages = usePages();
  const [isOpen, setOpen] = useStored('tools', false);
  const tools = pages.filter(({ place }) => place === 'tools');
  const main = pages.filter(({ place }) => place === 'main');
  const toPage = ({ id, title }: PageSpec) => (
    <Way key={id} isHere={id === page} onGo={() => onPage(id)} count={badges[id] ?? 0}>
      {title}
    </Way>
  );
  return (
    <ul className="pages" aria-label="Pages">
      {main.filter(({ order }) => order < 0).map(toPage)}
      <Way isHere={page === undefined} onGo={onChat}>
        Chat
      </Way>
      <Way isHere={false} onGo={onRecord}>
        Record
      </Way>
      {main.filter(({ order }) => order >= 0).map(toPage)}
      <li>
        <button
          type="button"
          className="page tools-fold"
          aria-expanded={isOpen || tools.some(({ id }) => id === page)}
          onClick={() => setOpen(!isOpen)}
        >
          Tools
        </button>
        {(isOpen || tools.some(({ id }) => id === page)) && <ul>{tools.map(toPage)}</ul>}
      </li>
    </ul>
  );
}

function Way(given: { isHere: boolean; onGo: () => void; count?: number; children: ReactNode }) {
  return (
    <li>
      <button type="button" className="page" aria-current={given.isHere && 'page'} onClick={given.onGo}>
        {given.children}
        {given.count ? (
          <span className="waiting-count">
            <span className="value">{given.count}</span>
            <span className="sr-only"> waiting</span>
          </span>
        ) : null}
      </button>
    </li>
  );
}
