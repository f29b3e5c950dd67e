/** The small mark after a statement that nothing supports; pressed, it says why. */
import { type ToggleEvent, useId, useRef } from 'react';
import type { Unsupported } from './unsupported.ts';

const MARKS = {
  uncited: 'no source',
  figure_not_in_source: 'not in source',
  unrelated_source: 'other source',
} as const;

export function NoSource({ kind, why }: Pick<Unsupported, 'kind' | 'why'>) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = (event: ToggleEvent<HTMLSpanElement>) => {
    if (event.newState !== 'open' || button.current === null) return;
    const { left, top, bottom } = button.current.getBoundingClientRect();
    const { style } = event.currentTarget;
    style.left = `${Math.max(8, Math.min(left - 8, innerWidth - HINT_WIDTH - 8))}px`;
    const isLow = bottom > innerHeight - 120;
    style.top = isLow ? 'auto' : `${bottom + 6}px`;
    style.bottom = isLow ? `${innerHeight - top + 6}px` : 'auto';
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="no-source"
        popoverTarget={id}
        aria-label={`${MARKS[kind]}: ${why}`}
        title={why}
      >
        {MARKS[kind]}
      </button>
      <span id={id} popover="auto" className="hint" onBeforeToggle={place}>
        {why} Check the underlined words before you rely on them.
      </span>
    </>
  );
}

const HINT_WIDTH = 280;
