/** A dose that was left out: whether to make up for it, and never by two at once. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { daysWithout } from '../frames/gaps.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

const row = z.strictObject({ of: z.array(z.string()).min(1), say: z.string(), never: z.string().optional() });
const gap = z.strictObject({ of: z.array(z.string()).min(1), days: z.number().positive(), say: z.string() });
export const missedRows = z
  .strictObject({ source: z.string(), rows: z.array(row), default: z.string(), gaps: z.array(gap) })
  .parse(readRows(new URL('./missed.yml', import.meta.url)));

const MOST = 2;
const MOST_ADVICES = 5;

/** Nothing where no medicine of the list is meant. */
export function answerMissed(desk: Desk, frame: Frame): Block | undefined {
  const taken = missedOf(desk, frame);
  if (taken.length === 0) return undefined;
  const long = answerGap(desk, frame);
  if (long !== undefined) return long;
  const marker = desk.notes.source(missedRows.source);
  const [first, ...rest] = adviceFor(taken)
    .slice(0, MOST_ADVICES)
    .map(({ advice, items }) => `${namesOf(desk, items)}: ${advice}.${marker}`);
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

/** After a longer gap the usual dose may be the danger: whether to go back to it is settled first. */
export function answerGap(desk: Desk, frame: Frame): Block | undefined {
  const days = daysWithout(desk.message);
  if (days === undefined) return undefined;
  const taken = missedOf(desk, frame);
  const found = taken.flatMap((item) => {
    const [best] = missedRows.gaps
      .filter((each) => days >= each.days)
      .flatMap((each) => {
        const steps = each.of.map((id) => nearness(item, id)).filter((step) => step !== undefined);
        return steps.length === 0 ? [] : [{ say: each.say, step: Math.min(...steps) }];
      })
      .toSorted((a, b) => a.step - b.step);
    return best === undefined ? [] : [{ item, say: best.say }];
  });
  if (found.length === 0) return undefined;
  const ids = found.flatMap(({ item }) => item.concepts);
  const whom = [numberFor(desk, ids), doctorFor(desk, ids) ?? 'who prescribes it'].filter((each) => each !== '');
  const papers = findPassages(desk.chart, { concepts: ids, words: contentWords(desk.message), named: true })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage));
  const told = ids.map((concept) => ({ concept, act: 'missed' as const }));
  return {
    ...block(
      `**No, do not go straight back to the usual dose after ${days} days without it.** Call ${whom.join(' or ')} today, before the next dose.`,
      [
        ...found.map(({ item, say }) => `${namesOf(desk, [item])} – ${say}.${desk.notes.source(missedRows.source)}`),
        ...papers,
      ],
    ),
    tells: concernsOf(desk.chart.view, told, [], []).map(({ key }) => key),
  };
}

/** Those that were named; all of them where "my tablets" were forgotten. */
function missedOf(desk: Desk, { subjects }: Frame): MedicineView[] {
  const named = subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const meant =
    named.length === 0 && subjects.some(({ id }) => id === 'thing:medicines')
      ? desk.chart.view.medicines
      : medicinesOf(desk, named).slice(0, named.length === 0 ? 0 : undefined);
  return meant.filter(({ status }) => status === 'taken');
}

/** "Can I go back on the combined pill?": what is not taken now was not missed; whether to begin is asked. */
export function isGivenUp(desk: Desk, { subjects, text }: Frame): boolean {
  const named = subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const [first] = named;
  if (first === undefined || daysWithout(text) !== undefined) return false;
  const own = medicinesOf(desk, [first]);
  return own.length > 0 && own.every(({ status }) => status !== 'taken');
}

/** What is to be done about each, those with the same advice together, the plain ones last. */
function adviceFor(taken: readonly MedicineView[]): { advice: string; items: MedicineView[] }[] {
  const byAdvice = Map.groupBy(taken, adviceOf);
  const plain = (advice: string) => Number(advice === missedRows.default);
  return [...byAdvice]
    .map(([advice, items]) => ({ advice, items }))
    .toSorted((a, b) => plain(a.advice) - plain(b.advice));
}

function adviceOf(item: MedicineView): string {
  const fitting = missedRows.rows
    .flatMap((each) => {
      const steps = each.of.map((id) => nearness(item, id)).filter((step) => step !== undefined);
      return steps.length === 0 ? [] : [{ ...each, step: Math.min(...steps) }];
    })
    .toSorted((a, b) => a.step - b.step);
  const [best] = fitting;
  return `${best?.say ?? missedRows.default}${best?.never === undefined ? '' : ` (${best.never})`}`;
}

function namesOf(desk: Desk, items: readonly MedicineView[]): string {
  return capital(list(items.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`)));
}

/** How far above the medicine a class stands: the medicine itself before its class, a small class before a wide one. */
function nearness({ concepts }: MedicineView, id: string): number | undefined {
  if (concepts.includes(id)) return 0;
  const catalogue = openCatalogue();
  return concepts.some((own) => catalogue.isA(own, id)) ? catalogue.descendants(id).size : undefined;
}
