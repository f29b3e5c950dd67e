/** A team as a picture, and over one of its chats what really happened: who handed over to whom, and what was refused. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamDrawing } from '../../../src/teams/drawing.ts';
import { type ApiError, api, get, type SessionEntry } from '../api.ts';
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { sayTeam } from '../shell/words.ts';
import { readMoves } from './moves.ts';
import { TeamPicture } from './picture.tsx';
import './teams.css';

export default function Teams({ rest: [name], go }: PageProps) {
  const { data, error } = useQuery({ queryKey: ['teams'], queryFn: api.teams });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const chosen = data.find((team) => team.name === name) ?? data.find((team) => team.default) ?? data[0];
  return (
    <>
      <nav className="tabs" aria-label="Teams">
        {data.map((team) => (
          <button
            key={team.name}
            type="button"
            className="tab"
            aria-pressed={team === chosen}
            onClick={() => go('teams', team.name)}
          >
            {sayTeam(team.name)}
          </button>
        ))}
      </nav>
      {chosen && <OneTeam key={chosen.name} name={chosen.name} />}
    </>
  );
}

function OneTeam({ name }: { name: string }) {
  const [session, setSession] = useState('');
  const { data, error } = useQuery<TeamDrawing, ApiError>({
    queryKey: ['team', name],
    queryFn: () => get(`/v1/teams/${encodeURIComponent(name)}`),
  });
  const { data: sessions = [] } = useQuery({
    queryKey: ['sessions', 'of', name],
    queryFn: async () => (await get<{ sessions: SessionEntry[] }>('/v1/sessions', { team: name })).sessions,
  });
  const { data: moves } = useQuery({
    queryKey: ['moves', session],
    queryFn: async () => readMoves((await api.log(session)).events),
    enabled: session !== '',
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <p>{data.description}</p>
      {sessions.length > 0 && (
        <label className="team-over">
          Over a chat{' '}
          <select className="choose" value={session} onChange={(event) => setSession(event.target.value)}>
            <option value="">none: what is allowed</option>
            {sessions.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <TeamPicture drawing={data} moves={moves} />
    </>
  );
}
