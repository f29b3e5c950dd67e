/** On a small screen the chats and the record are drawers over the talk: one at a time, and what is below is out of reach. */
import { useEffect, useRef, useState } from 'react';

export type Drawer = 'sessions' | 'record';

const WIDTHS: Record<Drawer, string> = { sessions: '(max-width: 1180px)', record: '(max-width: 900px)' };
const PLACES: Record<Drawer, string> = { sessions: '.sessions', record: '.panel' };

export function isDrawer(drawer: Drawer): boolean {
  return matchMedia(WIDTHS[drawer]).matches;
}

export function useDrawers() {
  const [drawer, setDrawer] = useState<Drawer>();
  const opener = useRef<Element | null>(null);
  const open = (next: Drawer) => {
    if (drawer === undefined) opener.current = document.activeElement;
    setDrawer(next);
  };
  const close = () => setDrawer(undefined);
  useEffect(() => {
    if (drawer === undefined) return;
    const place = document.querySelector<HTMLElement>(PLACES[drawer])!;
    if (!place.contains(document.activeElement)) place.focus();
    const width = matchMedia(WIDTHS[drawer]);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      // It closes the drawer; the answer below goes on.
      event.preventDefault();
      setDrawer(undefined);
    };
    const onWidth = () => setDrawer(undefined);
    document.addEventListener('keydown', onKey, { capture: true });
    width.addEventListener('change', onWidth);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      width.removeEventListener('change', onWidth);
      if (place.contains(document.activeElement)) (opener.current as HTMLElement | null)?.focus();
    };
  }, [drawer]);
  return { drawer, open, close };
}
