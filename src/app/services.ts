/** What the rooms declare, registered: the app knows no service by name. */
import { lends as assistant } from '../assistant/lends.ts';
import { lends as functions } from '../functions/lends.ts';
import type { Declaration } from '../lending/index.ts';
import { lends as mail } from '../mail/lends.ts';
import { lends as memory } from '../memory/lends.ts';
import { lends as pipelines } from '../pipelines/lends.ts';
import { shows as reasoning } from '../reasoning/lends.ts';
import { lends as record } from '../record/lends.ts';
import { lends as research } from '../research/lends.ts';
import { lends as search } from '../search/lends.ts';
import { lends as study } from '../study/lends.ts';
import { lends as today } from '../today/lends.ts';
import { lends as triggers } from '../triggers/lends.ts';

const services = [record, today, search, functions, pipelines, triggers, memory, mail, research, study, assistant];

export const DECLARED: readonly Declaration[] = [...services, reasoning];

/** The apps of the store under which services keep runs of their own: they are no chats. */
export const RUN_APPS: readonly string[] = services.flatMap(({ runs }) => runs ?? []);

/** Sessions in which agents work among themselves. */
export function isAmongAgents(app: string): boolean {
  return services.some((entry) => entry.isAmongAgents?.(app));
}
