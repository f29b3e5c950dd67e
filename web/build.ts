/** Builds the app into the folder that is given. Run by the server (src/server/web.ts), in a process of its own. */
import { join } from 'node:path';
import { build } from 'vite';

const outDir = process.argv[2] ?? join(import.meta.dirname, '../node_modules/.cache/consilium-web/by-hand');
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  mode: 'production',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
});
