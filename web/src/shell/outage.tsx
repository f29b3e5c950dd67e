/** Says when the server is away, asks until it is back, and then reads again what could not be read. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, request, UNREACHABLE } from '../api.ts';

const PAUSE = 1500;

export function Outage() {
  const client = useQueryClient();
  const [isOut, setOut] = useState(false);
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        const error = query.state.error ?? query.state.fetchFailureReason;
        if (error instanceof ApiError && error.code === UNREACHABLE) setOut(true);
      }),
    [client],
  );
  useEffect(() => {
    if (!isOut) return;
    const timer = setInterval(async () => {
      try {
        await request('/readyz');
      } catch {
        return;
      }
      clearInterval(timer);
      await client.resetQueries({ predicate: ({ state }) => state.status !== 'success' });
      await client.invalidateQueries();
      setOut(false);
    }, PAUSE);
    return () => clearInterval(timer);
  }, [isOut, client]);
  return (
    <output className="outage">{isOut && <p>The server cannot be reached. Nothing is lost; trying again…</p>}</output>
  );
}
