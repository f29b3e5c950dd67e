/**
 * What belongs to this person by age, sex, conditions and medicines, when it was last done, and when it is due: the rows of
 * schedule.yml and the monitoring of the catalogue, held against the record.
 */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Told } from '../concern.ts';
import { evaluate } from '../concerns/evaluate.ts';
import { parseWhen } from '../concerns/grammar.ts';
import { sharedNames } from '../concerns/rules.ts';
import { type Situation, situationOf } from '../concerns/situation.ts';
import type { PatientView } from '../patient.ts';
import { isSouthern, seasonsOf } from '../seasons.ts';

const KINDS = ['vaccine', 'screening', 'check', 'medicine', 'planning'] as const;
export type DueKind = (typeof KINDS)[number];

const rowSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  what: z.string(),
  look: z.array(z.string()).min(1),
  /** The cancer that it looks for. */
  finds: z.string().optional(),
  every: z.number().optional(),
  /** Given anew each autumn: what was given since its beginning holds until the next. */
  season: z.boolean().default(false),
  /** Months for one of `look` that holds longer than the others. */
  holds: z.record(z.string(), z.number()).optional(),
  doses: z.number().optional(),
  /** Months from one dose to the next. */
  gap: z.number().optional(),
  when: z.string(),
  note: z.string(),
  live: z.boolean().default(false),
  plan: z.boolean().default(false),
  source: z.string(),
});

const data = z
  .strictObject({ systems: z.record(z.string(), z.array(z.string()).min(1)), rows: z.array(rowSchema) })
  .parse(readRows(new URL('./schedule.yml', import.meta.url)));
export const scheduleRows = data.rows;
/** Which checks a part of the body means: "do my eyes want checking?" */
export const systemChecks = data.systems;
export type ScheduleRow = z.infer<typeof rowSchema>;

const conditions = new Map<string, ReturnType<typeof parseWhen>>();

export interface DoneItem {
  uuid: string;
  label: string;
  name: string;
  time: string;
}

export interface Due {
  row: Pick<ScheduleRow, 'id' | 'kind' | 'what' | 'look' | 'note' | 'source' | 'live' | 'plan'> & {
    when?: string;
    finds?: string | undefined;
    season?: boolean;
  };
  /** All that counts as done, the newest first. */
  done: DoneItem[];
  /** The day on which it is next due; none where nothing is missing any more. */
  next: string | undefined;
  isDue: boolean;
  /** How many doses of several were given. */
  given?: number;
  /** The medicine or condition that asks for it. */
  because: readonly {
    name: string;
    uuid?: string | undefined;
    label?: string | undefined;
    time?: string | null | undefined;
  }[];
}

export function scheduleFor(view: PatientView, told: readonly Told[] = []): Due[] {
  const situation = situationOf({ record: view, told, asked: [] });
  const rows = scheduleRows.flatMap((row) => {
    const bindings = evaluate(conditionOf(row), situation);
    if (bindings.length === 0) return [];
    const because = bindings
      .flatMap(({ items }) => items)
      .filter(({ label }) => label === 'ConditionCase' || label === 'IntakeRegimen')
      .slice(0, 1);
    return [dueOf(row, view, because)];
  });
  const covered = new Set(rows.filter(({ row }) => row.kind === 'medicine').flatMap(({ row }) => row.look));
  return [...rows, ...monitored(situation, view).filter(({ row }) => !row.look.some((id) => covered.has(id)))];
}

function conditionOf({ id, when }: ScheduleRow): ReturnType<typeof parseWhen> {
  let known = conditions.get(id);
  if (known === undefined) {
    known = parseWhen(when, sharedNames());
    conditions.set(id, known);
  }
  return known;
}

/** The checks that the catalogue names for the medicines that are taken, one for each measure. */
function monitored({ taken }: Situation, view: PatientView): Due[] {
  const found = new Map<string, Due>();
  for (const item of taken)
    for (const concept of item.concepts)
      for (const { observation, months, why } of openCatalogue().monitoring(concept)) {
        const known = found.get(observation);
        if (known !== undefined) {
          if (!known.because.some(({ name }) => name === item.name)) known.because = [...known.because, item];
          continue;
        }
        const row = {
          id: `monitor-${observation}`,
          kind: 'medicine' as const,
          what: openCatalogue().get(observation)?.name ?? observation,
          look: [observation],
          every: months,
          note: why,
          live: false,
          plan: false,
          source: 'British National Formulary; NICE CKS, monitoring of medicines',
        };
        found.set(observation, dueOf(row, view, [item]));
      }
  return [...found.values()];
}

