/** What the research page asks of the gateway. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  viewAgent,
  viewEvidence,
  viewFeed,
  viewFile,
  viewFiring,
  viewMaturity,
  viewRun,
  viewTrigger,
  viewVersion,
} from '../../../src/research/views.ts';
import { type ApiError, get, send } from '../api.ts';

export type Agent = ReturnType<typeof viewAgent>;
export type Feed = ReturnType<typeof viewFeed>;
export type Trigger = ReturnType<typeof viewTrigger>;
export type Firing = ReturnType<typeof viewFiring>;
export type Maturity = ReturnType<typeof viewMaturity>;
export type Run = ReturnType<typeof viewRun>;
export type FileEntry = ReturnType<typeof viewFile>;
export type FileVersion = ReturnType<typeof viewVersion>;
export type EvidenceRow = ReturnType<typeof viewEvidence>;

export interface OneFile extends FileEntry {
  content: string;
  encoding: 'utf8' | 'base64';
  versions: FileVersion[];
}

/** What the example did, step by step. */
export interface Example {
  agent_id: string;
  session_id: string;
  steps: { title: string; text: string }[];
}

/** A running agent is looked at more often. */
export function useResearch<T>(path: string, live = false) {
  return useQuery<T, ApiError>({
    queryKey: ['research', path],
    queryFn: () => get<T>(path),
    staleTime: 0,
    ...(live && { refetchInterval: 3_000 }),
  });
}

export interface Deed {
  method: string;
  path: string;
  body?: unknown;
}

/** Does something, and looks at everything of the desk again. */
export function useDeed<T = unknown>(onDone: (result: T) => void = () => {}) {
  const client = useQueryClient();
  return useMutation<T, ApiError, Deed>({
    mutationFn: ({ method, path, body }) => send<T>(method, path, body),
    onSuccess: onDone,
    onSettled: () => Promise.all([['research'], ['pending']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const agentPath = (id: string, rest = '') => `/v1/agents/${encodeURIComponent(id)}${rest}`;

/** The triggers of the desk; those of other rooms are theirs to show. */
export function useTriggers(agent?: string) {
  const query = useResearch<{ triggers: Trigger[] }>('/v1/triggers', true);
  const triggers = query.data?.triggers.filter(
    ({ room, agent_id }) => room === 'research' && (agent === undefined || agent_id === agent),
  );
  return { triggers, error: query.error };
}

export function useAgents() {
  return useResearch<{ agents: Agent[] }>('/v1/agents', true);
}
