/** Artifacts over HTTP: which there are with all their versions, and one of them as a download. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import * as answers from './answers.ts';
import { callerOf } from './caller.ts';
import { readQuery } from './request.ts';
import type { Room } from './route.ts';

export const artifactsQuery = z.object({
  namespace: z.string().max(300).optional(),
  name: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});

export const artifactQuery = z.object({ version: z.coerce.number().int().min(1).optional() });

export function artifactRoutes({ home: { store } }: Pick<App, 'home'>): Hono {
  const routes = new Hono();

  routes.get('/artifacts', async (context) => {
    const { namespace, name, limit } = readQuery(context, artifactsQuery);
    const owner = callerOf(context).user;
    const entries = (await store.artifacts({ owner, namespace })).filter(
      (entry) => name === undefined || entry.name === name,
    );
    const artifacts = entries.toSorted((a, b) => b.createdAt - a.createdAt || b.version - a.version).slice(0, limit);
    return context.json({ artifacts, total: entries.length });
  });

  routes.get('/artifacts/:namespace/:name', async (context) => {
    const { version } = readQuery(context, artifactQuery);
    const { namespace, name } = context.req.param();
    const artifact = await store.artifact(callerOf(context).user, namespace, name, version);
    if (artifact === undefined) throw new ConsiliumError('ARTIFACT_UNKNOWN', 'There is no such artifact or version.');
    return sendFile(context, artifact);
  });

  return routes;
}

interface File {
  readonly name: string;
  readonly version: number;
  readonly mimeType: string;
  readonly checksum: string;
  readonly data: Uint8Array;
}

/** As a download: whatever it holds, a browser does not run it as a page of ours. */
function sendFile(context: Context, { name, version, mimeType, checksum, data }: File): Response {
  const etag = `"${checksum}"`;
  const headers = {
    'content-type': safeType(mimeType),
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    'x-content-type-options': 'nosniff',
    'x-artifact-version': String(version),
    'cache-control': 'no-store',
    etag,
  };
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers);
  return context.body(new Uint8Array(data), 200, headers);
}

const AS_IS = new Set(['application/json', 'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/csv']);

/** Text is text, known harmless kinds stay what they are, the rest is bytes. */
function safeType(type: string): string {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  if (AS_IS.has(bare)) return bare;
  if (bare === 'text/markdown') return 'text/markdown; charset=utf-8';
  return /^text\/[\w.+-]+$/.test(bare) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

function encodeName(name: string): string {
  const last = name.split('/').at(-1) || 'artifact';
  return encodeURIComponent(last.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export const artifactsRoom: Room = {
  mount: ({ app }) => artifactRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/artifacts',
      scope: 'work',
      about: 'everybody',
      tag: 'pipelines',
      summary: 'List artifacts, the newest first',
      answer: 'Names and versions.',
      query: artifactsQuery,
      shape: answers.artifacts,
    },
    {
      method: 'get',
      path: '/v1/artifacts/:namespace/:name',
      scope: 'work',
      about: 'everybody',
      tag: 'pipelines',
      summary: 'Download an artifact',
      answer: 'Its bytes; the newest version where none is named.',
      query: artifactQuery,
      gives: ['application/octet-stream', 'text/plain'],
    },
  ],
};
