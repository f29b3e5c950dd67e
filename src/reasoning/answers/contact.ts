/** Whom to call about a matter: the doctor it belongs to, the number that papers give, how soon, and the visit that is planned. */
import { type Block, block, cite, citePassage, type Desk, isPaper, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { type Line, linesOf } from '../evidence/directory.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { hasCue } from '../frames/cues.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, lower } from '../wording.ts';
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

/** Who is to be told, as the record names them. */
const RINGS = /\b(?:ring|call|phone|number|reach|contact)\b/i;
const MOST_LINES = 3;

/** "What number do I ring at night?": the lines that papers give, the one for that hour first. */
export function tellLines(desk: Desk, { text }: Frame): Block | undefined {
  if (!RINGS.test(text)) return undefined;
  const late = hasCue('hours', text);
  const asked = [...withSynonyms(contentWords(text)).keys()];
  const worth = ({ label, passage }: Line) =>
    asked.filter((word) => stemsOf(`${label} ${passage.title}`).has(word)).length +
    (late && hasCue('hours', `${label} ${passage.text.split(/[;.]/).find((part) => part.includes(label)) ?? ''}`)
      ? 2
      : 0);
  const lines = linesOf(desk.chart)
    .toSorted((a, b) => worth(b) - worth(a) || (b.passage.time ?? '').localeCompare(a.passage.time ?? ''))
    .filter((line, at, all) => all.findIndex(({ number }) => number === line.number) === at)
    .slice(0, MOST_LINES);
  const [first, ...others] = lines;
  if (first === undefined) return undefined;
  const say = ({ label, number, passage }: Line) =>
    `${label === '' ? (desk.chart.people(passage.uuid)[0] ?? lower(passage.title)) : label}: ${number}${citePassage(desk, passage)}`;
  return block(`**${capital(say(first))}.**`, [
    others.length === 0 ? undefined : `Others that your papers give: ${others.map(say).join('; ')}.`,
  ]);
}

const NOW_OPEN = pattern('who_now');

/** "It's Sunday, who can I talk to now?": the sentence of a paper on nights and weekends, and the ambulance. */
export function tellAtThisHour(desk: Desk, { text }: Frame): Block | undefined {
  if (!NOW_OPEN.test(text)) return undefined;
  const [open] = passagesOf(desk.chart)
    .filter(
      (passage) => isPaper(passage) && !passage.remark && hasCue('hours', passage.text) && A_NUMBER.test(passage.text),
    )
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return open === undefined
    ? undefined
    : block(`**${quotePassage(desk, open)}**`, [
        'If it can not wait, or somebody is not safe: 112 (911 in the US), or an emergency department.',
      ]);
}

const A_NUMBER = /\d{3}[\d ]{2,}/;

export function tellKin(desk: Desk, { text }: Frame): Block | undefined {
  const { view } = desk.chart;
  const kin = desk.chart.property(view.id, 'contact');
  if (!KIN.test(text)) return undefined;
  if (typeof kin !== 'string') return undefined;
  const marker = desk.notes.entry({ uuid: view.id, label: 'Patient', name: view.name ?? 'Patient', date: null });
  return block(`**Your record names ${kin}.**${marker}`);
}

const KIN = /\b(?:contact person|emergency contact|next of kin|contact)\b/i;
const NAMED =
  /\b(?:Dr|Prof|Mr|Mrs|Ms|Nurse|Sister|sister|brother|husband|wife|son|daughter|mother|father)\.? \p{Lu}\p{Ll}+|\d[\d\s-]{6,}\d|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}{2,}/u;

/** Whether what was found says who: a name or a number, beside the name of the paper. */
export function namesSomebody(lead: string): boolean {
  return NAMED.test(lead.slice(lead.indexOf('"')));
}

/** A paper speaks of it but names nobody. */
export function tellNobody({ lead, body }: Block): Block {
  return block(`**Your record does not say who.** The nearest: ${lead.replaceAll('**', '')}`, body);
}
