/** A person's things: todos, calendar, reminders and memories, seen and changed without talking. Every change can be undone. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, send } from '../api.ts';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { SureButton } from '../shell/sure.tsx';
import { Events } from './events.tsx';
import { Memory } from './memory.tsx';
import { type Act, useThings } from './parts.tsx';
import { Reminders } from './reminders.tsx';
import { Todos } from './todos.tsx';
import './assistant.css';

interface Change {
  id: string;
  at: number;
  what: string;
  undone: boolean;
  /** What it is about is not there any more. */
  gone: boolean;
  /** The world does not give it back. */
  fixed: boolean;
}

/** What may name a medicine. */
const WEIGHED = /^(?:todos|events|reminders)(?:$|\/)/;

const TABS = ['todos', 'calendar', 'reminders', 'memory', 'changes'] as const;

/** Where something speaks against a medicine: what was to be done, and how to go on where they want it all the same. */
interface Doubt {
  readonly why: string;
  answer(isAgreed: boolean): void;
}

export default function AssistantPage({ rest: [tab = 'todos'], go, onAsk, patient }: PageProps) {
  const client = useQueryClient();
  const [doubt, setDoubt] = useState<Doubt>();
  const change = useMutation<unknown, ApiError, { method: string; path: string; body?: unknown }>({
    mutationFn: ({ method, path, body }) => send(method, `/v1/assistant/${path}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['assistant'] }),
  });
  const keep = (method: string, path: string, body?: unknown) =>
    change.mutateAsync({ method, path, ...(body !== undefined && { body }) });
  const ask = (why: string) =>
    new Promise<boolean>((answer) => setDoubt({ why, answer })).finally(() => setDoubt(undefined));
  // What went wrong is shown below the tabs; whoever asked is told that nothing came of it, and keeps what was written.
  const act: Act = async (method, path, given) => {
    const isNamed = typeof given === 'object' && given !== null && WEIGHED.test(path);
    const body = isNamed && patient ? { ...given, patient_id: patient.id } : given;
    try {
      return { made: await keep(method, path, body) };
    } catch (thrown) {
      if ((thrown as ApiError).code !== 'MEDICINE_CAUTION') return undefined;
      change.reset();
      if (!(await ask((thrown as ApiError).message))) return undefined;
      const made = await keep(method, path, { ...(body as object), agreed: true }).catch(() => undefined);
      return made === undefined ? undefined : { made };
    }
  };
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
      {doubt && (
        <section className="doubt" role="alert" aria-label="What speaks against it">
          <p>{doubt.why}</p>
          <p>Nothing was set. Ask a doctor or pharmacist first.</p>
          <button type="button" className="button primary" onClick={() => doubt.answer(false)}>
            Leave it
          </button>
          <button type="button" className="button" onClick={() => doubt.answer(true)}>
            Set it all the same
          </button>
        </section>
      )}
      {tab === 'todos' && <Todos act={act} />}
      {tab === 'calendar' && <Events act={act} />}
      {tab === 'reminders' && <Reminders act={act} />}
      {tab === 'memory' && <Memory act={act} />}
      {tab === 'changes' && <Changes act={act} />}
    </div>
  );
}

function Changes({ act }: { act: Act }) {
  const { data, error } = useThings<{ changes: Change[] }>('changes');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.changes.length === 0) return <p className="empty">Nothing was changed yet.</p>;
  return (
    <>
      <p className="soft">What was changed or deleted can be brought back for 30 days; then it is forgotten.</p>
      <ul className="things">
        {data.changes.map((one) => (
          <li key={one.id}>
            <span>{one.what}</span>
            <span className="soft">{sayTime(one.at)}</span>
            {one.gone && (
              <SureButton
                label={`Forget: ${one.what}`}
                className="link"
                sure="For good"
                onSure={() => act('DELETE', `changes/${one.id}`)}
              >
                Forget
              </SureButton>
            )}
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
    </>
  );
}
