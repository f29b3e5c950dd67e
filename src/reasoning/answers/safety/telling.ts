/** A verdict told: yes, no or only after asking, the reasons of this record, whom to ask, what is kinder. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { type Concern, concernsOf, sayConcern } from '../../concern.ts';
import type { Item } from '../../concerns/situation.ts';
import { type Block, block, type Caution, cite, type Desk, nameOf, sayPassage } from '../../desk.ts';
import { doctorFor } from '../../evidence/contact.ts';
import { knowledgeOf, sectionOf } from '../../evidence/effects.ts';
import { itemsFor } from '../../evidence/items.ts';
import type { MedicineView } from '../../patient.ts';
import { pattern } from '../../patterns.ts';
import { scheduleFor } from '../../schedule/index.ts';
import type { Subject } from '../../types.ts';
import { capital, drugName, list, lower, sayDate } from '../../wording.ts';
import { alternativeTo } from '../alternatives.ts';
import { sayReactionTo } from '../reactions.ts';
import { stopReason } from '../stopping.ts';
import { sayAmount } from './amount.ts';
import { type Answer, MATTERS, type Verdict } from './verdict.ts';

const WORDS: Record<Answer, string> = {
  no: 'No',
  ask: 'Not without asking first',
  yes: 'Yes, as far as your record shows',
};
const MOST_REASONS = 3;
const FOR_GOOD = pattern('never_restarted');

export function tell(desk: Desk, asked: readonly Subject[], verdict: Verdict): Block {
  const { answer, concerns: found, papers, allergies, fragile, amount, barring = [] } = verdict;
  const given = givenUp(desk, asked);
  const settled = answer === 'yes' && given.length > 0 ? 'ask' : answer;
  const shown = found.filter(({ severity }) => MATTERS.has(severity)).slice(0, MOST_REASONS);
  const more = shown.length > 0 ? [] : found.slice(0, 1);
  const [first] = shown;
  const bars = barring
    .toSorted((a, b) => Number(FOR_GOOD.test(b.text)) - Number(FOR_GOOD.test(a.text)))
    .slice(0, 1)
    .map((paper) => sayPassage(desk, paper))
    .filter((said) => said !== '')
    .map((said) => ` ${said}`);
  const body = [
    settled === 'yes' ? sayVaccine(desk, asked) : undefined,
    settled === 'yes' ? saySuited(desk, asked, verdict) : undefined,
    settled === 'yes' && desk.chart.view.id === '' ? sayReference(desk, asked) : undefined,
    amount === undefined ? undefined : sayAmount(desk, amount),
    settled === 'ask' && shown.length === 0 && fragile !== undefined ? sayFragile(desk, fragile) : undefined,
    ...allergies.slice(0, 2).map((item) => sayAllergy(desk, item)),
    ...[...shown.slice(1), ...more].map((concern) => sayConcern(desk, concern)),
    sayOver(desk, asked),
    ...given.map(({ said }) => said),
    ...papers
      .filter((paper) => !given.some(({ said }) => said.includes(paper.text.slice(0, 40))))
      .map((paper) => sayPassage(desk, paper)),
    settled === 'yes' ? checkedLine(desk) : (offererLine(desk, asked, settled) ?? askLine(desk, asked, shown)),
    settled === 'yes' || isTaken(desk, asked)
      ? undefined
      : alternativeTo(
          desk,
          asked.map(({ id }) => id),
        ),
  ];
  const reacted = verdict.reacted === undefined ? '' : ` ${sayReactionTo(desk, verdict.reacted)}`;
  const lead = `**${leadOf(desk, asked, settled, verdict)}.**${bars.join('')}${reacted}${first === undefined ? '' : ` ${sayConcern(desk, first)}`}`;
  const caution: Caution | undefined =
    settled === 'yes'
      ? undefined
      : { severity: settled === 'no' ? 'critical' : 'important', say: lead, taken: isTaken(desk, asked) };
  const why = first === undefined ? body.find((part) => part !== undefined && part !== '') : undefined;
  return {
    ...block(lead, body),
    tells: found.map(({ key }) => key),
    verdict: settled,
    ...(caution && { caution: why === undefined ? caution : { ...caution, say: `${lead} ${why}` } }),
  };
}

/** Where there is no record to weigh it by: for whom it is not, and what it does not go with, as the reference has it. */
function sayReference(desk: Desk, asked: readonly Subject[]): string | undefined {
  const said = asked.flatMap((subject) => {
    const entry = knowledgeOf([subject.id]);
    const parts = [entry && sectionOf(entry, 'cautions'), entry && sectionOf(entry, 'interactions')];
    const known = parts.filter((part) => part !== undefined);
    return entry === undefined || known.length === 0
      ? []
      : [`With ${sayName(subject)} mind: ${known.join(' ')}${desk.notes.knowledge(entry)}`];
  });
  return said.length === 0 ? undefined : said.join('\n\n');
}

