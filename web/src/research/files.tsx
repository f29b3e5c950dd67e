/** An agent's files, each with its versions, what changed between them, and a way back. */
import { useState } from 'react';
import { Prose } from '../chat/prose.tsx';
import { Difference } from '../pieces/difference.tsx';
import { Code, Failure, Loading, sayBytes } from '../pieces/parts.tsx';
import { agentPath, type FileEntry, type OneFile, useDeed, useResearch } from './calls.ts';
import { timeHere } from './times.ts';

export function Files({ id, path, onFile }: { id: string; path: string; onFile: (path: string) => void }) {
  const { data, error } = useResearch<{ files: FileEntry[] }>(agentPath(id, '/files'), true);
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <section aria-label="Files">
      <h3>Files</h3>
      <div className="desk">
        <ul className="things">
          {data.files.map((file) => (
            <li key={file.path}>
              <button
                type="button"
                className="link"
                aria-current={file.path === path}
                onClick={() => onFile(file.path)}
              >
                {file.path}
              </button>
              <span className="soft">{sayBytes(file.size)}</span>
              <span className="soft">v{file.version}</span>
            </li>
          ))}
          {data.files.length === 0 && <li className="empty">It has written nothing yet.</li>}
        </ul>
        {path !== '' && <OneFileView key={path} id={id} path={path} />}
      </div>
    </section>
  );
}

function OneFileView({ id, path }: { id: string; path: string }) {
  const base = agentPath(id, `/files?path=${encodeURIComponent(path)}`);
  const [version, setVersion] = useState<number>();
  const { data: now, error } = useResearch<OneFile>(base);
  const { data: past } = useResearch<OneFile>(version === undefined ? base : `${base}&version=${version}`);
  const restore = useDeed(() => setVersion(undefined));
  if (error) return <Failure error={error} />;
  if (now === undefined) return <Loading />;
  const isText = now.encoding === 'utf8';
  return (
    <section className="beside" aria-label={path}>
      <div className="versions">
        {now.versions.map((one) => (
          <button
            key={one.version}
            type="button"
            className="tab"
            title={`${timeHere(one.at)}, ${one.by}, ${one.action}`}
            aria-pressed={(version ?? now.version) === one.version}
            onClick={() => setVersion(one.version === now.version ? undefined : one.version)}
          >
            v{one.version}
          </button>
        ))}
      </div>
      {restore.error && <Failure error={restore.error} />}
      {version !== undefined && past !== undefined && isText ? (
        <>
          <p className="soft meta">
            What changed from version {version} to now ·{' '}
            <button
              type="button"
              className="link"
              onClick={() =>
                restore.mutate({ method: 'POST', path: agentPath(id, '/files'), body: { path, restore: version } })
              }
            >
              Bring version {version} back
            </button>
          </p>
          <Difference label={`${path}, version ${version} and now`} before={past.content} after={now.content} />
        </>
      ) : isText ? (
        path.endsWith('.md') ? (
          <Prose text={now.content} unsupported={[]} titleOf={() => 'source'} onCite={() => {}} />
        ) : (
          <Code text={now.content} />
        )
      ) : (
        <p className="empty">This file is no text ({sayBytes(now.size)}).</p>
      )}
    </section>
  );
}
