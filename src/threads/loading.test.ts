import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { createLoading } from './loading.ts';

test('what a module imports is loaded before it, one by one, others having their turn in between', async () => {
  const dir = tempDir('loading');
  const loaded: string[] = [];
  vi.stubGlobal('loaded', loaded);
  onTestFinished(() => void vi.unstubAllGlobals());
  const write = (name: string, ...imports: string[]) => {
    mkdirSync(join(dir, 'inner'), { recursive: true });
    writeFileSync(join(dir, name), `${imports.join('\n')}\nglobalThis.loaded.push('${name}');\nexport const x = 1;\n`);
  };
  write('inner/leaf.mjs');
  write('broken.mjs', "throw new Error('broken');");
  write('round.mjs', "import { x } from './middle.mjs';");
  write('middle.mjs', "import { readFileSync } from 'node:fs';", "import {\n  x as leaf,\n} from './inner/leaf.mjs';");
  write(
    'top.mjs',
    "import './middle.mjs';",
    "export { x as y } from './round.mjs';",
    "import { x as z } from './gone.mjs';",
  );
  write('next.mjs', "import { x as m } from './middle.mjs';", "import './broken.mjs';");
  const breathe = vi.fn(async () => void loaded.push('others'));
  const loading = createLoading(breathe);
  await Promise.all([loading.load(join(dir, 'top.mjs')), loading.load(join(dir, 'next.mjs'))]);
  const turns = ['inner/leaf.mjs', 'others', 'middle.mjs', 'others', 'round.mjs', 'others'];
  expect(loaded.slice(0, 6)).toEqual(turns);
  expect(loaded).not.toContain('next.mjs');
  expect(loaded.filter((each) => each === 'middle.mjs')).toHaveLength(1);
});

test('a room that is named as the package is loaded as its files are', async () => {
  const dir = tempDir('loading-room');
  writeFileSync(join(dir, 'tool.mjs'), "import { openBreath } from 'consilium/threads';\n");
  const breathe = vi.fn(async () => {});
  await createLoading(breathe).load(join(dir, 'tool.mjs'));
  expect(breathe.mock.calls.length).toBeGreaterThan(5);
});
