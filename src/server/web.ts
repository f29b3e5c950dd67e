/**
 * The app's files. They are built from `web/` by a process of its own, once for each state of the sources, into
 * `node_modules/.cache/consilium-web/<state>`, and served from memory. Two servers that start at once both build; the first to finish wins.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono } from 'hono';
import { ConsiliumError } from '../kernel/index.ts';

const WEB = resolve(import.meta.dirname, '../../web');
const DIST = resolve(WEB, '../node_modules/.cache/consilium-web');
const NOT_SOURCES = new Set(['dist', 'node_modules']);

export interface WebFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly gzipped?: Uint8Array<ArrayBuffer>;
}

export type WebFiles = ReadonlyMap<string, WebFile>;

/** The app as it is now; built first where that has not been done. `onBuild` is called if it takes that. */
export async function openWeb(onBuild: () => void = () => {}): Promise<WebFiles> {
  const dir = join(DIST, await hashSources());
  if (!existsSync(join(dir, 'index.html'))) {
    onBuild();
    await build(dir);
  }
  return readFiles(dir);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await listFiles(WEB, NOT_SOURCES))
    hash.update(`${path}\0`).update(await readFile(join(WEB, path)));
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(dir: string, without: ReadonlySet<string> = new Set()): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !without.has(name))
      .map(async (entry) =>
        entry.isDirectory()
          ? (await listFiles(join(dir, entry.name))).map((path) => `${entry.name}/${path}`)
          : [entry.name],
      ),
  );
  return found.flat().toSorted();
}

async function build(dir: string): Promise<void> {
  const making = join(DIST, `.making-${randomUUID()}`);
  await mkdir(DIST, { recursive: true });
  try {
    await runBuild(making);
    await rename(making, dir).catch((thrown) => {
      if (!existsSync(join(dir, 'index.html'))) throw thrown;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await dropOld(dir);
}

function runBuild(out: string): Promise<void> {
  const child = spawn(process.execPath, [join(WEB, 'build.ts'), out], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) return done();
      fail(
        new ConsiliumError('WEB_NOT_BUILT', `The app could not be built:\n${said.trim()}`, {
          hint: 'Install everything with npm ci (development dependencies too) and start again.',
        }),
      );
    });
  });
}

const DAY = 24 * 60 * 60 * 1000;

/** Yesterday's builds: nobody who runs needs them, they are in memory. */
async function dropOld(kept: string): Promise<void> {
  for (const name of await readdir(DIST)) {
    const dir = join(DIST, name);
    const { mtimeMs } = await stat(dir).catch(() => ({ mtimeMs: Date.now() }));
    if (dir !== kept && Date.now() - mtimeMs > DAY) await rm(dir, { recursive: true, force: true });
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
};

async function readFiles(dir: string): Promise<WebFiles> {
  const files = await Promise.all(
    (await listFiles(dir)).map(async (path): Promise<[string, WebFile]> => {
      const body = new Uint8Array(await readFile(join(dir, path)));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const gzipped = extname(path) === '.png' ? undefined : new Uint8Array(await promisify(gzip)(body));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      return [`/${path}`, { type, etag, body, ...(gzipped && { gzipped }) }];
    }),
  );
  return new Map(files);
}

/** Files by their name; any other path that a person may have in the address bar is the app itself. */
export function webRoutes(files: WebFiles): Hono {
  const routes = new Hono();
  routes.get('*', async (context, next) => {
    const { path } = context.req;
    const file = files.get(path) ?? (isPage(files, path) ? files.get('/index.html') : undefined);
    if (file === undefined) return next();
    context.header('etag', file.etag);
    context.header('vary', 'accept-encoding');
    // Names of assets carry the hash of what is in them.
    context.header('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (context.req.header('if-none-match') === file.etag) return context.body(null, 304);
    context.header('content-type', file.type);
    if (file.gzipped === undefined || !context.req.header('accept-encoding')?.includes('gzip'))
      return context.body(file.body);
    context.header('content-encoding', 'gzip');
    return context.body(file.gzipped);
  });
  return routes;
}

/** Whether a person may have this in the address bar: a chat, or a page that a room of the app registers. */
export function isPage(files: WebFiles, path: string): boolean {
  if (path === '/' || /^\/c\/[\w.:-]+$/.test(path)) return true;
  // What follows the page is its own to read: a file's path may have any letters, and many folders.
  const first = path.length > 2000 ? undefined : /^\/([a-z][a-z-]*)(?:\/[^/\p{Cc}]+){0,20}\/?$/u.exec(path)?.[1];
  return first !== undefined && pagesOf(files).has(first);
}

const known = new WeakMap<WebFiles, ReadonlySet<string>>();

function pagesOf(files: WebFiles): ReadonlySet<string> {
  let pages = known.get(files);
  if (pages === undefined) {
    const list = files.get('/pages.json');
    pages = new Set(list === undefined ? [] : (JSON.parse(new TextDecoder().decode(list.body)) as string[]));
    known.set(files, pages);
  }
  return pages;
}
