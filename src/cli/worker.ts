/** `consilium worker`: a process that only does what is due. */
import type { App } from '../app/index.ts';
import { openWorker } from '../app/worker.ts';
import { openSpans } from '../server/spans.ts';
import { withApp } from './house.ts';
import { terminal } from './terminal.ts';

export async function worker(options: { home?: string; once?: boolean }): Promise<void> {
  await withApp(options, async (app) => {
    const spans = await openSpans(process.env, app.traces);
    if (spans !== undefined) app.watchBy(spans.see);
    await app.resume();
    await work(app, options.once ?? false).finally(() => spans?.close());
  });
}

async function work(app: App, once: boolean): Promise<void> {
  const triggers = await openWorker(app);
  if (once) {
    await triggers.recover();
    let done = 0;
    for (let started = await triggers.tick(); started > 0; started = await triggers.tick()) {
      done += started;
      await triggers.drain();
    }
    return void terminal().stdout.write(`Did ${done} ${done === 1 ? 'thing that was' : 'things that were'} due.\n`);
  }
  triggers.start();
  terminal().stderr.write('Working on what is due. Stop with Ctrl-C.\n');
  await new Promise<void>((stop) => {
    terminal().onInterrupt(stop);
    process.once('SIGTERM', () => stop());
  });
}
