/** Today: what waits for an answer, then what each team wants a person to see. Each line leads to its place. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TodayGroup, TodayItem } from '../../../src/today/item.ts';
import { type ApiError, get, send } from '../api.ts';
import { sayAgent } from '../chat/turn.ts';
import { Approval } from '../pieces/approval.tsx';
import { Failure, Loading } from '../pieces/parts.tsx';
import { FLAGS, flagOf } from '../record/words.ts';
import type { PageProps } from '../shell/pages.ts';
import { useAnswer, useWaiting } from './waiting.ts';

export default function Today(props: PageProps) {
  const { patient, onChat } = props;
  const waiting = useWaiting();
  const answer = useAnswer();
  const { data, error } = useQuery<TodayGroup[], ApiError>({
    queryKey: ['today', patient?.id],
    queryFn: async () => (await get<{ groups: TodayGroup[] }>('/v1/today', { patient_id: patient?.id })).groups,
    staleTime: 0,
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const asked = waiting.data ?? [];
  const isQuiet = asked.length === 0 && data.every(({ items }) => items.length === 0);
  return (
    <div className="today">
      <p className="soft today-date">
        {new Date().toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })}
      </p>
      {asked.length > 0 && (
        <section aria-label="Waits for you">
          <h2>Waits for you</h2>
          {asked.map((one) => (
            <Approval
              key={one.id}
              waiting={one}
              {...(one.agent && { by: sayAgent(one.agent) })}
              onAnswer={(text) => answer(one.id, text)}
              onLook={one.session_id === undefined ? undefined : () => onChat(one.session_id!)}
            />
          ))}
        </section>
      )}
      {isQuiet && <p className="empty">Nothing to do, and nothing new. That is a good day too.</p>}
      {data
        .filter(({ items }) => items.length > 0)
        .map((group) => (
          <section key={group.room} aria-label={group.title}>
            <h2>{group.title}</h2>
            <ul className="lines">
              {group.items.map((item) => (
                <Line key={item.id} item={item} {...props} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Line({ item, patient, go, onAsk, onChat, onEntry }: PageProps & { item: TodayItem }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<ApiError>();
  const follow = () => {
    const { to } = item;
    if (to === undefined) return;
    if ('page' in to) go(to.page, ...(to.rest ?? []));
    else if ('ask' in to) onAsk(to.ask, to.team);
    else if ('session' in to) onChat(to.session);
    else onEntry(to.entry);
  };
  const mark = async (how: 'done' | 'later' | 'dismiss') => {
    setProblem(undefined);
    try {
      await send('POST', '/v1/today', {
        id: item.id,
        mark: how,
        timezone: ZONE,
        ...(patient && { patient_id: patient.id }),
      });
    } catch (thrown) {
      return setProblem(thrown as ApiError);
    }
    await client.invalidateQueries({ queryKey: ['today'] });
  };
  const flag = flagOf(item.flag ?? null);
  return (
    <li className="today-line">
      <button type="button" className="line about" disabled={item.to === undefined} onClick={follow}>
        <span>
          <strong>{item.title}</strong>
          {item.detail && <span className="soft">{item.detail}</span>}
        </span>
        <span className="soft value">
          {flag && `${FLAGS[flag].sign} ${FLAGS[flag].word}`}
          {flag && item.at ? ' · ' : ''}
          {item.at ? sayWhen(item.at) : ''}
        </span>
      </button>
      <span className="today-marks">
        {item.can.includes('done') && (
          <button type="button" className="link" aria-label={`Done: ${item.title}`} onClick={() => void mark('done')}>
            Done
          </button>
        )}
        {item.can.includes('later') && (
          <button
            type="button"
            className="link"
            aria-label={`Tomorrow: ${item.title}`}
            onClick={() => void mark('later')}
          >
            Tomorrow
          </button>
        )}
        {item.can.includes('dismiss') && (
          <button
            type="button"
            className="link"
            aria-label={`Dismiss: ${item.title}`}
            onClick={() => void mark('dismiss')}
          >
            Dismiss
          </button>
        )}
      </span>
      {problem && <Failure error={problem} />}
    </li>
  );
}

function sayWhen(at: string): string {
  const date = new Date(at);
  const hasTime = at.length > 10;
  return date.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hasTime && { hour: '2-digit', minute: '2-digit' }),
  });
}
