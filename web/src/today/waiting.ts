/** What waits for this person, wherever it was asked. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, send } from '../api.ts';
import type { Waiting } from '../pieces/waiting.ts';

export function useWaiting() {
  return useQuery({
    queryKey: ['pending'],
    queryFn: async () => (await get<{ pending: Waiting[] }>('/v1/pending')).pending,
    refetchInterval: 15_000,
    staleTime: 5_000,
    retry: false,
  });
}

export function useAnswer(): (id: string, answer: string) => Promise<unknown> {
  const client = useQueryClient();
  return async (id, answer) => {
    const done = await send('POST', `/v1/pending/${encodeURIComponent(id)}`, { answer });
    await Promise.all(
      [['pending'], ['today'], ['sessions'], ['record']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
    return done;
  };
}

/** How much waits, beside the names of the pages where it is seen. */
export function useBadges(): Readonly<Record<string, number>> {
  const { data } = useWaiting();
  return { today: data?.length ?? 0 };
}
