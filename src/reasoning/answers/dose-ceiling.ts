/** "Is my statin at the max already?": the daily dose beside the highest that adults usually take. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert } from '../../clinical/index.ts';
import { type Block, block, cite, type Desk, nameOf } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, lower, round, sayDate } from '../wording.ts';
import { doseOf } from './dose-criteria.ts';
import { medicinesOf } from './medicines.ts';

const ASKS = pattern('asks_dose_ceiling');
/** What may be taken at the most is weighed with all that speaks against it. */
const MAY_I =
  /\b(?:can|may|could|should) (?:i|we|he|she|they) (?:take|have|give|use)\b|\b(?:take|have|give) (?:in|a|per) (?:one |a )?day\b/i;
/** A medicine that is called one's own is looked for; any other is asked about in general. */
const OWN = /\b(?:my|his|her|their|our)\s+(?:[\w-]+\s+)?$/i;
const ADULT = 18;

export function answerDoseCeiling(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.find(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (named === undefined || !ASKS.test(frame.text) || MAY_I.test(frame.text)) return undefined;
  const all = medicinesOf(desk, [named]);
  const taken = all.filter(({ status }) => status === 'taken');
  if (taken.length === 0) return OWN.test(frame.text.slice(0, named.start)) ? denyTaken(desk, named, all) : undefined;
  return block(`**${taken.map((item) => weigh(desk, item)).join(' ')}**`, [
    `Whether more would help, and whether it is safe with your kidneys, liver and other medicines, is for ${doctorFor(desk, taken[0]!.concepts) ?? 'who prescribes it'} to say: change nothing alone.`,
  ]);
}

function weigh(desk: Desk, item: MedicineView): string {
  const written = `${capital(drugName(item.name))}${item.start === null ? '' : `, since ${sayDate(item.start)}`}${cite(desk, item, item.start)}: ${lower(item.note ?? item.frequency ?? item.name)}`;
  const most = mostOf(item);
  const mg = doseOf(item);
  if (most === undefined || mg === undefined || item.perDay === null || (desk.chart.view.age ?? 0) < ADULT)
    return `${written}. What the most is for you I cannot tell from your record.`;
  const day = round(mg * item.perDay);
  const name = nameOf(item.concepts[0]!);
  if (day > most.mg)
    return `${written}. That is ${day} mg a day, above the ${most.said} that adults usually take at the most.`;
  return day === most.mg
    ? `Yes: ${day} mg a day is the highest usual dose of ${name}. ${written}.`
    : `No: it is ${day} mg a day, and adults take up to ${most.said} a day of ${name}. ${written}.`;
}

function mostOf({ concepts }: MedicineView): { mg: number; said: string } | undefined {
  const facts = concepts.length === 1 ? openCatalogue().get(concepts[0]!)?.drug : undefined;
  if (facts?.dose === undefined || facts.ingredients.length > 1) return undefined;
  const mg = convert(facts.dose.max, facts.dose.unit, 'mg');
  return mg === undefined ? undefined : { mg, said: `${facts.dose.max} ${facts.dose.unit}` };
}

function denyTaken(desk: Desk, { id, text }: Subject, all: readonly MedicineView[]): Block {
  const [last] = all.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const name = id.startsWith('class:') ? lower(text) : nameOf(id);
  return last === undefined
    ? block(`**Your record lists no ${name}, now or before: there is no dose to weigh.**`, [], 'absent')
    : block(
        `**Your record lists no ${name} that you take now.** ${capital(drugName(last.name))} was taken${last.end === null ? ' earlier' : ` until ${sayDate(last.end)}`}${cite(desk, last, last.end)}.`,
      );
}
