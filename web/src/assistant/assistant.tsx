/** A person's things: todos, calendar, reminders and memories, seen and changed without talking. Every change can be undone. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, send } from '../api.ts';
import { Calendar, type CalendarEvent } from '../pieces/calendar.tsx';
import { localDay } from '../pieces/days.ts';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { SureButton } from '../shell/sure.tsx';
import { Bring } from './bring.tsx';
import { Memory } from './memory.tsx';
import { type Act, Line, useThings, ZONE } from './parts.tsx';
import { type Todo, Todos } from './todos.tsx';
import './assistant.css';

interface Occasion {
  event: string;
  occasion: string;
  title: string;
  from: number;
  isDay: boolean;
  start: string;
  recurs: boolean;
}
interface Reminder {
  id: string;
  what: string;
  understood: string;
  next: number;
}
interface Change {
  id: string;
  at: number;
  what: string;
  undone: boolean;
  /** The world does not give it back. */
  fixed: boolean;
}

const TABS = ['todos', 'calendar', 'reminders', 'memory', 'changes'] as const;

export default function AssistantPage({ rest: [tab = 'todos'], go, onAsk }: PageProps) {
  const client = useQueryClient();
  const change = useMutation<unknown, ApiError, { method: string; path: string; body?: unknown }>({
    mutationFn: ({ method, path, body }) => send(method, `/v1/assistant/${path}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['assistant'] }),
  });
  const act: Act = (method, path, body) => change.mutate({ method, path, ...(body !== undefined && { body }) });
  return (
    <div className="assistant">
      <nav className="tabs" aria-label="Parts">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={name === tab}
            onClick={() => go('assistant', name)}
          >
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </button>
        ))}
        <button type="button" className="link" onClick={() => onAsk('What is on my calendar this week?', 'assistant')}>
          Ask the assistant
        </button>
      </nav>
      {change.error && <Failure error={change.error} />}
      {tab === 'todos' && <Todos act={act} />}
      {tab === 'calendar' && <Events act={act} />}
      {tab === 'reminders' && <Reminders act={act} />}
      {tab === 'memory' && <Memory act={act} />}
      {tab === 'changes' && <Changes act={act} />}
    </div>
  );
}

function Events({ act }: { act: Act }) {
  const today = localDay(Date.now());
  const from = `${today.slice(0, 4)}-01-01`;
  const to = `${Number(today.slice(0, 4)) + 2}-01-01`;
  const { data, error } = useThings<{ events: Occasion[] }>(
    `events?from=${from}&to=${to}&zone=${encodeURIComponent(ZONE)}`,
  );
  const { data: todos } = useThings<{ todos: Todo[] }>('todos');
  const [chosen, setChosen] = useState<Occasion>();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const events: CalendarEvent[] = [
    ...data.events.map((one) => ({
      id: `${one.event} ${one.occasion}`,
      title: one.title,
      day: localDay(one.from),
      ...(!one.isDay && { time: timeOf(one.from) }),
    })),
    ...(todos?.todos ?? []).flatMap(({ id, title, due }) =>
      due === undefined ? [] : [{ id, title, day: due.slice(0, 10), tone: 'due' as const }],
    ),
  ];
  return (
    <>
      <Line
        label="Add an event"
        fields={[
          { name: 'title', label: 'What' },
          { name: 'start', label: 'When', type: 'datetime-local' },
        ]}
        onDone={({ title, start }) => act('POST', 'events', { title, start, end: hourAfter(start!), zone: ZONE })}
      />
      {chosen && (
        <p className="chosen">
          <strong>{chosen.title}</strong> {chosen.start.replace('T', ' ')}{' '}
          <SureButton
            label={`Cancel ${chosen.title}`}
            className="link"
            sure="Cancel it"
            onSure={() => {
              act('DELETE', `events/${chosen.event}${chosen.recurs ? `?occasion=${chosen.occasion}` : ''}`);
              setChosen(undefined);
            }}
          >
            Cancel
          </SureButton>
        </p>
      )}
      <Calendar
        label="Your calendar"
        today={today}
        events={events}
        onEvent={({ id }) => setChosen(data.events.find((one) => `${one.event} ${one.occasion}` === id))}
      />
      <p>
        <a href="/v1/assistant/calendar.ics" download="calendar.ics">
          Download as iCalendar
        </a>
      </p>
      <Bring />
    </>
  );
}

function timeOf(moment: number): string {
  return new Date(moment).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function hourAfter(start: string): string {
  return new Date(Date.parse(`${start}Z`) + 3_600_000).toISOString().slice(0, 16);
}

function Reminders({ act }: { act: Act }) {
  const { data, error } = useThings<{ reminders: Reminder[] }>('reminders');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <Line
        label="Set a reminder"
        fields={[
          { name: 'what', label: 'Of what' },
          { name: 'when', label: 'When, as you would say it' },
        ]}
        onDone={(values) => act('POST', 'reminders', { ...values, zone: ZONE })}
      />
      {data.reminders.length === 0 && <p className="empty">There are none. For example: every Monday at 8.</p>}
      <ul className="things">
        {data.reminders.map((one) => (
          <li key={one.id}>
            <span>{one.what}</span>
            <span className="soft">
              {one.understood} · next {sayTime(one.next)}
            </span>
            <button
              type="button"
              className="link"
              aria-label={`Cancel ${one.what}`}
              onClick={() => act('DELETE', `reminders/${one.id}`)}
            >
              Cancel
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ act }: { act: Act }) {
  const { data, error } = useThings<{ changes: Change[] }>('changes');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.changes.length === 0) return <p className="empty">Nothing was changed yet.</p>;
  return (
    <ul className="things">
      {data.changes.map((one) => (
        <li key={one.id}>
          <span>{one.what}</span>
          <span className="soft">{sayTime(one.at)}</span>
          {one.undone ? (
            <span className="soft">undone</span>
          ) : one.fixed ? (
            <span className="soft">cannot be undone</span>
          ) : (
            <button
              type="button"
              className="link"
              aria-label={`Undo: ${one.what}`}
              onClick={() => act('POST', `changes/${one.id}/undo`)}
            >
              Undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
