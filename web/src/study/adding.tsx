/** A course of one's own, brought through the page: its name, its files, and what of them could not be read. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, request } from '../api.ts';
import { Failure } from '../pieces/parts.tsx';
import type { MaterialInfo } from './calls.ts';

interface Added {
  material: MaterialInfo;
  skipped: { file: string; why: string }[];
}

export function AddMaterial({ onAdded }: { onAdded: (id: string) => void }) {
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [said, setSaid] = useState('');
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);

  async function bring() {
    setBusy(true);
    setError(undefined);
    const unread: string[] = [];
    let last: MaterialInfo | undefined;
    let failed: ApiError | undefined;
    for (const [at, file] of files.entries()) {
      setSaid(`${file.name} (${at + 1} of ${files.length}) …`);
      try {
        const { material, skipped } = await sendFile(title, file);
        last = material;
        unread.push(...skipped.filter((one) => one.file === file.name).map(({ why }) => `${file.name}: ${why}`));
      } catch (thrown) {
        failed = thrown as ApiError;
        unread.push(`${file.name}: ${[failed.message, failed.hint].filter(Boolean).join(' ')}`);
      }
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['study'] });
    if (last === undefined) {
      setSaid('');
      setError(failed);
      return;
    }
    setSaid([`${last.title} is there.`, ...unread].join(' '));
    setFiles([]);
    onAdded(last.id);
  }

  return (
    <details className="adding">
      <summary>Add material</summary>
      <form
        className="study-row"
        onSubmit={(event) => {
          event.preventDefault();
          void bring();
        }}
      >
        <input
          aria-label="Name of the course"
          placeholder="Name of the course"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          required
        />
        <input
          type="file"
          aria-label="Files: PDF, Markdown, HTML or text"
          accept=".pdf,.md,.markdown,.txt,.html,.htm"
          multiple
          onChange={(event) => setFiles([...(event.target.files ?? [])])}
          required
        />
        <button type="submit" className="button" disabled={isBusy || title.trim() === '' || files.length === 0}>
          Add
        </button>
      </form>
      <p className="soft">
        What you bring with a token is yours alone until you share it; without tokens everybody who uses this Consilium
        sees it.
      </p>
      <output className="soft">{said}</output>
      {error && <Failure error={error} />}
    </details>
  );
}

async function sendFile(title: string, file: File): Promise<Added> {
  const query = new URLSearchParams({ title: title.trim(), name: file.name });
  const headers = { 'content-type': 'application/octet-stream' };
  return (await request(`/v1/study/files?${query}`, { method: 'POST', body: file, headers })).json() as Promise<Added>;
}
