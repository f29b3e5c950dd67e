/** What agents of the desk want to do and may not do alone. */
import { useQueryClient } from '@tanstack/react-query';
import { Approval } from '../pieces/approval.tsx';
import type { PageProps } from '../shell/pages.ts';
import { useAnswer, useWaiting } from '../today/waiting.ts';
import { useAgents } from './calls.ts';

/** Of one agent, or of all and of the desk itself. */
export function Waits({ agent, onChat }: Pick<PageProps, 'onChat'> & { agent?: string }) {
  const client = useQueryClient();
  const { data } = useWaiting();
  const { data: roster } = useAgents();
  const answer = useAnswer();
  const asked = (data ?? []).filter(({ team = '' }) =>
    agent === undefined ? /^research\b/.test(team) : team === `research:${agent}`,
  );
  if (asked.length === 0) return null;
  const nameOf = (team = '') => roster?.agents.find(({ id }) => team === `research:${id}`)?.name ?? 'The desk';
  return (
    <section aria-label="Waits for you">
      <h2>Waits for you</h2>
      {asked.map((one) => (
        <Approval
          key={one.id}
          waiting={one}
          by={nameOf(one.team)}
          onAnswer={async (text) => {
            await answer(one.id, text);
            await client.invalidateQueries({ queryKey: ['research'] });
          }}
          onLook={one.session_id === undefined ? undefined : () => onChat(one.session_id!)}
        />
      ))}
    </section>
  );
}
