/** What is taken, how, since when and why. */
import { identify } from 'consilium/clinical';
import { citeRegimen, currentRegimens, type Regimen } from '../../_shared/graph.ts';
import { knownBy, lookUp, sentences, tellKnown } from '../../_shared/knowledge.ts';
import { entryOf, sentenceIn } from '../../_shared/medicine.ts';
import { capital, count, drugName, list, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import { type Desk, nextStep, table } from './desk.ts';

export function answerMedications(desk: Desk, drugs: readonly string[]): string {
  const { rows, now } = desk;
  const current = currentRegimens(rows.medications, now);
  const wanted = drugs.filter(
    (drug) => identify(drug).category !== '' || findRegimens(rows.medications, drug).length > 0,
  );
  if (wanted.length > 0) return wanted.map((drug) => answerDrug(desk, drug, current)).join('\n\n');
  if (MISSED.test(desk.message)) return tellMissed(desk, undefined);
  if (RENEW.test(desk.question)) return tellRenewal(desk, current);
  const reason = reasonIn(desk, current);
  if (reason !== undefined) return reason;
  if (COME_OFF.test(desk.message))
    return `**Do not stop anything on your own: some medicines must be reduced step by step.** Ask your doctor which of them are still needed.\n\n${answerAll(desk, current).replaceAll('**', '')}`;
  if (/\b(stopped|past|previous|before|used to|history|no longer|former)\b/i.test(desk.question))
    return answerPast(desk, current);
  return answerAll(desk, current);
}

const SINCE = /\b(?:when did i (?:first )?(?:start|begin)|since when|how long have i)\b/i;
const DOSE =
  /\b(?:is|isn't|are) (?:that|it|this|they) (?:too (?:much|little|high|low)|enough)\b|\b(?:higher|lower|bigger|smaller|different|stronger|right|too (?:high|low|much|little))\b.{0,20}\bdos(?:e|age)|\bdos(?:e|age)\b.{0,20}\b(?:right|enough|too|higher|lower|changed?)\b/i;
const STOP =
  /\b(?:should|can|may|could|what if) i\b.{0,20}\b(?:stop|quit|skip|change|come off|halve|double|reduce|increase|lower|raise)/i;

export const MISSED =
  /\b(?:miss(?:ed|ing)?|forg(?:ot|et|otten)|skipped|late with|double dose|took (?:it |them )?twice)\b/i;
const COME_OFF =
  /\b(?:get|come|be|go) off (?:of )?(?:all )?(?:my|the|these)\b|\bstop (?:taking )?(?:all (?:of )?)?(?:my|these) (?:pills|tablets|medic\w+|meds|drugs)\b/i;
const RENEW = /\b(?:renew\w*|refill\w*|run(?:ning)? out|repeat prescription)\b/i;

/** What to do about a dose that was left out: of this medicine where its entry says so, else of medicines in general. */
export function tellMissed({ notes, message }: Desk, drug: string | undefined): string {
  const twice = /\b(?:double|twice)\b/i.test(message);
  const own = drug === undefined || twice ? undefined : entryOf(drug);
  const missed = own && sentenceIn(own, /\bmissed\b/i, ['how it is taken']);
  if (own !== undefined && missed !== undefined)
    return `**${capital(drugName(drug!))}: ${lower(missed)}**${notes.knowledge(own)} Never take two doses at once to make up for it.`;
  const rule = knownBy('missed-dose');
  const section = rule?.sections.find(({ name }) => name === (twice ? 'when to seek care' : 'what to do'));
  if (rule === undefined || section === undefined) return '';
  const [first = '', ...rest] = sentences(section.text).map(String);
  return `**${first}**${notes.knowledge(rule)} ${rest.map((sentence) => `${sentence}${notes.knowledge(rule)}`).join(' ')}`.trim();
}

function tellRenewal({ notes }: Desk, current: readonly Regimen[]): string {
  const ending = current.filter(({ until }) => until !== null);
  const lines = ending.map(
    (each) => `- ${capital(drugName(each.name))} until ${sayDate(each.until)}${notes.entry(citeRegimen(each))}`,
  );
  return lines.length === 0
    ? '**Your record does not say when a prescription runs out.** Your pharmacy or practice can tell; ask about a week before the last tablet.'
    : `**${capital(count(lines.length, 'medicine'))} ${lines.length === 1 ? 'has' : 'have'} an end date in your record.**\n\n${lines.join('\n')}`;
}

function findRegimens(regimens: readonly Regimen[], drug: string): Regimen[] {
  const { name, category } = identify(drug);
  const same = regimens.filter(
    (regimen) => identify(regimen.name).name === name || regimen.name.toLowerCase().includes(name),
  );
  return same.length > 0 || category !== 'class'
    ? same
    : regimens.filter((regimen) => identify(regimen.name).category === name);
}

function answerDrug(desk: Desk, drug: string, current: readonly Regimen[]): string {
  const { rows, notes, question } = desk;
  const name = nameFor(desk, drug);
  const regimens = findRegimens(rows.medications, drug);
  const taken = regimens.find((regimen) => current.includes(regimen));
  const missed = MISSED.test(desk.message) ? tellMissed(desk, taken?.name ?? drug) : '';
  if (missed !== '')
    return taken === undefined
      ? missed
      : `${missed}\n\nYour record: ${dosing(taken)}${taken.start === null ? '' : ` since ${sayDate(taken.start)}`}.${notes.entry(citeRegimen(taken))} If you are not sure, call your pharmacy.`;
  if (taken !== undefined) {
    const cited = notes.entry(citeRegimen(taken));
    const why = taken.reason === null ? '' : ` for ${lower(taken.reason)}`;
    const who = taken.prescriber === null ? '' : `, prescribed by Dr ${taken.prescriber}`;
    const since = taken.start === null ? '' : ` since ${sayDate(taken.start)}`;
    const lead =
      /\bwhy\b|\bwhat (?:is|am i|do i).*\bfor\b/i.test(question) && taken.reason !== null
        ? `**You take ${name} for ${lower(taken.reason)}**: ${dosing(taken)}${since}${who}.${cited}`
        : `**You take ${name}, ${dosing(taken)}**${why}${since}${who}.${cited}`;
    const first = regimens.flatMap(({ start }) => start ?? []).toSorted()[0];
    if (SINCE.test(question) && first !== undefined)
      return `**You have taken ${name} since ${sayDate(first)}.** Now: ${dosing(taken)}${since}${who}.${cited}${tellEarlier(desk, regimens, taken)}`;
    const doctor = taken.prescriber === null ? 'your doctor' : `Dr ${taken.prescriber}`;
    const careful = DOSE.test(question)
      ? `**Whether the dose should change is for ${doctor} to decide.**\n\n`
      : STOP.test(question)
        ? `**Do not stop or change ${name} on your own: ask ${doctor} first.**\n\n`
        : '';
    return `${careful}${careful === '' ? lead : lead.replaceAll('**', '')}${tellText(taken)}${tellEarlier(desk, regimens, taken)}${tellEffects(desk, name)}`;
  }
  const past = regimens[0];
  if (past !== undefined) {
    const ended = past.until === null ? '' : ` until ${sayDate(past.until)}`;
    return `**You do not take ${name} now.** Your record lists ${dosing(past)} from ${sayDate(past.start)}${ended}.${notes.entry(citeRegimen(past))}${tellText(past)}`;
  }
  const others =
    current.length === 0
      ? ''
      : ` It lists ${count(current.length, 'other medicine')} as taken now: ${list(current.slice(0, 8).map((regimen) => `${drugName(regimen.name)}${notes.entry(citeRegimen(regimen))}`))}.`;
  return `**There is no ${name} in your record.**${others} If you take it, tell me dose and how often, and I will keep it.`;
}

/** What is known of the drug, where that is asked. */
function tellEffects({ question, notes }: Desk, name: string): string {
  if (!/\b(?:know about|side effects?|effects?|watch (?:out )?for|tell me about)\b/i.test(question)) return '';
  const [known] = lookUp(`side effects of ${name}`, { limit: 1, kinds: ['drug'] });
  return known === undefined ? '' : `\n\n${tellKnown(known, notes.knowledge(known)).replaceAll('**', '')}`;
}

/** As the record words it, else as the question did. */
function nameFor({ rows }: Desk, drug: string): string {
  const [held] = findRegimens(rows.medications, drug);
  return held === undefined ? drug.toLowerCase() : drugName(held.name);
}

/** "1000 mg twice a day (inhalation), as needed". */
function dosing({ name, dose, unit, frequency, route, as_needed: asNeeded }: Regimen): string {
  const strength = dose === null ? (STRENGTH.exec(name)?.[0] ?? 'dose not recorded') : sayValue(dose, unit);
  const often = frequency === null ? '' : ` ${sayFrequency(frequency)}`;
  const how = route !== null && !/oral|mouth/i.test(route) ? `, ${route.toLowerCase()}` : '';
  return `${strength}${often}${how}${asNeeded === true && !/needed/i.test(frequency ?? '') ? ', as needed' : ''}`;
}

const STRENGTH = /\d[\d.,]*\s*(?:mg|mcg|ug|µg|g|ml|units?|meq)(?:\/\w+)?/i;

const OFTEN: Record<string, string> = {
  '1/d': 'once a day',
  '2/d': 'twice a day',
  '3/d': 'three times a day',
  '4/d': 'four times a day',
};

function sayFrequency(frequency: string): string {
  return OFTEN[frequency] ?? frequency;
}

function tellText({ text, name }: Regimen): string {
  return text === null || text === '' || name.toLowerCase().includes(text.toLowerCase())
    ? ''
    : ` The record says: "${text.replace(/\.$/, '')}".`;
}

function tellEarlier({ notes }: Desk, regimens: readonly Regimen[], taken: Regimen): string {
  const earlier = regimens.find((regimen) => regimen !== taken && regimen.dose !== null);
  if (earlier === undefined || earlier.dose === taken.dose) return '';
  return ` Before that it was ${sayValue(earlier.dose!, earlier.unit)}, from ${sayDate(earlier.start)}.${notes.entry(citeRegimen(earlier))}`;
}

/** "What do I take for blood pressure?" */
function reasonIn(desk: Desk, current: readonly Regimen[]): string | undefined {
  const wanted = (
    /\bfor (?:my |the |high )*([\w -]{4,40}?)(?:\?|\.|$)/i.exec(desk.question)?.[1] ??
    /\bmy ([\w ]{4,30}?) (?:medic\w+|meds|pills?|tablets?|drugs?|inhalers?)\b/i.exec(desk.question)?.[1]
  )?.toLowerCase();
  if (wanted === undefined || /^(me|now|how long|today|it|this|that)$/.test(wanted)) return undefined;
  const stem = wanted.length > 6 ? wanted.slice(0, -2) : wanted; // "prostate" and "prostatic"
  const stems = [stem, ...(SAME[wanted] ?? [])];
  const fitting = current.filter(
    ({ reason }) => reason !== null && stems.some((stem) => reason.toLowerCase().includes(stem)),
  );
  if (fitting.length === 0) return undefined;
  const told = fitting.map(
    (regimen) => `${drugName(regimen.name)} ${dosing(regimen)}${desk.notes.entry(citeRegimen(regimen))}`,
  );
  return `**For ${lower(fitting[0]!.reason!)} you take ${list(told)}.**${fitting.map(tellText).join('')}`.replace(
    /((?:\[\^\d+\])+)\.\*\*/,
    '.**$1',
  );
}

const SAME: Record<string, string[]> = {
  'blood pressure': ['hypertension'],
  pressure: ['hypertension'],
  cholesterol: ['lipid'],
  diabetes: ['diabetes'],
  'blood sugar': ['diabetes'],
  heart: ['heart', 'coronary', 'atrial'],
  thyroid: ['thyroid'],
  sugar: ['diabetes'],
};

function answerAll(desk: Desk, current: readonly Regimen[]): string {
  const { notes } = desk;
  if (current.length === 0)
    return '**Your record lists no medicine that you take now.** If that is not so, tell me what you take and how much, and I will keep it.';
  const rows = current.map((regimen) => [
    `${regimen.name}${notes.entry(citeRegimen(regimen))}`,
    dosing(regimen),
    regimen.reason ?? '–',
    sayDate(regimen.start),
  ]);
  const step = nextStep(desk, 'whether each of them is still needed');
  return [
    `**Your record lists ${count(current.length, 'medicine')} that you take now.**`,
    table(['medicine', 'how', 'for', 'since'], rows),
    step,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function answerPast(desk: Desk, current: readonly Regimen[]): string {
  const past = desk.rows.medications.filter((regimen) => !current.includes(regimen));
  if (past.length === 0) return '**Your record lists no medicine that was stopped.**';
  const rows = past
    .slice(0, 10)
    .map((regimen) => [
      `${regimen.name}${desk.notes.entry(citeRegimen(regimen))}`,
      `${sayDate(regimen.start)} – ${regimen.until === null ? '' : sayDate(regimen.until)}`,
      regimen.text ?? '–',
    ]);
  return `**Your record lists ${count(past.length, 'medicine')} that you no longer take.**\n\n${table(['medicine', 'when', 'note'], rows)}`;
}
