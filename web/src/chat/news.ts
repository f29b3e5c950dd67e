/** What comes into an open chat while nobody writes in it: a report that was surfaced, something that was due. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api.ts';
import type { Session } from './session.ts';

const LOOK_MS = 5_000;

export function useNews(session: Session, isQuiet: boolean): void {
  const { data } = useQuery({
    queryKey: ['session-updated', session.id],
    queryFn: async () => (await api.session(session.id)).updated,
    // Before anything was heard of it the house knows no such chat.
    enabled: isQuiet && session.heardUntil > 0,
    // A chat that is not there, or somebody else's, is not asked for again.
    refetchInterval: ({ state }) => (state.error === null ? LOOK_MS : false),
    retry: false,
  });
  useEffect(() => {
    if (isQuiet && data !== undefined && data > session.heardUntil) void session.follow();
  }, [session, isQuiet, data]);
}
