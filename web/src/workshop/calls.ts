/** What the pages ask of the gateway. */
import type { Citation } from '../../../src/citations/source.ts';
import type { RunMeta } from '../../../src/functions/function.ts';
import type { ScopeInfo, SearchResult } from '../../../src/search/search.ts';
import { get, request, send } from '../api.ts';
import type { JsonSchema } from '../pieces/fields.ts';

export type { Citation, RunMeta, ScopeInfo, SearchResult };

export interface FunctionEntry {
  name: string;
  path: string;
  description: string;
  presets: Record<string, string>;
  tools: string[];
  budget: { input: number; output: number };
  offline: boolean;
  input_schema: JsonSchema;
}

export type FunctionAnswer = Record<string, unknown> & { meta: RunMeta & { run?: string } };

export interface PipelineEntry {
  id: string;
  title?: string;
  description: string;
  input_schema: JsonSchema;
  stages: StageShape[];
}

export interface StageShape {
  id: string;
  function: string;
  depends_on: string[];
}

export type StageState = 'waiting' | 'running' | 'retrying' | 'done' | 'cached' | 'failed' | 'skipped';

export interface StageReport extends StageShape {
  state: StageState;
  attempts: number;
  ms?: number;
  tokens?: number;
  cached?: boolean;
  artifact?: string;
  error?: { code: string; message: string };
}

export interface RunReport {
  run_id: string;
  pipeline: string;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  output?: Record<string, unknown>;
  stages: StageReport[];
  usage?: { inputTokens: number; outputTokens: number; modelCalls?: number };
  warnings: string[];
  unsupported?: RunMeta['unsupported'];
  started: number;
  ended?: number;
  error?: { code: string; message: string; hint?: string };
}

export interface ArtifactLine {
  namespace: string;
  name: string;
  version: number;
  mimeType: string;
  bytes: number;
  createdAt: number;
  checksum: string;
  metadata: Record<string, unknown>;
}

export interface AuditRecord {
  id: string;
  conversation_id: string;
  message_id: string;
  team?: string;
  engine?: string;
  citations_used: { id: string; marker: number; source_type: string }[];
  retrieval_scores: (number | null)[];
  warnings?: number;
  unsupported?: number;
  timestamp: string;
}

const at = encodeURIComponent;

export const calls = {
  functions: async () => (await get<{ functions: FunctionEntry[] }>('/v1/functions')).functions,
  run: (path: string, body: object) => send<FunctionAnswer>('POST', `/v1/functions/${at(path)}/run`, body),
  pipelines: async () => (await get<{ pipelines: PipelineEntry[] }>('/v1/pipelines')).pipelines,
  start: (id: string, input: object) => send<{ run_id: string }>('POST', `/v1/pipelines/${at(id)}/run`, input),
  runs: async () => (await get<{ runs: RunReport[] }>('/v1/pipelines/runs')).runs,
  report: (id: string) => get<RunReport>(`/v1/pipelines/runs/${at(id)}`),
  cancel: (id: string) => send<unknown>('POST', `/v1/pipelines/runs/${at(id)}/cancel`),
  scopes: async () => (await get<{ scopes: ScopeInfo[] }>('/v1/search/scopes')).scopes,
  search: (query: { q: string; scope?: string; match: string; top: string }) => get<SearchResult>('/v1/search', query),
  artifacts: async () => (await get<{ artifacts: ArtifactLine[] }>('/v1/artifacts')).artifacts,
  artifact: async ({ namespace, name, version }: Pick<ArtifactLine, 'namespace' | 'name' | 'version'>) =>
    (await request(artifactPath(namespace, name, version))).text(),
  audit: async (query: { conversation?: string; source?: string }) =>
    (await get<{ records: AuditRecord[] }>('/v1/audit', { kind: 'citations', ...query })).records,
};

export function artifactPath(namespace: string, name: string, version: number): string {
  return `/v1/artifacts/${at(namespace)}/${at(name)}?version=${version}`;
}
