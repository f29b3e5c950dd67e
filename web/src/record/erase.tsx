/** Erasing a record for good: who is about to do it writes the name, and is told what goes. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiError, type PatientEntry, send } from '../api.ts';
import { closeOutside } from '../shell/palette.tsx';
import { Problem } from './parts.tsx';

export function EraseRecord({ patient, onErased }: { patient: PatientEntry; onErased: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="erase">
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Erase this record
      </button>
      {isOpen && <Dialog patient={patient} onErased={onErased} onClose={() => setOpen(false)} />}
    </p>
  );
}

function Dialog(given: { patient: PatientEntry; onErased: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const [written, setWritten] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => dialog.current?.showModal(), []);
  const name = given.patient.name ?? 'Without a name';
  const isMeant = written.trim().toLowerCase() === name.toLowerCase();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    try {
      await send('DELETE', `/v1/patients/${encodeURIComponent(given.patient.id)}`);
      // The next person first: nobody asks again for what is gone.
      await client.invalidateQueries({ queryKey: ['patients'] });
      given.onErased();
      client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(given.patient.id) });
      await client.invalidateQueries({ queryKey: ['sessions'] });
    } catch (thrown) {
      setProblem(thrown as ApiError);
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      ref={dialog}
      className="person-dialog"
      aria-labelledby="erase-title"
      onClose={given.onClose}
      onClick={closeOutside}
    >
      <form onSubmit={(event) => void onSubmit(event)}>
        <h2 id="erase-title">Erase the record of {name}?</h2>
        <p>
          Every entry, every chat about {name} and every token for this person alone go for good. Backups that you made
          keep what was in them.
        </p>
        <label>
          Write the name to go on
          <input value={written} onChange={(event) => setWritten(event.target.value)} autoComplete="off" />
        </label>
        {problem && <Problem error={problem} />}
        <div className="dialog-foot">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button sure" disabled={isBusy || !isMeant}>
            Erase for good
          </button>
        </div>
      </form>
    </dialog>
  );
}
