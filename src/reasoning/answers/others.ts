/** What those who will treat somebody must hear: allergies that matter there, blood thinners, kidneys, implants, plans in papers. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';

const MATTERING = [
  'class:anticoagulant',
  'class:antiplatelet',
  'class:insulins',
  'class:sglt2_inhibitor',
  'drug:metformin',
  'class:systemic_corticosteroid',
  'drug:lithium',
  'class:immunosuppressant',
  'class:parkinson_medicine',
];
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
        status === 'taken' && concepts.some((id) => MATTERING.some((each) => catalogue.isA(id, each))),
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
  const all = [...allergies, ...drugs, ...clotting, ...kidney, ...implants];
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
  return block(`**Yes, tell them of: ${list(all)}.**`, [...papersText, ...plans.map((each) => sayPassage(desk, each))]);
}
