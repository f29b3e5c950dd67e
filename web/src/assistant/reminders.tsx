/** Reminders: set and moved in the person's own words, cancelled. */
import { useState } from 'react';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import { type Act, Line, useThings, ZONE } from './parts.tsx';

interface Reminder {
  id: string;
  what: string;
  /** As it was said. */
  schedule: string;
  understood: string;
  next: number;
}

export function Reminders({ act }: { act: Act }) {
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
          <ReminderRow key={one.id} reminder={one} act={act} />
        ))}
      </ul>
    </>
  );
}

function ReminderRow({ reminder, act }: { reminder: Reminder; act: Act }) {
  const [isMoved, setMoving] = useState(false);
  if (isMoved)
    return (
      <li>
        <Line
          label={`Change ${reminder.what}`}
          action="Save"
          fields={[{ name: 'when', label: 'When, as you would say it', value: reminder.schedule }]}
          onDone={async (values) => {
            const done = await act('POST', `reminders/${reminder.id}`, values);
            if (done !== undefined) setMoving(false);
            return done;
          }}
          onLeave={() => setMoving(false)}
        />
      </li>
    );
  return (
    <li>
      <span>{reminder.what}</span>
      <span className="soft">
        {reminder.understood} · next {sayTime(reminder.next)}
      </span>
      <span className="acts">
        <button type="button" className="link" aria-label={`Change ${reminder.what}`} onClick={() => setMoving(true)}>
          Change
        </button>
        <button
          type="button"
          className="link"
          aria-label={`Cancel ${reminder.what}`}
          onClick={() => act('DELETE', `reminders/${reminder.id}`)}
        >
          Cancel
        </button>
      </span>
    </li>
  );
}
