/** The research desk: what waits, agents with their state and last finding, what was surfaced and kept back, triggers, dead letters. */
import type { FormEvent } from 'react';
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { OneAgent } from './agent.tsx';
import { type Firing, useAgents, useResearch, useTriggers } from './calls.ts';
import { DeadLetters } from './dead-letters.tsx';
import { FeedView } from './feed.tsx';
import { FirstRun } from './first-run.tsx';
import { Now } from './progress.tsx';
import { timeHere } from './times.ts';
import { Triggers } from './triggers.tsx';
import { Waits } from './waits.tsx';
import './research.css';

const TABS = { agents: 'Agents', feed: 'Feed', triggers: 'Calendar and triggers', 'dead-letters': 'Dead letters' };

export default function Research(props: PageProps) {
  const { rest, go } = props;
  const [tab = 'agents', id] = rest;
  const { data } = useResearch<{ dead: Firing[] }>('/v1/triggers/dead', true);
  const dead = data?.dead.length ?? 0;
  if (tab === 'agent' && id !== undefined) return <OneAgent key={id} {...props} />;
  return (
    <div className="research">
      <nav className="tabs" aria-label="Parts">
        {Object.entries(TABS).map(([name, title]) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={name === tab}
            onClick={() => go('research', name)}
          >
            {title}
            {name === 'dead-letters' && dead > 0 ? ` (${dead})` : ''}
          </button>
        ))}
      </nav>
      <Waits {...props} />
      {tab === 'agents' && <Agents {...props} />}
      {tab === 'feed' && <FeedView {...props} />}
      {tab === 'triggers' && <Triggers {...props} />}
      {tab === 'dead-letters' && <DeadLetters {...props} />}
    </div>
  );
}

function Agents(props: PageProps) {
  const { go, onAsk } = props;
  const { data, error } = useAgents();
  const { triggers = [] } = useTriggers();
  const nextOf = (id: string) =>
    triggers
      .filter(({ agent_id, status }) => agent_id === id && status === 'pending')
      .map(({ fire_at }) => fire_at)
      .toSorted()[0];
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
      <FirstRun {...props} isFirst={data.agents.length === 0} />
      <ul className="lines">
        {data.agents.map((agent) => (
          <li key={agent.id}>
            <button type="button" className="line about" onClick={() => go('research', 'agent', agent.id)}>
              <span>
                <strong>{agent.name}</strong>
                <span className="soft">{agent.last_finding ?? agent.description}</span>
                {agent.status === 'working' && <Now session={agent.session_id} />}
              </span>
              <span className="soft state">
                <span className={`tag ${agent.status}`}>{agent.status}</span>
                <span>{timeHere(agent.last_active)}</span>
                {nextOf(agent.id) !== undefined && <span>looks again {timeHere(nextOf(agent.id)!)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
