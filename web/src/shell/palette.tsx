/** ⌘K: finds a chat, an entry of the record, a page. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { SECTIONS, type SectionId } from '../record/panel.tsx';
import { sayDate, sayLabel, sayMeasure, sayName } from '../record/words.ts';
import { usePages } from './nav.tsx';
import type { Go } from './pages.ts';
import { useSessions } from './sessions.tsx';

export interface PaletteProps {
  patient: string | undefined;
  onClose: () => void;
  onSession: (id: string) => void;
  onEntry: (uuid: string) => void;
  onSection: (id: SectionId) => void;
  onPage: Go;
  onNew: () => void;
}

interface Item {
  id: string;
  kind: string;
  title: string;
  detail: string;
  choose: () => void;
}

export function Palette(props: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const items = useItems(props, query.trim());
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const chosen = Math.min(at, items.length - 1);
  const onArrow = (step: number) => {
    const next = (chosen + step + items.length) % Math.max(1, items.length);
    setAt(next);
    document.getElementById(`palette-${items[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      onArrow(step);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      items[chosen]?.choose();
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog ref={dialog} className="palette" aria-label="Find" onClose={props.onClose} onClick={closeOutside}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Find a chat, an entry or a page"
        aria-expanded="true"
        aria-controls="palette-items"
        aria-activedescendant={items[chosen] && `palette-${items[chosen].id}`}
        placeholder="Find a chat, an entry, a page…"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-items" role="listbox" aria-label="Found" className="palette-items">
        {items.map((item, index) => (
          <button
            type="button"
            key={item.id}
            id={`palette-${item.id}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className="palette-item"
            onMouseMove={() => setAt(index)}
            onClick={item.choose}
          >
            <span className="palette-kind">{item.kind}</span>
            <span className="ellipsis">{item.title}</span>
            <span className="soft">{item.detail}</span>
          </button>
        ))}
        {items.length === 0 && <p className="empty">Nothing found for “{query}”.</p>}
      </div>
    </dialog>
  );
}

/** A dialog covers its backdrop: a click on the dialog itself is one beside its content. */
export function closeOutside(event: React.MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}

function useItems({ patient, ...on }: PaletteProps, query: string): Item[] {
  const { data, isPlaceholderData } = useSessions(patient, query);
  const isNamed = (title: string) => title.toLowerCase().includes(query.toLowerCase());
  // Until the server has answered, what it said to the words before: of that, only what fits these.
  const sessions = (data ?? []).filter(({ title }) => !isPlaceholderData || isNamed(title));
  const { data: hits = [] } = useQuery({
    queryKey: ['record', patient, 'search', query],
    queryFn: () => api.search(patient!, query),
    enabled: patient !== undefined && query.length > 1,
  });
  const then = (work: () => void) => () => {
    on.onClose();
    work();
  };
  const known = usePages();
  const pages: Item[] = [
    { id: 'new', kind: 'Page', title: 'New chat', detail: '', choose: then(on.onNew) },
    ...known.map(({ id, title, about }) => ({
      id: `page-${id}`,
      kind: 'Page',
      title,
      detail: about,
      choose: then(() => on.onPage(id)),
    })),
    ...SECTIONS.map(({ id, title }) => ({
      id,
      kind: 'Page',
      title,
      detail: 'record',
      choose: then(() => on.onSection(id)),
    })),
  ];
  const entries: Item[] = hits.slice(0, 12).map((hit) => ({
    id: hit.uuid,
    kind: sayLabel(hit.label),
    title: hit.label === 'Observation' ? sayMeasure(hit) : sayName(hit.name),
    detail: sayDate(hit.time),
    choose: then(() => on.onEntry(hit.uuid)),
  }));
  const named = pages.filter(({ title }) => isNamed(title));
  // Whoever types the name of a page or an entry wants it, not a chat that speaks of it.
  const begins = ({ title }: Item) => query !== '' && title.toLowerCase().startsWith(query.toLowerCase());
  return [
    ...named.filter(begins),
    ...entries.filter(begins),
    ...sessions.slice(0, 6).map((session) => ({
      id: session.id,
      kind: 'Chat',
      title: session.title,
      detail: sayDate(new Date(session.updated).toISOString()),
      choose: then(() => on.onSession(session.id)),
    })),
    ...entries.filter((entry) => !begins(entry)),
    ...named.filter((page) => !begins(page)),
  ];
}
