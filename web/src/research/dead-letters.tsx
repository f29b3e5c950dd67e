/** What was due, failed as often as it is tried, and waits for a person. */
import { Failure, Loading, sayCount } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Firing, useAgents, useDeed, useResearch, useTriggers } from './calls.ts';
import { timeIn, ZONE } from './times.ts';

export function DeadLetters({ go }: Pick<PageProps, 'go'>) {
  const { data, error } = useResearch<{ dead: Firing[] }>('/v1/triggers/dead', true);
  const { triggers } = useTriggers();
  const { data: roster } = useAgents();
  const replay = useDeed();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const letters = data.dead;
  return (
    <>
      {replay.error && <Failure error={replay.error} />}
      {replay.isSuccess && (
        <output className="soft">It is tried again. If it fails once more it comes back here.</output>
      )}
      {letters.length === 0 && <p className="empty">There are none: whatever was due has been done.</p>}
      <ul className="feed">
        {letters.map((one) => {
          const agent = roster?.agents.find(({ id }) => id === one.agent_id);
          const trigger = triggers?.find(({ id }) => id === one.trigger_id);
          return (
            <li key={one.id}>
              <p>
                <strong>{trigger?.instruction ?? 'A trigger'}</strong>
              </p>
              <p>{one.error?.message ?? 'It failed.'}</p>
              {one.error?.hint && <p className="soft">{one.error.hint}</p>}
              <p className="soft meta row-acts">
                <span>
                  due {timeIn(one.due, trigger?.zone ?? ZONE)} · tried {sayCount(one.tries, 'time')}
                </span>
                {agent && (
                  <button type="button" className="link" onClick={() => go('research', 'agent', agent.id)}>
                    {agent.name}
                  </button>
                )}
                <button
                  type="button"
                  className="link"
                  disabled={replay.isPending}
                  onClick={() => replay.mutate({ method: 'POST', path: `/v1/triggers/dead/${one.id}` })}
                >
                  Try again
                </button>
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