function dueOf(
  row: Due['row'] & Pick<ScheduleRow, 'every' | 'doses' | 'gap' | 'holds'> & { season?: boolean },
  view: PatientView,
  because: Due['because'],
): Due {
  const done = doneOf(row.look, view);
  const [last] = done;
  if (row.season) return { row, done, because, ...ofSeason(last?.time, view) };
  if (row.doses !== undefined) {
    const given = new Set(done.map(({ time }) => time.slice(0, 10))).size;
    return {
      row,
      done,
      because,
      isDue: given < row.doses && (gapAfter(last, row.gap) ?? '') <= view.now.slice(0, 10),
      next: given < row.doses ? (gapAfter(last, row.gap) ?? view.now.slice(0, 10)) : undefined,
      ...(given > 0 && given < row.doses && { given }),
    };
  }
  const next = nextAfter(done, row, view);
  return { row, done, because, next, isDue: next <= view.now.slice(0, 10) };
}

/** Each of what was done holds its own time: a colonoscopy longer than a stool test. */
function nextAfter(
  done: readonly DoneItem[],
  { every = 12, holds = {} }: Due['row'] & Pick<ScheduleRow, 'every' | 'holds'>,
  view: PatientView,
): string {
  const longer = Object.entries(holds).flatMap(([id, months]) =>
    doneOf([id], view)
      .slice(0, 1)
      .map(({ time }) => monthsAfter(time, months)),
  );
  const usual = done.slice(0, 1).map(({ time }) => monthsAfter(time, every));
  return [...usual, ...longer].toSorted().at(-1) ?? view.now.slice(0, 10);
}

const NOT_GIVEN = new Set(['not-done', 'cancelled', 'entered-in-error', 'refused']);

/** In the months of the season whoever has none since its beginning; outside it nobody, and the next is in the next. */
function ofSeason(last: string | undefined, { now, country }: PatientView): Pick<Due, 'next' | 'isDue'> {
  const [year, month] = now.slice(0, 7).split('-').map(Number) as [number, number];
  const [begins, ends] = seasonsOf(isSouthern(country)).vaccines;
  const first = (of: number) => `${of}-${String(begins).padStart(2, '0')}-01`;
  const begun = first(month >= begins ? year : year - 1);
  const coming = first(month >= begins ? year + 1 : year);
  const isSeason = begins > ends ? month >= begins || month <= ends : month >= begins && month <= ends;
  const isDue = isSeason && (last ?? '') < begun;
  return { isDue, next: isDue ? begun : coming };
}

function gapAfter(last: DoneItem | undefined, gap: number | undefined): string | undefined {
  return last === undefined || gap === undefined ? undefined : monthsAfter(last.time, gap);
}

/** Rows for one of these that once held or will hold for this person but for the age. */
export function outgrown(ids: readonly string[], view: PatientView): { row: ScheduleRow; until: number } | undefined {
  const catalogue = openCatalogue();
  const { age } = view;
  if (age === null) return undefined;
  for (const row of scheduleRows) {
    const until = Number(/age <= (\d+)/.exec(row.when)?.[1] ?? Number.NaN);
    if (
      !(age > until) ||
      !row.look.some((id) => ids.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id)))
    )
      continue;
    const younger = situationOf({ record: { ...view, age: until }, told: [], asked: [] });
    if (evaluate(conditionOf(row), younger).length > 0) return { row, until };
  }
  return undefined;
}

export function doneOf(look: readonly string[], view: PatientView): DoneItem[] {
  const catalogue = openCatalogue();
  const fits = (concepts: readonly string[]) => concepts.some((id) => look.some((each) => catalogue.isA(id, each)));
  const events = [...view.procedures, ...view.immunisations].filter(
    ({ concepts, time, status }) => time !== null && time <= view.now && !NOT_GIVEN.has(status ?? '') && fits(concepts),
  );
  const values = [...view.series].flatMap(([id, points]) => {
    const last = points.at(-1);
    return last !== undefined && fits([id])
      ? [{ uuid: last.uuid, label: 'Observation', name: catalogue.get(id)?.name ?? id, time: last.time }]
      : [];
  });
  const medicines = view.medicines
    .filter(({ concepts, start }) => start !== null && fits(concepts))
    .map(({ uuid, label, name, start }) => ({ uuid, label, name, time: start! }));
  return [
    ...visitsFor(fits, view),
    ...events.map(({ uuid, label, name, time }) => ({ uuid, label, name, time: time! })),
    ...values,
    ...medicines,
  ].toSorted((a, b) => b.time.localeCompare(a.time));
}

/** A visit that was made for it: "yearly eye screening". */
function visitsFor(fits: (concepts: readonly string[]) => boolean, { encounters, now }: PatientView): DoneItem[] {
  return encounters.flatMap(({ uuid, label, name, reason, time, status, scheduled }) => {
    if (time === null || time > now || scheduled || NOT_GIVEN.has(status ?? '')) return [];
    const said = [reason, name].find(
      (each) =>
        each !== null &&
        fits(
          openCatalogue()
            .find(each, { kinds: ['procedure', 'vaccine'] })
            .map(({ concept }) => concept.id),
        ),
    );
    return said === undefined || said === null ? [] : [{ uuid, label, name: said, time }];
  });
}

function monthsAfter(time: string, months: number): string {
  const day = new Date(time);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}
