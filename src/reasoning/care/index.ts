/**
 * What keeps this person well: measures by domain (a journey, heat, teeth, kidneys …), each for whom it holds by age,
 * illnesses and medicines, told with the entry that asks for it. The schedule has what is done at fixed times; this has
 * what one does oneself and minds.
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Told } from '../concern.ts';
import { evaluate } from '../concerns/evaluate.ts';
import { parseWhen } from '../concerns/grammar.ts';
import { exampleSchema } from '../concerns/reading.ts';
import { sharedNames } from '../concerns/rules.ts';
import { type Item, situationOf } from '../concerns/situation.ts';
import type { PatientView } from '../patient.ts';

export { asking, careAsked, seeksToKeep } from './asking.ts';

const rowSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{4,60}$/),
  domain: z.string(),
  when: z.string().min(4),
  do: z.string().min(20).max(600),
  source: z.string().min(3),
  example: exampleSchema,
  counter: exampleSchema,
});
export type Measure = z.infer<typeof rowSchema>;

export const measures = ['situations', 'body', 'fields'].flatMap((name) =>
  z.array(rowSchema).parse(readRows(new URL(`./${name}.yml`, import.meta.url))),
);

const parsed = new Map<string, ReturnType<typeof parseWhen>>();

export interface Advice {
  measure: Measure;
  /** The entries of the record that ask for it; none where it holds for everybody of that age. */
  because: readonly Item[];
}

/** What holds for this person, what an entry asks for before what is for all. */
export function adviceFor(domain: string, view: PatientView, told: readonly Told[] = []): Advice[] {
  const situation = situationOf({ record: view, told, asked: [] });
  return measures
    .filter((measure) => measure.domain === domain)
    .flatMap((measure) => {
      const bindings = evaluate(conditionOf(measure), situation);
      if (bindings.length === 0) return [];
      const because = bindings
        .flatMap(({ items }) => items)
        .filter(({ uuid, label }) => uuid !== undefined && label !== undefined && label !== 'Patient');
      return [
        { measure, because: because.filter((each, at) => because.findIndex(({ uuid }) => uuid === each.uuid) === at) },
      ];
    })
    .toSorted((a, b) => Number(b.because.length > 0) - Number(a.because.length > 0));
}

function conditionOf({ id, when }: Measure): ReturnType<typeof parseWhen> {
  const known = parsed.get(id) ?? parseWhen(when, sharedNames());
  parsed.set(id, known);
  return known;
}
