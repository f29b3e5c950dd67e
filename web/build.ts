/**
 * Builds the app into the folder that is given, and beside it `pages.json`: the first parts of the addresses that are
 * pages of the app. Run by the server (src/server/web.ts), in a process of its own.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { PageSpec } from './src/shell/pages.ts';

const outDir = process.argv[2] ?? join(import.meta.dirname, '../node_modules/.cache/consilium-web/by-hand');
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  mode: 'production',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
});
writeFileSync(join(outDir, 'pages.json'), JSON.stringify(await readPages()));

/** What the rooms register; a room's list holds no code but the loading of its pages. */
async function readPages(): Promise<string[]> {
  const src = join(import.meta.dirname, 'src');
  const rooms = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^[^/\\]+[/\\]pages\.ts$/.test(path),
  );
  const lists = await Promise.all(
    rooms
      .filter((path) => !path.startsWith('shell'))
      .map(async (path) => ((await import(join(src, path))) as { pages: readonly PageSpec[] }).pages),
  );
  return lists.flat().map(({ id }) => id);
}
