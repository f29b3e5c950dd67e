/** What the study room answers, and how it is asked. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Card,
  Grade,
  Highlight,
  MaterialInfo,
  MaterialSummary,
  Passage,
  Progress,
  ShownQuestion,
  StudyPlan,
} from '../../../src/study/types.ts';
import { type ApiError, get, request, send } from '../api.ts';
import { download } from '../pieces/table.tsx';

export type { Card, Grade, Highlight, MaterialInfo, MaterialSummary, Passage, Progress, StudyPlan };
export type Question = ShownQuestion & { number: number };
export interface Quiz {
  id: string;
  title: string;
  material: string;
  questions: Question[];
  notes: string[];
  grades: Grade[];
}

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `path` below /v1/study; undefined: nothing is asked yet. */
export function useStudy<T>(path: string | undefined) {
  return useQuery<T, ApiError>({
    queryKey: ['study', path],
    queryFn: () => get<T>(`/v1/study/${path}`),
    enabled: path !== undefined,
    staleTime: 0,
    retry: false,
  });
}

/** Changes something; what is shown of the room is asked anew. */
export function useChange<T>() {
  const client = useQueryClient();
  return useMutation<T, ApiError, { method: string; path: string; body?: unknown }>({
    mutationFn: ({ method, path, body }) => send<T>(method, `/v1/study/${path}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['study'] }),
  });
}

/** Takes a material away: the list is asked anew, and nothing of what is gone. */
export function useRemoval(id: string, onRemoved: () => void) {
  const client = useQueryClient();
  const isOfIt = (key: readonly unknown[]) =>
    key.some((part) => part === id || (typeof part === 'string' && part.includes(encodeURIComponent(id))));
  return useMutation<unknown, ApiError>({
    mutationFn: () => send('DELETE', `/v1/study/${pathOf(id)}`),
    onSuccess: () => {
      client.setQueryData<{ materials: MaterialSummary[] }>(
        ['study', 'materials'],
        (held) => held && { ...held, materials: held.materials.filter((each) => each.id !== id) },
      );
      onRemoved();
      return client.invalidateQueries({ queryKey: ['study'], predicate: ({ queryKey }) => !isOfIt(queryKey) });
    },
  });
}

/** A file of the room, fetched with the person's token, which a plain link would not carry. */
export async function takeFile(path: string, name: string, type: string): Promise<void> {
  download(name, await (await request(`/v1/study/${path}`)).text(), type);
}

export function pathOf(material: string, ...rest: string[]): string {
  return ['materials', material, ...rest].map(encodeURIComponent).join('/');
}

/** What is read and asked as one: a chapter; of a library, whose chapters are too many to choose from, a document. */
export interface Unit {
  readonly id: string;
  readonly title: string;
  /** The document that it stands in, where there are several. */
  readonly document?: string;
  /** Chapters that are read one after the other. */
  readonly chapters: readonly string[];
}

export function unitsOf({ documents }: MaterialInfo): Unit[] {
  const count = documents.reduce((sum, { chapters }) => sum + chapters.length, 0);
  if (documents.length > 1 && count > MOST_CHAPTERS)
    return documents.map(({ title, chapters }, at) => ({
      id: chapters.length === 1 ? chapters[0]!.id : String(at + 1),
      title,
      chapters: chapters.map(({ id }) => id),
    }));
  // A document of one chapter is that chapter.
  return documents.flatMap(({ title: document, chapters }) =>
    chapters.map(({ id, title }) => ({
      ...{ id, title: chapters.length === 1 ? document : title, chapters: [id] },
      ...(documents.length > 1 && chapters.length > 1 && { document }),
    })),
  );
}

const MOST_CHAPTERS = 120;

/** The passages of a unit, in order. */
export function usePassages(material: string, { chapters }: Unit) {
  return useQueries({
    queries: chapters.map((chapter) => ({
      queryKey: ['study', 'passages', material, chapter],
      queryFn: () => get<{ passages: Passage[] }>(`/v1/study/${pathOf(material, 'passages')}`, { chapter }),
    })),
    combine: (results) => ({
      error: results.find(({ error }) => error)?.error ?? null,
      passages: results.every(({ data }) => data) ? results.flatMap(({ data }) => data!.passages) : undefined,
    }),
  });
}
