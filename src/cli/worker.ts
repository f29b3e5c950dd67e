/** `consilium worker`: a process that only does what is due. */
import { openWorker } from '../app/worker.ts';
import { withApp } from './house.ts';
import { terminal } from './terminal.ts';

export async function worker(options: { home?: string; once?: boolean }): Promise<void> {
  await withApp(options, async (app) => {
    await app.resume();
    const triggers = await openWorker(app);
    if (options.once) {
      await triggers.recover();
      let done = 0;
      for (let started = await triggers.tick(); started > 0; started = await triggers.tick()) {
        done += started;
        await triggers.drain();
      }
      return void terminal().stdout.write(`Did ${done} ${done === 1 ? 'thing' : 'things'} that were due.\n`);
    }
    triggers.start();
    terminal().stderr.write('Working on what is due. Stop with Ctrl-C.\n');
    await new Promise<void>((stop) => {
      terminal().onInterrupt(stop);
      process.once('SIGTERM', () => stop());
    });
  });
}
