/** Agents on other machines: are they well, how fast, what came of the last calls; and one can be tried. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RemoteView } from '../../../src/a2a/client/remotes.ts';
import { type ApiError, get, send } from '../api.ts';
import { Code, Failure, Loading, sayCount, sayMs } from '../pieces/parts.tsx';
import { Table } from '../pieces/table.tsx';

export default function Remotes() {
  const { data, error } = useQuery<Seen, ApiError>({
    queryKey: ['remotes'],
    queryFn: () => get<Seen>('/v1/remotes'),
    refetchInterval: 5_000,
    staleTime: 0,
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const { remotes, problems } = data;
  return (
    <>
      {remotes.length === 0 && (
        <p className="empty">
          No team here calls an agent on another machine{problems.length > 0 && ' that is set up'}. In a team’s YAML a
          sub-agent with an <code>endpoint</code> is one.
        </p>
      )}
      {remotes.map((remote) => (
        <One key={remote.id} remote={remote} />
      ))}
      {problems.length > 0 && <Problems problems={problems} />}
    </>
  );
}

interface Seen {
  readonly remotes: readonly RemoteView[];
  readonly problems: readonly Problem[];
}

interface Problem {
  readonly team?: string;
  readonly agent?: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Who is not among the others, and why. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <section className="problem" aria-label="Not set up">
      <h2>Not set up</h2>
      <ul>
        {problems.map(({ team, agent, code, message, hint }) => (
          <li key={`${team} ${agent} ${code} ${message}`}>
            <strong>{[agent, team && `Team ${team}`].filter(Boolean).join(' · ')}</strong>: {message}{' '}
            {hint && <span className="soft">{hint}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ remote }: { remote: RemoteView }) {
  const { id, name, team, path, circuit, calls, errors, latency_ms: latency, endpoints, recent } = remote;
  // Two teams may each have one of the same name.
  const whose = `${name} of team ${team}`;
  return (
    <section aria-label={whose}>
      <h2>
        {name} <span className="soft">of team {team}</span>{' '}
        <span className={`tag ${circuit === 'closed' ? '' : 'warn'}`}>circuit {circuit}</span>
      </h2>
      <p className="soft meta">
        {[
          path.includes('/') && path.split('/').join(' → '),
          sayCount(calls, 'call'),
          sayCount(errors, 'error'),
          latency && `half within ${sayMs(latency.p50)}, nearly all within ${sayMs(latency.p95)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul>
        {endpoints.map(({ url, healthy, checked }) => (
          <li key={url}>
            <code>{url}</code> {checked === undefined ? 'is being asked' : healthy ? 'is well' : 'does not answer'}
            {checked !== undefined && <span className="soft"> (asked at {sayClock(Date.parse(checked))})</span>}
          </li>
        ))}
      </ul>
      <TryIt id={id} />
      <Table
        label={`Last calls of ${whose}`}
        stacks
        rows={recent.slice(0, 20)}
        keyOf={(call) => JSON.stringify(call)}
        empty="It was not called yet."
        columns={[
          { id: 'at', title: 'When', value: (call) => call.at, show: (call) => sayClock(call.at) },
          { id: 'outcome', title: 'Outcome', value: (call) => call.outcome },
          { id: 'action', title: 'Action', value: (call) => call.action },
          { id: 'ms', title: 'Time', value: (call) => call.ms, show: (call) => sayMs(call.ms), isNumber: true },
          { id: 'attempts', title: 'Attempts', value: (call) => call.attempts, isNumber: true },
        ]}
      />
    </section>
  );
}

/** What is remembered is of this run of the house: the time of day says when. */
function sayClock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

function TryIt({ id }: { id: string }) {
  const [wrong, setWrong] = useState('');
  const queries = useQueryClient();
  const attempt = useMutation<unknown, ApiError, { action: string; parameters: unknown }>({
    mutationFn: (body) => send('POST', `/v1/remotes/${encodeURIComponent(id)}/try`, body),
    onSettled: () => queries.invalidateQueries({ queryKey: ['remotes'] }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      const parameters: unknown = JSON.parse(String(form.get('parameters') || '{}'));
      setWrong('');
      attempt.mutate({ action: String(form.get('action') || 'ask'), parameters });
    } catch {
      // What an earlier call came to is not the answer to this one.
      attempt.reset();
      setWrong('The parameters are not JSON.');
    }
  };
  return (
    <details className="open">
      <summary>Try it</summary>
      <form className="fields" onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor={`action-${id}`}>Action</label>
          <input id={`action-${id}`} name="action" defaultValue="ask" />
        </div>
        <div className="field">
          <label htmlFor={`parameters-${id}`}>Parameters</label>
          <textarea id={`parameters-${id}`} name="parameters" rows={3} defaultValue={'{"message": "Hello"}'} />
          <p className="field-wrong">{wrong}</p>
        </div>
        <button type="submit" className="button primary" disabled={attempt.isPending}>
          Call
        </button>
      </form>
      {attempt.error && <Failure error={attempt.error} />}
      {attempt.data !== undefined && <Code text={JSON.stringify(attempt.data, null, 2)} />}
    </details>
  );
}
