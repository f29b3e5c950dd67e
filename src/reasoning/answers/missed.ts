/** A dose that was left out: whether to make up for it, and never by two at once. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { drugName } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

const row = z.strictObject({ of: z.array(z.string()).min(1), say: z.string(), never: z.string().optional() });
export const missedRows = z
  .strictObject({ source: z.string(), rows: z.array(row), default: z.string() })
  .parse(parse(readFileSync(new URL('./missed.yml', import.meta.url), 'utf8')));

const MOST = 2;

/** Nothing where no medicine of the list is meant. */
export function answerMissed(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const taken = medicinesOf(desk, named).filter(({ status }) => status === 'taken');
  if (named.length === 0 || taken.length === 0) return undefined;
  const marker = desk.notes.source(missedRows.source);
  const [first, ...rest] = taken.slice(0, MOST).map((item) => `${sayMissed(desk, item)}${marker}`);
  const ids = taken.flatMap(({ concepts }) => concepts);
  const told = ids.map((concept) => ({ concept, act: 'missed' as const }));
  const found = concernsOf(desk.chart.view, told, [], []).filter(
    ({ fresh, severity }) => fresh && severity !== 'worth_knowing',
  );
  const number = numberFor(desk, ids);
  const whom = [doctorFor(desk, ids) ?? 'a pharmacist', number].filter((each) => each !== '').join(' or ');
  return {
    ...block(`**Do not take two at once to make up for it.** ${first!}`, [
      ...rest,
      ...found.slice(0, MOST).map((concern) => sayConcern(desk, concern)),
      `If more than one was missed, or you are not sure, ask ${whom} today.`,
    ]),
    tells: found.map(({ key }) => key),
  };
}

function sayMissed(desk: Desk, item: MedicineView): string {
  const fitting = missedRows.rows
    .flatMap((each) => {
      const steps = each.of.map((id) => nearness(item, id)).filter((step) => step !== undefined);
      return steps.length === 0 ? [] : [{ ...each, step: Math.min(...steps) }];
    })
    .toSorted((a, b) => a.step - b.step);
  const [best] = fitting;
  const why = best?.never === undefined ? '' : ` (${best.never})`;
  return `${drugName(item.name).replace(/^./, (letter) => letter.toUpperCase())}${cite(desk, item, item.start)}: ${best?.say ?? missedRows.default}${why}.`;
}

/** How far above the medicine a class stands: the medicine itself before its class, a small class before a wide one. */
function nearness({ concepts }: MedicineView, id: string): number | undefined {
  if (concepts.includes(id)) return 0;
  const catalogue = openCatalogue();
  return concepts.some((own) => catalogue.isA(own, id)) ? catalogue.descendants(id).size : undefined;
}