/** "Is he allergic to it?": a yes to that is a no to the medicine. */
const ALLERGIC = /\b(?:is|am|are|was|were)\b[^?]{0,30}\ballergic\b/i;

/** "Does that matter?": a yes would say that it does. */
const ASKS_HARM = pattern('asks_whether_harm');

/** What is taken already is never "not for you": who reads that might stop it. */
function leadOf(
  desk: Desk,
  asked: readonly Subject[],
  settled: Answer,
  { each, together, lifted, amount, allergies, concerns }: Verdict,
): string {
  const name = list(asked.map(sayName));
  const asksAllergy = desk.frames.some(({ act, text }) => act === 'ask' && ALLERGIC.test(text));
  if (asksAllergy && allergies.length > 0) return `Yes, by your record: with that allergy ${name} is not for you`;
  if (asksAllergy && settled === 'yes' && desk.chart.view.id !== '')
    return `No: your record lists no active allergy to ${name}, and nothing else in it speaks against it`;
  if (lifted !== undefined)
    return `Yes, by your ${lower(lifted.title)} of ${sayDate(lifted.time)}, unless something has changed since: after a new attack, a faint, or a change of treatment ask first`;
  if (settled === 'yes' && desk.chart.view.id === '')
    return asked.some(({ id }) => knowledgeOf([id]) !== undefined)
      ? `That depends: whether ${name} ${asked.length > 1 ? 'suit' : 'suits'} you, your own medicines, illnesses and allergies decide, and none of them is known here`
      : `In general I know of nothing that speaks against ${name}; whether it suits you, your own medicines, illnesses and allergies decide`;
  if (settled === 'yes') {
    const asksHarm = desk.frames.some(({ act, text }) => act === 'ask' && ASKS_HARM.test(text));
    return `${asksHarm ? 'Not as far as your record shows' : WORDS.yes}: nothing in it speaks against ${name}`;
  }
  const isAmount = amount !== undefined && (amount.fit === 'over' || concerns.some(({ planned }) => planned));
  const isOther =
    allergies.length > 0 || concerns.some(({ severity, planned }) => severity === 'critical' && planned !== true);
  if (isTaken(desk, asked) && amount !== undefined && !concerns.some(({ planned }) => planned))
    return `${capital(name)} is on your list: do not change how much of it you take, or how often, on your own`;
  if (isAmount && asked.length === 1 && !isOther) return `${WORDS.no}: not that much ${name}, or not that often`;
  if (isTaken(desk, asked))
    return `${capital(name)} ${asked.length > 1 ? 'are' : 'is'} on your list: do not stop or change it on your own, but something matters with it`;
  if (isToBeDone(desk, asked)) return `Before ${name} this is to be settled`;
  if (together === true)
    return `${WORDS[settled]}: ${name} ${settled === 'no' ? 'do not go together' : 'together need a word with your doctor or pharmacist'}`;
  if (each !== undefined && each.length > 1) return sayAll(each);
  if (settled === 'no' && !restsOnRecord(allergies, concerns)) return `${WORDS.no}: not ${name}`;
  return `${WORDS[settled]}: ${name}${settled === 'no' ? ' is not for you as your record stands' : ' needs a word with your doctor or pharmacist'}`;
}

const ASKS = pattern('asks_verdict');

/** "The tooth comes out on Friday, anything special?": it is planned, and nobody asks whether it may be. */
function isToBeDone({ frames }: Desk, asked: readonly Subject[]): boolean {
  const frame = frames.find(({ act, subjects }) => act === 'ask' && asked.every((each) => subjects.includes(each)));
  return frame !== undefined && asked.every(({ kind }) => kind === 'procedure') && !ASKS.test(frame.text);
}

