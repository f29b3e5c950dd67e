/** May somebody else take it: what speaks against it for whom the message tells of, and never what another's record says. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { emptyChart } from '../chart.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { scheduleFor } from '../schedule/index.ts';
import type { Frame } from '../types.ts';
import { capital, list } from '../wording.ts';
import { answerDose } from './doses.ts';
import { thingsAsked } from './safety/asking.ts';
import { type Recipient, recipientOf, viewFor } from './safety/recipient.ts';
import { tell } from './safety/telling.ts';
import { judge } from './safety/verdict.ts';

/** Whether it may be had, and how much of it. */
const OF_TAKING = new Set<Frame['aspect']>(['safe', 'dose', 'stop']);
const CHILD_AGE = 16;

/** "Which vaccines does my 2 month old need?": what is usual at the age that is told, and nothing of the open record. */
export function dueForOther(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_DUE.has(frame.aspect) || !VACCINES.test(frame.text)) return undefined;
  const who = recipientOf(desk, frame);
  if (who === undefined || who.isAnimal || who.isAgeGuessed || (who.age === null && who.months === null))
    return undefined;
  const usual = scheduleFor(deskOf(desk, who).chart.view).filter(({ row, isDue }) => row.kind === 'vaccine' && isDue);
  if (usual.length === 0) return undefined;
  return block(`**At that age these are usual: ${list(usual.map(({ row }) => row.what))}.**`, [
    usual.map(({ row }) => `- ${capital(row.what)}: ${row.note}.${desk.notes.source(row.source)}`).join('\n'),
    `What ${who.said} has had already stands in their own red book or vaccination card: bring it. Countries differ: ask the child's doctor or nurse for the date. The record that is open is not theirs, and I have not used it.`,
  ]);
}

const OF_DUE = new Set<Frame['aspect']>(['due', 'list', 'have', 'when', 'next', 'about', 'safe', 'take', 'todo']);
const VACCINES = /\b(?:vaccin\w*|jabs?|shots?|immuni[sz]\w*)\b/i;

export function answerForOther(desk: Desk, frame: Frame): Block | undefined {
  const who = OF_TAKING.has(frame.aspect) ? recipientOf(desk, frame) : undefined;
  if (who === undefined) return undefined;
  if (who.isAnimal)
    return block(
      `**Ask a vet first, and give ${who.said} nothing made for people until then.** Ibuprofen, paracetamol and many others poison animals in small amounts. Where something was swallowed, call a vet now.`,
    );
  const theirs = deskOf(desk, who);
  if (STOPS.test(frame.text)) return tellStopping(theirs, frame, who);
  const asked = thingsAsked(theirs, frame);
  const unknown = `I know nothing of ${who.said} but what you say here; the record that is open is not theirs, and I have not used it.`;
  if (asked.length === 0) return block(`**Ask a pharmacist or the doctor of ${who.said}.** ${unknown}`, [], 'unclear');
  const isMedicine = asked.some(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const dose = frame.aspect === 'dose' ? answerDose(theirs, frame) : undefined;
  if (dose !== undefined) return { ...dose, body: [...dose.body, unknown] };
  if (BY_LABEL.test(frame.text))
    return block(`**As its label, or whoever prescribed it for ${who.said}, says.** ${unknown}`);
  const verdict = judge(theirs, frame, asked);
  const told = tell(theirs, asked, verdict);
  const name = list(asked.map(({ id }) => nameOf(id)));
  const isShared = asked.some((subject) =>
    itemsFor(subject, desk.chart).medicines.some(({ status, concepts }) => status === 'taken' && !isSold(concepts)),
  );
  if (isShared)
    return block(
      `**No: what was prescribed for you is not for ${who.said}.** The dose, and whether it fits, were weighed for you alone. ${unknown} Ask a pharmacist or their doctor.`,
    );
  const lead =
    verdict.answer === 'yes' && isMedicine && isNewborn(who)
      ? `**Not without a doctor: under three months of age no medicine is given on one's own, and a fever is looked at the same day.**`
      : verdict.answer === 'yes'
        ? `**In general I know of nothing that speaks against ${name} for ${who.said}; their own illnesses, medicines and allergies decide.**`
        : told.lead;
  return {
    ...told,
    lead,
    body: [
      ...(verdict.answer === 'yes' ? [] : told.body),
      ...(isChild(who) && isMedicine ? [CHILDREN] : []),
      `${unknown} Tell me their age, what they take, what they have and what they are allergic to, or ask a pharmacist.`,
    ],
  };
}

/** What is sold without a prescription nearly everywhere. */
const SOLD = [
  'class:vitamin',
  'class:antacid',
  'drug:acetaminophen',
  'drug:ibuprofen',
  'class:non_sedating_antihistamine',
];

function isSold(concepts: readonly string[]): boolean {
  return concepts.some((id) => SOLD.some((each) => openCatalogue().isA(id, each)));
}

/** How often and when: what nobody but its label can say. */
const BY_LABEL = /^\W*(?:and |so )?(?:how (?:often|much|many|long)|when)\b/i;
const STOPS = /\b(?:stop|stopping|come off|coming off|quit|give up|leave off|halve|skip)\b/i;

/** Stopping is never for who asks to decide; what it risks is said of the medicine that is named. */
function tellStopping(desk: Desk, frame: Frame, { said }: Recipient): Block {
  const ids = thingsAsked(desk, frame).map(({ id }) => id);
  const found = concernsOf(
    desk.chart.view,
    ids.map((concept) => ({ concept, act: 'stopping' as const })),
    [],
    [],
  ).filter(({ fresh }) => fresh);
  return {
    ...block(`**No, not without whoever prescribed it for ${said}.**`, [
      ...found.slice(0, 2).map((concern) => sayConcern(desk, concern)),
      `I know nothing of ${said} but what you say here; the record that is open is not theirs, and I have not used it.`,
    ]),
    tells: found.map(({ key }) => key),
  };
}

export function isForOther(desk: Desk, frame: Frame): boolean {
  return OF_TAKING.has(frame.aspect) && recipientOf(desk, frame) !== undefined;
}

function isChild({ age }: Recipient): boolean {
  return age !== null && age < CHILD_AGE;
}

const CHILDREN =
  "For a child only a children's product, in the dose that its leaflet gives for age and weight, never an adult's.";

function isNewborn({ months, isAgeGuessed }: Recipient): boolean {
  return !isAgeGuessed && months !== null && months < 3;
}

/** What is told of them is told of the one who asks for the verdict. */
function deskOf(desk: Desk, who: Recipient): Desk {
  const empty = emptyChart(desk.now);
  return {
    ...desk,
    chart: { ...empty, here: desk.chart.here, view: viewFor(who, empty.view) },
    facts: desk.facts.map((fact) => ({ ...fact, experiencer: 'patient' as const })),
    told: desk.told.map((each) => (each.act === 'exposed' ? { ...each, act: 'has' as const } : each)),
  };
}
