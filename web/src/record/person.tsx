/** A record for somebody new: a name is enough to begin. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiError, type PatientEntry, send } from '../api.ts';
import { closeOutside } from '../shell/palette.tsx';
import { Problem } from './parts.tsx';
import { sayDate } from './words.ts';

export function NewPerson(given: {
  patients: readonly PatientEntry[];
  onMade: (id: string) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => dialog.current?.showModal(), []);
  const namesake = given.patients.find((person) => person.name?.toLowerCase() === name.trim().toLowerCase());
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const id = await create(name.trim(), String(form.get('birth')), String(form.get('gender')));
      await client.invalidateQueries({ queryKey: ['patients'] });
      given.onMade(id);
      dialog.current?.close();
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
      aria-labelledby="person-title"
      onClose={given.onClose}
      onClick={closeOutside}
    >
      <form onSubmit={(event) => void onSubmit(event)}>
        <h2 id="person-title">A new record</h2>
        <label>
          Name
          <input value={name} onChange={(event) => setName(event.target.value)} required autoComplete="off" />
        </label>
        <label>
          Born <span className="soft">if you like: many usual ranges depend on age</span>
          <input name="birth" type="date" max={today()} min="1900-01-01" />
        </label>
        <label>
          Sex <span className="soft">if you like: some ranges depend on it</span>
          <select name="gender" defaultValue="">
            <option value="">Not said</option>
            <option value="female">Female</option>
            <option value="male">Male</option>
            <option value="other">Other</option>
          </select>
        </label>
        {namesake && (
          <output className="soft">
            There is a {namesake.name} already{namesake.birth_date && `, born ${sayDate(namesake.birth_date)}`}. This
            will be another.
          </output>
        )}
        {problem && <Problem error={problem} />}
        <div className="dialog-foot">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={isBusy || name.trim() === ''}>
            Begin the record
          </button>
        </div>
      </form>
    </dialog>
  );
}

async function create(name: string, birthDate: string, gender: string): Promise<string> {
  const person = { name, ...(birthDate && { birth_date: birthDate }), ...(gender && { gender }) };
  const { id } = await send<{ id: string }>('POST', '/v1/patients', person);
  return id;
}

function today(): string {
  return new Date().toLocaleDateString('en-CA');
}
