/** For a test: writes a file, or orders a device, and is killed before that is on the list. `half.ts DIR when|device` */
import { openHome } from '../../storage/index.ts';
import { openDesk } from './desk.ts';

const [dir, when] = process.argv.slice(2) as [string, 'before' | 'after' | 'device'];
const { effects, files } = openDesk(openHome(dir));
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

if (when === 'device') await effects.onDevice('ada', 'Kitchen light: turn on', undefined, die);
await effects.onFiles('ada', ['plan.md'], 'Wrote plan.md', async () => {
  if (when === 'after') await (await files('ada')).write('plan.md', 'new words', 'ada');
  return die();
});
