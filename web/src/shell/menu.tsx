/** A button that opens a small panel below it. Esc and a click elsewhere close it; the arrows move within. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Down } from './icons.tsx';

export function Menu(given: {
  label: string;
  button: ReactNode;
  side?: 'left' | 'right';
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const self = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const find = (what: string) => self.current?.querySelector<HTMLElement>(`.menu-panel ${what}`);
    // A finger that opens a list does not ask for the keyboard.
    const field = matchMedia('(pointer: fine)').matches ? find('input') : undefined;
    (field ?? find('[aria-pressed="true"]') ?? find('button'))?.focus();
    const leave = (event: PointerEvent) => {
      if (!self.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
    if (!isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    const items = [...(self.current?.querySelectorAll<HTMLElement>('.menu-panel button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % items.length)?.focus();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the buttons within
    <div
      className={`menu ${given.className ?? ''}`}
      ref={self}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => relatedTarget && !self.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        ref={opener}
        className="menu-button"
        aria-label={given.label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {given.button}
        <Down />
      </button>
      {isOpen && <div className={`menu-panel ${given.side ?? 'left'}`}>{given.children(close)}</div>}
    </div>
  );
}

export function Choice(given: { isChosen: boolean; onChoose: () => void; title: ReactNode; detail?: ReactNode }) {
  return (
    <button type="button" className="choice" aria-pressed={given.isChosen} onClick={given.onChoose}>
      <span>{given.title}</span>
      {given.detail && <span className="soft">{given.detail}</span>}
    </button>
  );
}
