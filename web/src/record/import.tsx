/** FHIR files into the record: dropped or chosen, with how far they have come and what came of them. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, type ImportResult, importFile } from '../api.ts';
import { Upload } from '../shell/icons.tsx';

export interface ImportState {
  /** The one under way, and how much of it has gone; how many wait behind it. */
  readonly sending?: { readonly name: string; readonly sent: number; readonly waiting: number } | undefined;
  readonly outcomes: readonly Outcome[];
}

interface Outcome {
  readonly file: string;
  readonly text: string;
  readonly isFailed: boolean;
}

/** One after the other, in the order they came; one that cannot be read does not hold up the rest. */
export function useImport(onPatient: (id: string) => void) {
  const [state, setState] = useState<ImportState>({ outcomes: [] });
  const waiting = useRef<File[]>([]);
  const isAtWork = useRef(false);
  const client = useQueryClient();
  const take = async (files: readonly File[]) => {
    waiting.current.push(...files);
    if (isAtWork.current) return;
    isAtWork.current = true;
    setState({ outcomes: [] });
    let whose: string | undefined;
    for (let file = waiting.current.shift(); file !== undefined; file = waiting.current.shift()) {
      const { outcome, patient } = await bring(file, (sent) =>
        setState(({ outcomes }) => ({
          outcomes,
          sending: { name: file!.name, sent, waiting: waiting.current.length },
        })),
      );
      whose = patient ?? whose;
      setState(({ outcomes }) => ({ outcomes: [...outcomes, outcome] }));
    }
    isAtWork.current = false;
    await client.invalidateQueries();
    if (whose !== undefined) onPatient(whose);
  };
  return { state, take };
}

async function bring(
  file: File,
  onProgress: (sent: number) => void,
): Promise<{ outcome: Outcome; patient: string | undefined }> {
  onProgress(0);
  try {
    const result = await importFile(file, onProgress);
    const isFailed = result.patients.length === 0;
    return { outcome: { file: file.name, text: sayResult(result), isFailed }, patient: result.patients[0]?.id };
  } catch (thrown) {
    const { message, hint } = thrown as ApiError;
    // The server does not know what the file is called.
    const text = [message.replace(/^upload\b/, 'This'), hint, 'The record is as it was.'].filter(Boolean).join(' ');
    return { outcome: { file: file.name, text, isFailed: true }, patient: undefined };
  }
}

function sayResult({ patients, added, skipped }: ImportResult): string {
  if (patients.length === 0)
    return 'There is no patient in it, so nothing of it could be kept. The record is as it was.';
  const names = patients.map(({ name }) => name ?? 'a person without a name').join(', ');
  const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const rest = left === 0 ? '' : ` ${left} of a kind that the record does not keep were left out.`;
  if (added.nodes === 0) return `${names}: everything was there already.${rest}`;
  return `${names}: ${added.nodes} new ${added.nodes === 1 ? 'entry' : 'entries'}.${rest}`;
}

/** Files may be dropped anywhere: a browser would open one in place of the app. Tells whether one hovers. */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    let depth = 0;
    const count = (next: number) => {
      depth = Math.max(0, next);
      setOver(depth > 0);
    };
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'dragenter') count(depth + 1);
      if (event.type === 'dragleave') count(depth - 1);
      if (event.type !== 'drop') return;
      count(0);
      if (event.dataTransfer.files.length > 0) take.current([...event.dataTransfer.files]);
    };
    const types = ['dragenter', 'dragleave', 'dragover', 'drop'] as const;
    for (const type of types) addEventListener(type, onDrag);
    return () => {
      for (const type of types) removeEventListener(type, onDrag);
    };
  }, []);
  return isOver;
}

export function ImportBox({ state, onFiles }: { state: ImportState; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { sending, outcomes } = state;
  return (
    <div className="import">
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,.ndjson,application/json,application/fhir+json"
        aria-label="FHIR file"
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <button type="button" className="import-button" onClick={() => input.current?.click()}>
        <Upload /> Drop a FHIR file here, or choose one
      </button>
      <output className="import-state">
        {outcomes.map(({ file, text, isFailed }) => (
          <p key={file} className={isFailed ? 'import-failed' : 'soft'}>
            {isFailed && <span className="import-file">{file}</span>} {text}
          </p>
        ))}
        {sending && (
          <>
            <progress
              {...(sending.sent < 1 && { value: sending.sent })}
              max={1}
              aria-label={`Sending ${sending.name}`}
            />
            <p className="soft">
              {sending.sent < 1 ? 'Sending' : 'Reading'} <span className="import-file">{sending.name}</span>
              {sending.waiting > 0 && `, ${sending.waiting} more after it`}
            </p>
          </>
        )}
      </output>
    </div>
  );
}
