/** The research desk: agents with their state and last finding, what was surfaced and what was kept back, triggers, dead letters. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiError, send } from '../api.ts';
import { Prose } from '../chat/prose.tsx';
import { Calendar, type CalendarEvent } from '../pieces/calendar.tsx';
import { localDay } from '../pieces/days.ts';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import { Table } from '../pieces/table.tsx';
import type { PageProps } from '../shell/pages.ts';
import { OneAgent } from './agent.tsx';
import { type Agent, type Feed, type Firing, type Trigger, useResearch } from './calls.ts';
import './research.css';

const TABS = ['agents', 'feed', 'triggers', 'dead letters'] as const;

export default function Research(props: PageProps) {
  const { rest, go } = props;
  const [tab = 'agents', id] = rest;
  if (tab === 'agent' && id !== undefined) return <OneAgent key={id} {...props} />;
  return (
    <div className="research">
      <nav className="tabs" aria-label="Parts">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={name === tab}
            onClick={() => go('research', name)}
          >
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </button>
        ))}
      </nav>
      {tab === 'agents' && <Agents {...props} />}
      {tab === 'feed' && <FeedView {...props} />}
      {tab === 'triggers' && <Triggers {...props} />}
      {tab === 'dead letters' && <DeadLetters />}
    </div>
  );
}

function Agents({ go, onAsk }: PageProps) {
  const { data, error } = useResearch<{ agents: Agent[] }>('/v1/agents', true);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const question = String(new FormData(event.currentTarget).get('question') ?? '').trim();
    if (question !== '') onAsk(question, 'research');
  };
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <form className="adder" aria-label="Ask the desk" onSubmit={onSubmit}>
        <input name="question" aria-label="Question" placeholder="What should the desk find out, or watch?" required />
        <button type="submit" className="button primary">
          Ask the desk
        </button>
      </form>
      {data.agents.length === 0 && (
        <p className="empty">
          Nobody works here yet. A question makes an agent: "What is known about metformin and vitamin B12?", or "Watch
          trials of gene therapy for Duchenne, weekly".
        </p>
      )}
      <ul className="lines">
        {data.agents.map((agent) => (
          <li key={agent.id}>
            <button type="button" className="line about" onClick={() => go('research', 'agent', agent.id)}>
              <span>
                <strong>{agent.name}</strong>
                <span className="soft">{agent.last_finding ?? agent.description}</span>
              </span>
              <span className="soft state">
                <span className="tag">{agent.status}</span>
                <span>{sayTime(agent.last_active)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function FeedView({ go }: PageProps) {
  const { data, error } = useResearch<Feed>('/v1/feed');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const toAgent = (id: string) => (
    <button type="button" className="link" onClick={() => go('research', 'agent', id)}>
      Its agent
    </button>
  );
  return (
    <>
      <h2>Surfaced</h2>
      {data.surfaced.length === 0 && <p className="empty">Nothing was surfaced yet.</p>}
      <ul className="feed">
        {data.surfaced.map((one) => (
          <li key={`${one.at} ${one.agent_id}`}>
            <Prose text={withoutMarkers(one.text)} unsupported={[]} titleOf={() => 'source'} onCite={() => {}} />
            <p className="soft meta">
              {sayTime(one.at)} · because {one.because} · {toAgent(one.agent_id)}
            </p>
          </li>
        ))}
      </ul>
      <h2>Kept back</h2>
      {data.suppressed.length === 0 && <p className="empty">Nothing was kept back.</p>}
      <ul className="feed">
        {data.suppressed.map((one) => (
          <li key={`${one.at} ${one.agent_id}`}>
            <p>{one.summary}</p>
            <p className="soft meta">
              {sayTime(one.at)} · {one.reason} · {toAgent(one.agent_id)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its sources stand with its agent. */
const withoutMarkers = (text: string) => text.replace(/\[\^\d+\]/g, '');

const YEAR = 366 * 24 * 60 * 60 * 1000;

function Triggers({ go }: PageProps) {
  const client = useQueryClient();
  const [from] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
  const to = new Date(Date.parse(from) + YEAR).toISOString();
  const { data, error } = useResearch<{ triggers: Trigger[] }>('/v1/triggers');
  const span = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  const { data: comes } = useResearch<{ occasions: { trigger_id: string; at: string }[] }>(
    `/v1/triggers/occasions?${span}`,
  );
  const act = useMutation<unknown, ApiError, { method: string; path: string }>({
    mutationFn: ({ method, path }) => send(method, path),
    onSettled: () => client.invalidateQueries({ queryKey: ['research'] }),
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const named = new Map(data.triggers.map((trigger) => [trigger.id, trigger]));
  const events: CalendarEvent[] = (comes?.occasions ?? []).map(({ trigger_id, at }) => ({
    id: `${trigger_id} ${at}`,
    title: named.get(trigger_id)?.instruction ?? 'Trigger',
    day: localDay(Date.parse(at)),
    time: new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
  }));
  return (
    <>
      {act.error && <Failure error={act.error} />}
      <Table
        label="Triggers"
        rows={data.triggers}
        keyOf={({ id }) => id}
        file="triggers"
        empty="Nothing is planned. Agents make triggers themselves, and so does “consilium triggers add”."
        columns={[
          { id: 'instruction', title: 'What', value: ({ instruction }) => instruction },
          { id: 'when', title: 'When', value: ({ understood }) => understood },
          {
            id: 'next',
            title: 'Next',
            value: ({ fire_at, status }) => (status === 'pending' ? fire_at : ''),
            show: ({ fire_at, status }) => (status === 'pending' ? sayTime(fire_at) : '–'),
          },
          { id: 'status', title: 'State', value: ({ status }) => status },
          {
            id: 'do',
            title: '',
            value: () => '',
            show: ({ id, status, agent_id }) => (
              <span className="row-acts">
                <button type="button" className="link" onClick={() => go('research', 'agent', agent_id)}>
                  Agent
                </button>
                {status === 'pending' && (
                  <>
                    <button
                      type="button"
                      className="link"
                      disabled={act.isPending}
                      onClick={() => act.mutate({ method: 'POST', path: `/v1/triggers/${id}/run` })}
                    >
                      Run now
                    </button>
                    <button
                      type="button"
                      className="link"
                      onClick={() => act.mutate({ method: 'DELETE', path: `/v1/triggers/${id}` })}
                    >
                      Cancel
                    </button>
                  </>
                )}
              </span>
            ),
          },
        ]}
      />
      {events.length > 0 && <Calendar label="When agents look again" events={events} today={localDay(Date.now())} />}
    </>
  );
}

function DeadLetters() {
  const client = useQueryClient();
  const { data, error } = useResearch<{ dead: Firing[] }>('/v1/triggers/dead');
  const replay = useMutation<unknown, ApiError, string>({
    mutationFn: (id) => send('POST', `/v1/triggers/dead/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['research'] }),
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.dead.length === 0) return <p className="empty">There are none: whatever was due has been done.</p>;
  return (
    <ul className="feed">
      {data.dead.map((one) => (
        <li key={one.id}>
          <p>{one.error?.message ?? 'It failed.'}</p>
          <p className="soft meta">
            due {sayTime(one.due)} · tried {one.tries} times ·{' '}
            <button type="button" className="link" onClick={() => replay.mutate(one.id)}>
              Try again
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}
