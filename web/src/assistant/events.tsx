/** The calendar: events added, moved, renamed and cancelled; what clashes is said, and what the clocks make of an hour. */
import { useState } from 'react';
import { Calendar, type CalendarEvent } from '../pieces/calendar.tsx';
import { localDay } from '../pieces/days.ts';
import { Failure, Loading } from '../pieces/parts.tsx';
import { SureButton } from '../shell/sure.tsx';
import { Bring } from './bring.tsx';
import { dueHere } from './due.ts';
import { type Act, type Done, Line, useThings, ZONE } from './parts.tsx';
import type { Todo } from './todos.tsx';

interface Occasion {
  event: string;
  occasion: string;
  title: string;
  from: number;
  isDay: boolean;
  start: string;
  end: string;
  zone: string;
  recurs: boolean;
}

/** What the server says of an event that was kept. */
interface Kept {
  title: string;
  clashes: { title: string }[];
  taken?: string;
}

export function Events({ act }: { act: Act }) {
  const today = localDay(Date.now());
  const from = `${today.slice(0, 4)}-01-01`;
  const to = `${Number(today.slice(0, 4)) + 2}-01-01`;
  const { data, error } = useThings<{ events: Occasion[] }>(
    `events?from=${from}&to=${to}&zone=${encodeURIComponent(ZONE)}`,
  );
  const { data: todos } = useThings<{ todos: Todo[] }>('todos');
  const [chosen, setChosen] = useState<Occasion>();
  const [notice, setNotice] = useState('');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const keep: Act = async (method, path, body) => {
    const done = await act(method, path, body);
    setNotice(done === undefined ? '' : sayKept(done.made as Kept));
    if (done !== undefined) setChosen(undefined);
    return done;
  };
  const nameOf = ({ event, occasion }: Occasion) => `${event} ${occasion}`;
  const events: CalendarEvent[] = [
    ...data.events.map((one) => ({
      id: nameOf(one),
      title: one.title,
      // A whole day is a date, wherever one looks from.
      day: one.isDay ? one.start : localDay(one.from),
      ...(!one.isDay && { time: timeOf(one.from) }),
    })),
    ...(todos?.todos ?? []).flatMap((todo) => {
      const due = dueHere(todo);
      return due === undefined ? [] : [{ id: todo.id, title: todo.title, day: due.slice(0, 10), tone: 'due' as const }];
    }),
  ];
  return (
    <>
      <Line
        label="Add an event"
        fields={[
          { name: 'title', label: 'What' },
          { name: 'start', label: 'When', type: 'datetime-local' },
          { name: 'minutes', label: 'Minutes', type: 'number', optional: true },
          { name: 'again', label: 'How often', among: Object.keys(RULES) },
        ]}
        onDone={({ title, start, minutes, again = '' }) =>
          keep('POST', 'events', {
            ...{ title, start, end: later(start!, Number(minutes ?? 60)), zone: ZONE },
            ...(RULES[again] && { rule: RULES[again] }),
          })
        }
      />
      {notice !== '' && <output className="notice">{notice}</output>}
      {chosen && <Chosen key={nameOf(chosen)} chosen={chosen} keep={keep} onLeave={() => setChosen(undefined)} />}
      <Calendar
        label="Your calendar"
        today={today}
        events={events}
        onEvent={({ id }) => setChosen(data.events.find((one) => nameOf(one) === id))}
      />
      {data.events.length === 0 && <p className="empty">Nothing is in your calendar yet.</p>}
      <p>
        <a href="/v1/assistant/calendar.ics" download="calendar.ics">
          Download as iCalendar
        </a>
      </p>
      <Bring />
    </>
  );
}

/** How often something comes, and the rule that a calendar keeps for it. */
const RULES: Readonly<Record<string, string | undefined>> = {
  Once: undefined,
  'Every day': 'FREQ=DAILY',
  'Every weekday': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'Every week': 'FREQ=WEEKLY',
  'Every two weeks': 'FREQ=WEEKLY;INTERVAL=2',
  'Every month': 'FREQ=MONTHLY',
  'Every year': 'FREQ=YEARLY',
};

/** One event, to be moved, renamed or cancelled: of what comes again this time, or the name and the end of all of them. */
function Chosen({ chosen, keep, onLeave }: { chosen: Occasion; keep: Act; onLeave: () => void }) {
  const { title, event, occasion, recurs, start, end, isDay, zone } = chosen;
  const [isAll, setAll] = useState(false);
  const isOne = recurs && !isAll;
  const type = isDay ? 'date' : 'datetime-local';
  const change = async ({ title: name, ...values }: Record<string, string>): Promise<Done | undefined> =>
    keep('POST', `events/${event}`, { title: name, ...(!isAll && values), ...(isOne && { occasion }) });
  return (
    <section className="chosen" aria-label={title}>
      <Line
        label={`Edit ${title}`}
        action="Save"
        fields={[
          { name: 'title', label: 'What', value: title },
          ...(isAll
            ? []
            : [
                { name: 'start', label: 'From', type, value: start },
                { name: 'end', label: isDay ? 'Until, without this day' : 'Until', type, value: end },
              ]),
        ]}
        onDone={change}
        onLeave={onLeave}
      />
      <p className="soft">
        {recurs && (
          <label>
            <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} /> All of them, not only this time.{' '}
          </label>
        )}
        {zone !== ZONE && `Its times are those of ${zone}. `}
        <SureButton
          label={`Cancel the event ${title}`}
          className="link"
          sure={isAll ? 'Cancel all of them' : 'Cancel it'}
          onSure={() => keep('DELETE', `events/${event}${isOne ? `?occasion=${occasion}` : ''}`)}
        >
          {isAll ? 'Cancel all of them' : 'Cancel the event'}
        </SureButton>
      </p>
    </section>
  );
}

function sayKept({ title, clashes = [], taken }: Partial<Kept>): string {
  // A series clashes again and again, and is named once.
  const clash = [...new Set(clashes.map((one) => one.title))].join(', ');
  return [clash === '' ? '' : `${title} clashes with ${clash}.`, taken === undefined ? '' : `I took ${taken}.`]
    .filter(Boolean)
    .join(' ');
}

function timeOf(moment: number): string {
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function later(start: string, minutes: number): string {
  return new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 16);
}
