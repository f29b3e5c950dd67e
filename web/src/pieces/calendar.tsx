/** A month with what falls on its days; on a narrow screen the same as a list. Arrows move from day to day. */
import { type KeyboardEvent, useState } from 'react';
import { Arrow, Chevron } from '../shell/icons.tsx';
import { addDays, addMonths, daysOf, MOST_SHOWN, sayDay, sayMonth, shownByDay, weeksOf } from './days.ts';

export interface CalendarEvent {
  readonly id: string;
  readonly title: string;
  /** Local day as 2026-11-15, and the time of day where there is one. */
  readonly day: string;
  readonly time?: string;
  readonly tone?: 'plain' | 'due' | 'quiet';
}

export function Calendar(given: {
  label: string;
  events: readonly CalendarEvent[];
  today: string;
  onEvent?: (event: CalendarEvent) => void;
  onDay?: (day: string) => void;
  /** Which one is looked at now. */
  onMonth?: (month: string) => void;
}) {
  const [month, setShown] = useState(given.today.slice(0, 7));
  const setMonth = (next: string) => {
    setShown(next);
    if (next !== month) given.onMonth?.(next);
  };
  const [focus, setFocus] = useState(given.today);
  const byDay = Map.groupBy(given.events, ({ day }) => day);
  const days = daysOf(month);
  const move = (day: string) => {
    setFocus(day);
    setMonth(day.slice(0, 7));
    requestAnimationFrame(() => document.getElementById(`day-${day}`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(addDays(focus, step));
  };
  const inMonth = given.events.filter(({ day }) => day.startsWith(month));
  return (
    <section className="calendar" aria-label={given.label}>
      <header className="spread">
        <h2>{sayMonth(month)}</h2>
        <div>
          <button
            type="button"
            className="icon"
            aria-label="The month before"
            onClick={() => setMonth(addMonths(month, -1))}
          >
            <Arrow />
          </button>
          <button
            type="button"
            className="icon"
            aria-label="The month after"
            onClick={() => setMonth(addMonths(month, 1))}
          >
            <Chevron />
          </button>
        </div>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of days is moved in by arrows, a table is not */}
      <div className="calendar-grid" role="grid" aria-label={sayMonth(month)} tabIndex={-1} onKeyDown={onKeyDown}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its cells are */}
        <div role="row" className="calendar-week">
          {WEEKDAYS.map((name) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: a heading
            <div key={name} role="columnheader" className="calendar-name">
              {name}
            </div>
          ))}
        </div>
        {weeksOf(days).map((week) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are
          <div key={week[0]} role="row" className="calendar-week">
            {week.map((day) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={day}
                id={`day-${day}`}
                role="gridcell"
                tabIndex={day === focus ? 0 : -1}
                className={`calendar-day ${day === given.today ? 'today' : ''} ${day.startsWith(month) ? '' : 'outside'}`}
                onFocus={() => setFocus(day)}
                onClick={() => given.onDay?.(day)}
                onKeyDown={(event) => event.key === 'Enter' && given.onDay?.(day)}
              >
                <span className="sr-only">{sayDay(day)}</span>
                <span className="calendar-number" aria-hidden="true">
                  {Number(day.slice(8))}
                </span>
                {(byDay.get(day) ?? []).slice(0, MOST_SHOWN).map((event) => (
                  <Entry key={event.id} event={event} onEvent={given.onEvent} />
                ))}
                {(byDay.get(day)?.length ?? 0) > MOST_SHOWN && (
                  <span className="soft">+{byDay.get(day)!.length - MOST_SHOWN}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <ul className="agenda" aria-label={`${sayMonth(month)} as a list`}>
        {shownByDay(inMonth).map(({ day, shown, left }) => [
          ...shown.map((event) => (
            <li key={event.id}>
              <span className="soft value">{sayDay(day)}</span>
              <Entry event={event} onEvent={given.onEvent} />
            </li>
          )),
          left > 0 && (
            <li key={`${day} more`}>
              <span className="soft value">{sayDay(day)}</span>
              <span className="soft">and {left} more</span>
            </li>
          ),
        ])}
        {inMonth.length === 0 && <li className="empty">Nothing this month.</li>}
      </ul>
    </section>
  );
}

function Entry({ event, onEvent }: { event: CalendarEvent; onEvent: ((event: CalendarEvent) => void) | undefined }) {
  const text = [event.time, event.title].filter(Boolean).join(' ');
  const name = `calendar-entry ${event.tone ?? 'plain'}`;
  if (onEvent === undefined)
    return (
      <span className={name} title={text}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className={name}
      title={text}
      onClick={(click) => {
        click.stopPropagation();
        onEvent(event);
      }}
    >
      {text}
    </button>
  );
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
