/** What those who will treat somebody must hear: allergies that matter there, blood thinners, kidneys, implants, plans in papers. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { findPassages } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';

const id = z.string().regex(/^\w+:\w+$/);
export const mattering = z
  .strictObject({
    source: z.string(),
    medicines: z.array(id).min(1),
    conditions: z.array(
      z.strictObject({ of: z.array(id).min(1), bears: z.string().min(3), mind: z.string(), calls: z.boolean() }),
    ),
  })
  .parse(readRows(new URL('./others.yml', import.meta.url)));
const IMPLANTS = /valve|pacemaker|defibrillator|stent|fistula|prosthe|implant/i;

export function tellOthers(desk: Desk, frame: Frame, papers: Block | undefined): Block {
  const catalogue = openCatalogue();
  const { view } = desk.chart;
  const allergies = view.allergies
    .filter(({ status }) => status === 'active')
    .map(
      (item) =>
        `${lower(item.name)} allergy${item.reactions.length > 0 ? ` (${list(item.reactions.map(lower))})` : ''}${cite(desk, item)}`,
    );
  const drugs = view.medicines
    .filter(
      ({ status, concepts }) =>
        status === 'taken' && concepts.some((id) => mattering.medicines.some((each) => catalogue.isA(id, each))),
    )
    .map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`);
  const [egfr] = readingsOf(desk.chart, 'observation:estimated_gfr').slice(-1);
  const kidney =
    egfr !== undefined && egfr.value < 60
      ? [
          `kidney function (eGFR ${egfr.shown} on ${sayDate(egfr.time)}${citeReading(desk, egfr, nameOf('observation:estimated_gfr'))})`,
        ]
      : [];
  const [inr] = readingsOf(desk.chart, 'observation:inr').slice(-1);
  const clotting =
    inr !== undefined ? [`INR ${inr.shown} on ${sayDate(inr.time)}${citeReading(desk, inr, 'INR')}`] : [];
  const implants = [
    ...view.conditions.filter(({ name, status }) => status === 'active' && IMPLANTS.test(name)),
    ...view.procedures.filter(({ name }) => IMPLANTS.test(name)),
  ].map((item) => `${lower(item.name)}${cite(desk, item)}`);
  const ills = illsOf(desk);
  const all = [...allergies, ...ills.map(({ said }) => said), ...drugs, ...clotting, ...kidney, ...implants];
  const plans = findPassages(desk.chart, {
    concepts: frame.subjects.filter(({ kind }) => kind === 'procedure' || kind === 'drug').map(({ id }) => id),
    words: contentWords(frame.text),
  })
    .slice(0, 2)
    .map(({ passage }) => passage)
    .filter(({ text }) => !(papers?.lead ?? '').includes(text.slice(0, 40)));
  const papersText = papers === undefined ? [] : [papers.lead.replaceAll('**', ''), ...papers.body];
  if (all.length === 0)
    return (
      papers ??
      block(
        '**Your record holds no allergy, blood thinner, kidney problem or implant that they would need to hear of.** Bring the list of your medicines.',
        plans.map((each) => sayPassage(desk, each)),
      )
    );
  const minded = [...new Set(ills.map(({ mind }) => mind))].filter((each) => each !== '');
  const marker = minded.length === 0 ? '' : desk.notes.source(mattering.source);
  return block(`**Yes, tell them of: ${list(all)}.**`, [
    minded.length === 0 ? undefined : `${minded.join(' ')}${marker}`,
    callBefore(
      desk,
      ills.filter(({ calls }) => calls).flatMap(({ concepts }) => concepts),
    ),
    ...papersText,
    ...plans.map((each) => sayPassage(desk, each)),
  ]);
}

interface Ill {
  said: string;
  mind: string;
  calls: boolean;
  concepts: readonly string[];
}

/** Each illness that bears on it once, by the row that it belongs to. */
function illsOf(desk: Desk): Ill[] {
  const catalogue = openCatalogue();
  const active = desk.chart.view.conditions.filter(({ status }) => status === 'active');
  return mattering.conditions.flatMap(({ of, bears, mind, calls }) =>
    active
      .filter(
        ({ concepts, name }) =>
          !IMPLANTS.test(name) && concepts.some((one) => of.some((each) => catalogue.isA(one, each))),
      )
      .map((item) => ({
        said: `${lower(item.name)}${cite(desk, item, item.onset)} (${bears})`,
        mind,
        calls,
        concepts: item.concepts,
      })),
  );
}

function callBefore(desk: Desk, concepts: readonly string[]): string | undefined {
  if (concepts.length === 0) return undefined;
  const whom = [numberFor(desk, concepts), doctorFor(desk, concepts) ?? ''].filter((each) => each !== '');
  return whom.length === 0 ? undefined : `Have them speak to ${whom.join(' or ')} before it.`;
}
