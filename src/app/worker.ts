/** Does what is due: opens the rooms that have triggers to come, so that somebody acts for them, and starts the engine. */
import type { ServiceName } from '../lending/index.ts';
import type { Triggers } from '../triggers/index.ts';
import type { App } from './index.ts';

export async function openWorker(app: Pick<App, 'service' | 'services' | 'listen'>): Promise<Triggers> {
  const triggers = await app.service('triggers');
  const rooms = new Set((await triggers.list({ status: 'pending', limit: 100_000 })).map(({ room }) => room));
  for (const name of app.services) if (rooms.has(name)) await app.service(name as ServiceName);
  await app.listen();
  return triggers;
}