/** What only the question itself gives as a reason is no finding of a record, and none may be chosen. */
function restsOnRecord(allergies: Verdict['allergies'], concerns: readonly Concern[]): boolean {
  const worst = concerns.filter(({ severity }) => severity === 'critical');
  return (
    allergies.length > 0 ||
    worst.length === 0 ||
    worst.some(({ evidence }) => evidence.some(({ uuid }) => uuid !== undefined))
  );
}

const EACH: Record<Answer, string> = {
  no: 'no',
  ask: 'not without asking first',
  yes: 'nothing in your record speaks against it',
};

const WORST: readonly Answer[] = ['no', 'ask', 'yes'];

/** Of several the worst first; where all are alike, one verdict. */
function sayAll(each: readonly { subject: Subject; answer: Answer }[]): string {
  const [{ answer }] = each as [(typeof each)[number]];
  if (answer !== 'yes' && each.every((one) => one.answer === answer))
    return `${WORDS[answer]}: ${list(each.map(({ subject }) => sayName(subject)))}`;
  return capital(
    each
      .toSorted((a, b) => WORST.indexOf(a.answer) - WORST.indexOf(b.answer))
      .map(sayEach)
      .join('; '),
  );
}

function sayEach({ subject, answer }: { subject: Subject; answer: Answer }): string {
  return `${sayName(subject)}: ${EACH[answer]}`;
}

function sayName({ id, kind, text }: Subject): string {
  return kind === 'drug_class' ? lower(text) : nameOf(id);
}

