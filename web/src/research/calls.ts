/** What the research page asks of the gateway. */
import { useQuery } from '@tanstack/react-query';
import type { EvidenceRow } from '../../../src/research/evidence/table.ts';
import type {
  viewAgent,
  viewFeed,
  viewFile,
  viewFiring,
  viewTrigger,
  viewVersion,
} from '../../../src/research/views.ts';
import { type ApiError, get } from '../api.ts';

export type Agent = ReturnType<typeof viewAgent>;
export type Feed = ReturnType<typeof viewFeed>;
export type Trigger = ReturnType<typeof viewTrigger>;
export type Firing = ReturnType<typeof viewFiring>;
export type FileEntry = ReturnType<typeof viewFile>;
export type FileVersion = ReturnType<typeof viewVersion>;
export type { EvidenceRow };

export interface OneFile extends FileEntry {
  content: string;
  encoding: 'utf8' | 'base64';
  versions: FileVersion[];
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
