/** What became of what agents reported by themselves, surfaced or kept back, and what was answered at once; and why. */
import { Prose } from '../chat/prose.tsx';
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Feed, useAgents, useResearch } from './calls.ts';
import { timeHere } from './times.ts';

export function FeedView({ go }: Pick<PageProps, 'go'>) {
  const { data, error } = useResearch<Feed>('/v1/feed', true);
  const { data: roster } = useAgents();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const toAgent = (id: string) => {
    const agent = roster?.agents.find((one) => one.id === id);
    if (agent === undefined) return <span>an agent that is gone</span>;
    return (
      <button type="button" className="link" onClick={() => go('research', 'agent', id)}>
        {agent.name}
      </button>
    );
  };
  return (
    <>
      <h2>Surfaced</h2>
      {data.surfaced.length === 0 && <p className="empty">Nothing was surfaced yet.</p>}
      <ul className="feed">
        {data.surfaced.map((one) => (
          <li key={`${one.at} ${one.agent_id}`}>
            <Prose text={withoutMarkers(one.text)} unsupported={[]} titleOf={() => 'source'} onCite={() => {}} />
            <p className="soft meta">
              {timeHere(one.at)} · because {one.because} · {toAgent(one.agent_id)}
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
              {timeHere(one.at)} · {one.reason} · {toAgent(one.agent_id)}
            </p>
          </li>
        ))}
      </ul>
      <h2>Answered</h2>
      {data.answered.length === 0 && <p className="empty">Nothing was asked yet.</p>}
      <ul className="feed">
        {data.answered.map((one) => (
          <li key={`${one.at} ${one.session_id} ${one.because}`}>
            <Prose text={one.text} unsupported={[]} titleOf={() => 'source'} onCite={() => {}} />
            <p className="soft meta">
              {timeHere(one.at)} · because {one.because} · {toAgent(one.agent_id)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its sources stand with its agent. */
const withoutMarkers = (text: string) => text.replace(/\[\^\d+\]/g, '');