function isTaken(desk: Desk, asked: readonly Subject[]): boolean {
  return (
    asked.length > 0 &&
    asked.every((subject) => itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken'))
  );
}

function sayFragile(desk: Desk, { uuid, label, name, time }: Item): string {
  const marker = uuid && label ? desk.notes.entry({ uuid, label, name, date: time }) : '';
  return `I know of nothing in your record that speaks against it by name, but with ${lower(name)}${marker} every new medicine, also from the shop, is checked first.`;
}

const STATE = { pregnancy: 'In pregnancy', breastfeeding: 'While breastfeeding', child: 'For a child' } as const;

function saySuited(desk: Desk, asked: readonly Subject[], { suited }: Verdict): string | undefined {
  if (suited === undefined) return undefined;
  const state = STATE[suited.topic as keyof typeof STATE];
  return `${state} ${list(asked.map(sayName))}: ${suited.text.replace(/\.$/, '')}.${desk.notes.source(suited.source)}`;
}

function sayAllergy(desk: Desk, item: Verdict['allergies'][number]): string {
  const reactions = item.reactions.length > 0 ? ` (${list(item.reactions.map(lower))})` : '';
  const since = desk.chart.property(item.uuid, 'onset_date');
  const dated = typeof since === 'string' && since !== '' ? `, ${sayDate(since)}` : '';
  return `Your record lists ${lower(item.name)} allergy${reactions}${dated}${cite(desk, item)}${remarkOf(desk, item.uuid)}.`;
}

/** An allergy to it that is marked as over. */
function sayOver(desk: Desk, asked: readonly Subject[]): string | undefined {
  const catalogue = openCatalogue();
  const over = desk.chart.view.allergies.find(
    ({ status, concepts }) =>
      status !== 'active' &&
      asked.some(({ id }) => concepts.some((own) => catalogue.isA(own, id) || catalogue.isA(id, own))),
  );
  return over === undefined
    ? undefined
    : `The ${lower(over.name)} allergy is marked as over${cite(desk, over)}${remarkOf(desk, over.uuid)}.`;
}

/** What a vaccine is for this person: advised, and of which kind. */
function sayVaccine(desk: Desk, asked: readonly Subject[]): string | undefined {
  if (!asked.some(({ kind }) => kind === 'vaccine')) return undefined;
  const due = scheduleFor(desk.chart.view, desk.told).find(({ row }) =>
    row.look.some((id) =>
      asked.some((subject) => openCatalogue().isA(subject.id, id) || openCatalogue().isA(id, subject.id)),
    ),
  );
  const weak = concernsOf(desk.chart.view, [], ['vaccine:live_vaccine'], []).find(({ fresh }) => fresh);
  const kind =
    weak === undefined
      ? undefined
      : 'The injected, inactivated kind is fine; a live one (nasal flu spray, MMR, chickenpox, yellow fever) is not.';
  const advised =
    due === undefined ? undefined : `It is advised for you (${due.row.note}).${desk.notes.source(due.row.source)}`;
  const [last] = due?.done ?? [];
  const given =
    last === undefined
      ? undefined
      : `${capital(lower(last.name))} was last given on ${sayDate(last.time)}${desk.notes.entry({ ...last, date: last.time })}${due!.isDue ? '' : ', so none is due now'}.`;
  return [advised, given, kind].filter((each) => each !== undefined).join(' ') || undefined;
}

const MOST_GIVEN_UP = 3;

/** What was had and ended, or else one of the same small class that was; nothing for what is taken now. */
function givenUp(desk: Desk, asked: readonly Subject[]): { said: string }[] {
  const own = asked.flatMap((subject) => itemsFor(subject, desk.chart).medicines);
  if (own.some(({ status }) => status === 'taken')) return [];
  const ended = own
    .filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const kin = ended.length > 0 ? undefined : failedKin(desk, asked);
  const sayEnd = (item: MedicineView, words: string) =>
    `${words} ${sayDate(item.end)}${cite(desk, item, item.end)}. ${stopReason(desk, item) ?? ''}`.trim();
  if (kin !== undefined) return [{ said: sayEnd(kin, `Of the same kind, ${drugName(kin.name)} was stopped on`) }];
  return newestOfEach(ended)
    .slice(0, MOST_GIVEN_UP)
    .map((item) => ({ said: sayEnd(item, `You had ${drugName(item.name)} until`) }));
}

function newestOfEach(items: readonly MedicineView[]): MedicineView[] {
  return items.filter((item, at) => items.findIndex(({ concepts }) => concepts[0] === item.concepts[0]) === at);
}

function remarkOf(desk: Desk, uuid: string): string {
  const note = desk.chart.property(uuid, 'text');
  return typeof note === 'string' && note !== '' ? `: ${note.replace(/\.$/, '')}` : '';
}

/** A medicine of the same small class that was given up. */
function failedKin({ chart }: Desk, asked: readonly Subject[]): MedicineView | undefined {
  const catalogue = openCatalogue();
  const classes = asked.flatMap(({ id }) =>
    (catalogue.get(id)?.parents ?? []).filter((each) => catalogue.descendants(each).size < 40),
  );
  return chart.view.medicines
    .filter(
      ({ status, concepts }) =>
        status === 'stopped' && concepts.some((concept) => classes.some((each) => catalogue.isA(concept, each))),
    )
    .at(-1);
}

function checkedLine(desk: Desk): string {
  const { view } = desk.chart;
  if (view.id === '') return 'Ask a pharmacist, who knows what else you take.';
  const taken = view.medicines.filter(({ status }) => status === 'taken');
  return `I looked at ${taken.length === 0 ? 'your medicines (none is listed)' : `your ${taken.length} medicines`}, allergies, conditions, kidney values and papers. The leaflet and your pharmacist know more than I do.`;
}

const OFFERER = pattern('offerer');

/** "The dentist says I can have it": whoever proposed it must hear why not. */
function offererLine(desk: Desk, asked: readonly Subject[], answer: Answer): string | undefined {
  const who = OFFERER.exec(desk.message)?.[0]?.toLowerCase();
  if (who === undefined) return undefined;
  const name = who === 'gp' ? 'GP' : who;
  const isMedicine = asked.every(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (answer === 'no' && isMedicine && !isTaken(desk, asked))
    return `Do not start it: tell the ${name} this first, and ask for another choice.`;
  return `Tell the ${name} this before you take it${answer === 'no' ? ', and ask for another choice' : ''}.`;
}

function askLine(desk: Desk, asked: readonly Subject[], shown: readonly Concern[]): string | undefined {
  if (shown.length > 0) return undefined;
  const doctor =
    doctorFor(
      desk,
      asked.map(({ id }) => id),
    ) ?? 'your doctor';
  return `Ask ${doctor} or a pharmacist before you take it.`;
}
