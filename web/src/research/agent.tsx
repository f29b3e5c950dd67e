/** One research agent: what it is for and does now, its evidence, triggers and files, its report to take away. */
import { useState } from 'react';
import { ApiError, request } from '../api.ts';
import { Failure, Loading } from '../pieces/parts.tsx';
import { save } from '../pieces/table.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Agent, agentPath, useDeed, useResearch } from './calls.ts';
import { Evidence } from './evidence.tsx';
import { Files } from './files.tsx';
import { Progress } from './progress.tsx';
import { timeHere } from './times.ts';
import { Triggers } from './triggers.tsx';
import { Waits } from './waits.tsx';

export function OneAgent({ rest, go, onChat }: PageProps) {
  const id = rest[1]!;
  const path = rest.slice(2).join('/');
  const { data: agent, error } = useResearch<Agent>(agentPath(id), true);
  const toAll = (
    <p>
      <button type="button" className="link" onClick={() => go('research')}>
        All agents
      </button>
    </p>
  );
  if (error)
    return (
      <div className="research">
        {toAll}
        <Failure error={error} />
      </div>
    );
  if (agent === undefined) return <Loading />;
  return (
    <div className="research">
      {toAll}
      <h2>
        {agent.name} <span className={`tag ${agent.status}`}>{agent.status}</span>
      </h2>
      <p>{agent.description}</p>
      {agent.last_finding && <p className="soft">{agent.last_finding}</p>}
      {agent.requirements.notify && <p className="soft">You are told only if: {agent.requirements.notify.wish}</p>}
      <p className="soft meta">Last active {timeHere(agent.last_active)}</p>
      <div className="row-acts">
        <button type="button" className="link" onClick={() => onChat(agent.session_id)}>
          How it works
        </button>
        <Reports id={id} />
        <Remove id={id} name={agent.name} onGone={() => go('research')} />
      </div>
      <Waits agent={id} onChat={onChat} />
      {agent.status === 'working' && <Progress session={agent.session_id} />}
      <Evidence id={id} />
      <section aria-label="Triggers">
        <h3>Triggers</h3>
        <Triggers agent={id} go={go} />
      </section>
      <Files id={id} path={path} onFile={(file) => go('research', 'agent', id, ...file.split('/'))} />
    </div>
  );
}

/** The newest report with its evidence, as a file. */
function Reports({ id }: { id: string }) {
  const [problem, setProblem] = useState<Error>();
  const fetchReport = async (format: string) => {
    setProblem(undefined);
    try {
      const response = await request(agentPath(id, `/export?format=${format}`));
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      save(name ?? `report.${format}`, await response.blob());
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown : new ApiError('UNKNOWN', String(thrown)));
    }
  };
  return (
    <>
      {['md', 'html', 'pdf'].map((format) => (
        <button key={format} type="button" className="link" onClick={() => void fetchReport(format)}>
          Report as {format.toUpperCase()}
        </button>
      ))}
      {problem && <Failure error={problem} />}
    </>
  );
}

/** In two steps: what is deleted does not come back. */
function Remove({ id, name, onGone }: { id: string; name: string; onGone: () => void }) {
  const [isSure, setSure] = useState(false);
  const remove = useDeed(onGone);
  if (!isSure)
    return (
      <button type="button" className="link" onClick={() => setSure(true)}>
        Delete this agent
      </button>
    );
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <span>Delete {name} with its triggers, reports and every version of its files?</span>
      <button
        type="button"
        className="link"
        disabled={remove.isPending}
        onClick={() => remove.mutate({ method: 'DELETE', path: agentPath(id) })}
      >
        Delete it
      </button>
      <button type="button" className="link" onClick={() => setSure(false)}>
        Keep it
      </button>
    </>
  );
}
