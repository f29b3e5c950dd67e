/** `consilium files` and `triggers`: an earlier version is made the newest again, and no order names a patient. */
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';

test(
  'an earlier version is restored, what is missing is said, and an order by hand names no patient',
  { timeout: 120_000 },
  async () => {
    const home = tempDir('cli-research');
    const env = { ...process.env, AI_PROVIDER: 'offline', CONSILIUM_EMBEDDINGS: 'off' };
    const consilium = (...args: string[]) => runHere([...args, '--home', home], { env });
    await consilium('research', 'Does zorbine help in gout?');
    await consilium('research', 'Is zorbine safe in gout?');
    const { agents } = JSON.parse((await consilium('agents', '--json')).out);
    const [{ name }] = agents;
    const read = async (...args: string[]) =>
      JSON.parse((await consilium('files', name, 'tracking/state.json', ...args, '--json')).out);
    const first = await read('--version-number', '1');
    const { versions } = await read();
    const restored = await consilium('files', name, 'tracking/state.json', '--restore', '1');
    expect(restored.out).toBe(`tracking/state.json is as it was in version 1: version ${versions.length + 1}.\n`);
    const now = await read();
    expect(now.content).toBe(first.content);
    expect(now.versions[0]).toMatchObject({ action: 'restored' });
    const order = ['--schedule', 'every Monday at 8', '--instruction', 'Look at zorbine for Elena Marsh, MRN 4471123'];
    await consilium('triggers', 'add', '--agent', name, ...order);
    const listed = (await consilium('triggers', 'list', '--json')).out;
    expect(listed).toContain('Look at zorbine for');
    expect(listed).not.toMatch(/Elena|Marsh|4471123/);
    expect((await consilium('files', name, '--restore', '1')).err).toContain('Which file is to be restored?');
    expect((await consilium('files', name, 'tracking/state.json', '--restore', '99')).err).toContain('version 99');
  },
);
