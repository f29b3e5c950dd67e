/** What is remembered about a person: added, corrected, forgotten. */
import { useState } from 'react';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import { SureButton } from '../shell/sure.tsx';
import { type Act, Line, useThings } from './parts.tsx';

interface Note {
  id: string;
  subject?: string;
  text: string;
  updated: number;
}

export function Memory({ act }: { act: Act }) {
  const { data, error } = useThings<{ notes: Note[] }>('notes');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <Line
        label="Remember"
        fields={[
          { name: 'subject', label: 'About', optional: true },
          { name: 'text', label: 'What' },
        ]}
        onDone={(values) => act('POST', 'notes', values)}
      />
      {data.notes.length === 0 && <p className="empty">Nothing is remembered about you yet.</p>}
      <ul className="things">
        {data.notes.map((one) => (
          <NoteRow key={one.id} note={one} act={act} />
        ))}
      </ul>
    </>
  );
}

function NoteRow({ note, act }: { note: Note; act: Act }) {
  const [isCorrected, setCorrecting] = useState(false);
  if (isCorrected)
    return (
      <li>
        <Line
          label={`Correct ${note.subject ?? note.text}`}
          action="Save"
          fields={[{ name: 'text', label: note.subject ?? 'What', value: note.text, isLong: true }]}
          onDone={async (values) => {
            const done = await act('POST', `notes/${note.id}`, values);
            if (done !== undefined) setCorrecting(false);
            return done;
          }}
          onLeave={() => setCorrecting(false)}
        />
      </li>
    );
  return (
    <li>
      <span>
        {note.subject && <strong>{note.subject}: </strong>}
        {note.text}
      </span>
      <span className="soft">{sayTime(note.updated)}</span>
      <span className="acts">
        <button
          type="button"
          className="link"
          aria-label={`Correct ${note.subject ?? note.text}`}
          onClick={() => setCorrecting(true)}
        >
          Correct
        </button>
        <SureButton
          label={`Forget ${note.subject ?? note.text}`}
          className="link"
          sure="For good"
          onSure={() => act('DELETE', `notes/${note.id}?good=true`)}
        >
          Forget
        </SureButton>
      </span>
    </li>
  );
}
