/** What the commands of a person's things share: the desk, the clock that they are read by, and how a medicine is weighed. */
import { type Assistant, medicineIn, UNDO_DAYS } from '../assistant/index.ts';
import { ConsiliumError, isZone, machineUser, toConsiliumError } from '../kernel/index.ts';
import type { Home } from '../storage/index.ts';
import { visitor, withApp } from './house.ts';
import { printJson, terminal } from './terminal.ts';

export interface Options {
  readonly home?: string;
  readonly json?: boolean;
  readonly timezone?: string;
}

/** Of what may name a medicine: whose record it is weighed against, and that it is set whatever speaks against it. */
export interface WeighedOptions extends Options {
  readonly patient?: string;
  readonly anyway?: boolean;
}

export const { user } = machineUser();

type Work<T> = (assistant: Assistant, now: number, home: Home) => T | Promise<T>;

export async function atDesk<T>(options: Options, work: Work<T>): Promise<T> {
  return withApp(options, async (app) => {
    // What is changed is told with the change; that somebody looked, here.
    app.home.audit.write({ ...visitor(), action: 'read:assistant' });
    return work(await app.service('assistant'), app.clock.now(), app.home);
  });
}

/** What is said beside a deed with a medicine; throws where it is forbidden and nobody said --anyway. */
export async function weigh(
  { medicines }: Assistant,
  deed: { readonly what: string; readonly when?: string | undefined; readonly instead?: string | undefined },
  options: WeighedOptions,
): Promise<string[]> {
  const { patient, anyway: agreed } = options;
  const { principal } = visitor();
  const note = await medicines
    .admit({ ...deed, principal, zone: zoneOf(options), patient, agreed })
    .catch((thrown: unknown) => {
      const error = toConsiliumError(thrown);
      if (error.code !== 'MEDICINE_CAUTION') throw error;
      throw new ConsiliumError(error.code, error.message, {
        hint: 'Nothing was set. Ask a doctor or pharmacist first; --anyway sets it all the same.',
      });
    });
  const isAlone = patient === undefined && medicineIn(deed.what) !== undefined;
  return [note.trim(), isAlone ? 'It was weighed against no record: --patient names one.' : ''].filter(Boolean);
}

export function zoneOf({ timezone }: Options): string {
  if (timezone !== undefined && !isZone(timezone))
    throw new ConsiliumError('ZONE_UNKNOWN', `"${timezone.slice(0, 60)}" is no time zone.`, {
      hint: 'Write it as Europe/Berlin.',
    });
  const zone = terminal().env['TZ'];
  return timezone ?? (zone && isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone);
}

export function print(options: Options, value: unknown, lines: readonly string[], notes: readonly string[] = []): void {
  if (options.json) printJson(value);
  else terminal().stdout.write(lines.length === 0 ? 'Nothing.\n' : `${[...lines, ...notes].join('\n')}\n`);
}

export interface RemoveOptions extends Options {
  readonly forGood?: boolean;
}

/** Whether it is there or was deleted before. */
export async function forget({ forgetting }: Assistant, home: Home, [kind, id]: [string, string], options: Options) {
  if (!(await forgetting.forget(user, kind, id)))
    throw new ConsiliumError('THING_UNKNOWN', `There is no such ${kind}, and none was deleted.`);
  home.scrub();
  print(options, { forgotten: id }, ['Forgotten for good.']);
}

export const saidBack = `"consilium undo" brings it back, for ${UNDO_DAYS} days; --for-good forgets it at once.`;
