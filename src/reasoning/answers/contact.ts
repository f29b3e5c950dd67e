/** Whom to call about a matter: the doctor it belongs to, the number that papers give, how soon, and the visit that is planned. */
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import type { Frame } from '../types.ts';
import { capital, drugName } from '../wording.ts';
import { stepFor } from './steps.ts';

const CALLING = /\b(?:call|ring|phone|contact|ask|tell|speak|talk|number|reach)\b/i;

export function answerContact(desk: Desk, { subjects, text }: Frame): Block | undefined {
  const named = subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  if (!CALLING.test(text) || named.length === 0) return undefined;
  const concepts = named.map(({ id }) => id);
  const number = numberFor(desk, concepts);
  const doctor = doctorFor(desk, concepts);
  if (number === '' && doctor === undefined) return undefined;
  const measured = concepts.find((id) => readingsOf(desk.chart, id).length > 0);
  const [medicine] = named.flatMap((subject) => itemsFor(subject, desk.chart).medicines);
  const about = measured ?? concepts[0]!;
  const who = [doctor, number === '' ? undefined : number].filter((each) => each !== undefined).join(', or ');
  const visit = nextVisit(desk, doctor);
  const papers = findPassages(desk.chart, { concepts, words: new Map(), named: true, wide: true })
    .filter(({ passage }) => !passage.remark && CALLING.test(passage.text))
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage));
  return block(`**About ${nameOf(about)}: ${who}.**`, [
    measured === undefined ? undefined : stepFor(desk, measured, readingsOf(desk.chart, measured).at(-1)!),
    medicine === undefined
      ? undefined
      : `${capital(drugName(medicine.name))} was prescribed by ${desk.chart.people(medicine.uuid)[0] ?? 'somebody your record does not name'}${cite(desk, medicine, medicine.start)}.`,
    ...papers,
    visit === '' || measured !== undefined ? undefined : `The next planned is ${visit}.`,
  ]);
}
