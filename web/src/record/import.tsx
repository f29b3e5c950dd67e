/** A FHIR file into the record: dropped or chosen, with how far it has come and what came of it. */
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { type ApiError, importFile } from '../api.ts';
import { Upload } from '../shell/icons.tsx';

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; name: string; sent: number }
  | { kind: 'done'; text: string }
  | { kind: 'failed'; error: ApiError };

export function useImport(onPatient: (id: string) => void) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const client = useQueryClient();
  const take = async (file: File) => {
    setState({ kind: 'sending', name: file.name, sent: 0 });
    try {
      const result = await importFile(file, (sent) => setState({ kind: 'sending', name: file.name, sent }));
      await client.invalidateQueries();
      const names = result.patients.map(({ name }) => name ?? 'a person without a name').join(', ');
      const { nodes } = result.added;
      setState({
        kind: 'done',
        text: nodes === 0 ? `${names}: everything was there already.` : `${names}: ${nodes} new entries.`,
      });
      if (result.patients[0]) onPatient(result.patients[0].id);
    } catch (thrown) {
      setState({ kind: 'failed', error: thrown as ApiError });
    }
  };
  return { state, take };
}

/** Where a file can be dropped; tells whether one hovers. */
export function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const count = (change: number) => {
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    target: {
      onDragEnter: (event: DragEvent) => hasFile(event) && count(1),
      onDragLeave: (event: DragEvent) => hasFile(event) && count(-1),
      onDragOver: (event: DragEvent) => hasFile(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        count(Number.NEGATIVE_INFINITY);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      },
    },
  };
}

export function ImportBox({ state, onFile }: { state: State; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="import">
      <input
        ref={input}
        type="file"
        accept=".json,.ndjson,application/json,application/fhir+json"
        aria-label="FHIR file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <button type="button" className="import-button" onClick={() => input.current?.click()}>
        <Upload /> Drop a FHIR file here, or choose one
      </button>
      <output className="import-state">
        {state.kind === 'sending' && (
          <>
            <progress value={state.sent} max={1} aria-label={`Sending ${state.name}`} />
            <p className="soft">{state.sent < 1 ? `Sending ${state.name}` : `Reading ${state.name}`}</p>
          </>
        )}
        {state.kind === 'done' && <p className="soft">{state.text}</p>}
        {state.kind === 'failed' && (
          <p className="import-failed">
            {state.error.message} {state.error.hint} The record is as it was.
          </p>
        )}
      </output>
    </div>
  );
}
