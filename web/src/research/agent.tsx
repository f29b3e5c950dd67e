/** One research agent: what it is for, its evidence, its files with versions and differences, its report to take away. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, send } from '../api.ts';
import { Prose } from '../chat/prose.tsx';
import { Difference } from '../pieces/difference.tsx';
import { Code, Failure, Loading, sayBytes, sayTime } from '../pieces/parts.tsx';
import { Table } from '../pieces/table.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Agent, type EvidenceRow, type FileEntry, type OneFile, useResearch } from './calls.ts';

export function OneAgent({ rest, go, onChat }: PageProps) {
  const id = rest[1]!;
  const path = rest.slice(2).join('/');
  const { data: agent, error } = useResearch<Agent>(`/v1/agents/${encodeURIComponent(id)}`, true);
  if (error) return <Failure error={error} />;
  if (agent === undefined) return <Loading />;
  return (
    <div className="research">
      <p>
        <button type="button" className="link" onClick={() => go('research')}>
          All agents
        </button>
      </p>
      <h2>
        {agent.name} <span className="tag">{agent.status}</span>
      </h2>
      <p>{agent.description}</p>
      {agent.last_finding && <p className="soft">{agent.last_finding}</p>}
      <p className="row-acts">
        <button type="button" className="link" onClick={() => onChat(agent.session_id)}>
          How it works
        </button>
        {['md', 'html', 'pdf'].map((format) => (
          <a key={format} href={`/v1/agents/${encodeURIComponent(id)}/export?format=${format}`} download>
            Report as {format.toUpperCase()}
          </a>
        ))}
      </p>
      {agent.requirements.notify && <p className="soft">You are told only if: {agent.requirements.notify.wish}</p>}
      <Remove id={id} name={agent.name} onGone={() => go('research')} />
      <Evidence id={id} />
      <Files id={id} path={path} onFile={(file) => go('research', 'agent', id, ...file.split('/'))} />
    </div>
  );
}

/** In two steps: what is deleted does not come back. */
function Remove({ id, name, onGone }: { id: string; name: string; onGone: () => void }) {
  const client = useQueryClient();
  const [isSure, setSure] = useState(false);
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => send('DELETE', `/v1/agents/${encodeURIComponent(id)}`),
    onSuccess: async () => {
      onGone();
      await client.invalidateQueries({ queryKey: ['research'] });
    },
  });
  return (
    <div className="row-acts">
      {remove.error && <Failure error={remove.error} />}
      {isSure ? (
        <>
          <span>Delete {name} with its triggers, reports and every version of its files?</span>
          <button type="button" className="link" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete it
          </button>
          <button type="button" className="link" onClick={() => setSure(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" className="link" onClick={() => setSure(true)}>
          Delete this agent
        </button>
      )}
    </div>
  );
}

function Evidence({ id }: { id: string }) {
  const { data, error } = useResearch<{ rows: EvidenceRow[] }>(`/v1/agents/${encodeURIComponent(id)}/evidence`);
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <section aria-label="Evidence">
      <h3>Evidence</h3>
      <Table
        label="Evidence"
        rows={data.rows}
        keyOf={({ id: row }) => row}
        file="evidence"
        empty="Nothing was found yet."
        columns={[
          {
            id: 'title',
            title: 'Source',
            value: ({ title }) => title,
            show: ({ title, url }) =>
              /^https?:/.test(url) ? (
                <a href={url} target="_blank" rel="noreferrer noopener">
                  {title}
                </a>
              ) : (
                title
              ),
          },
          { id: 'grade', title: 'Grade', value: ({ level }) => level, show: ({ grade }) => String(grade) },
          { id: 'design', title: 'Kind', value: ({ design, preprint }) => (preprint ? `${design}, preprint` : design) },
          { id: 'n', title: 'People', value: ({ n }) => n, isNumber: true },
          { id: 'date', title: 'Date', value: ({ date }) => date },
          { id: 'excerpt', title: 'Says', value: ({ excerpt }) => excerpt },
        ]}
      />
    </section>
  );
}

function Files({ id, path, onFile }: { id: string; path: string; onFile: (path: string) => void }) {
  const { data, error } = useResearch<{ files: FileEntry[] }>(`/v1/agents/${encodeURIComponent(id)}/files`);
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
  const client = useQueryClient();
  const base = `/v1/agents/${encodeURIComponent(id)}/files?path=${encodeURIComponent(path)}`;
  const [version, setVersion] = useState<number>();
  const { data: now, error } = useResearch<OneFile>(base);
  const { data: past } = useResearch<OneFile>(version === undefined ? base : `${base}&version=${version}`);
  const restore = useMutation<unknown, ApiError, number>({
    mutationFn: (wanted) => send('POST', `/v1/agents/${encodeURIComponent(id)}/files`, { path, restore: wanted }),
    onSuccess: () => {
      setVersion(undefined);
      return client.invalidateQueries({ queryKey: ['research'] });
    },
  });
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
            title={`${sayTime(one.at)}, ${one.by}, ${one.action}`}
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
            <button type="button" className="link" onClick={() => restore.mutate(version)}>
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
