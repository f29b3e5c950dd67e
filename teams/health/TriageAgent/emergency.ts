/** The answer to an emergency: what to do now, whom to call here, and what of the record helpers must hear. */
import { emergencyNumber, identify, knownNumber, type RedFlag, sayEmergency, settleCountry } from 'consilium/clinical';
import type { AgentContext } from 'consilium/kernel';
import type { Concern, Proposed } from 'consilium/reasoning';
import { queryNow, readAllergies, readMedications } from 'consilium/record';
import { alarmsIn, fromRecord, isDespair, isUnclearDose } from '../_shared/alarms.ts';
import { chartOf, whereOf } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { type Footnotes, finish, openFootnotes } from '../_shared/footnotes.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { alarms, hopeless, proposed, signs } from '../_shared/reasoning.ts';
import { list, lower } from '../_shared/wording.ts';
import { answerVague } from './vague.ts';
import { BABY, BABY_ALL, KIN, type Voice, voiceOf } from './voice.ts';
import { data } from './wordings.ts';

/** The answer, or undefined where nothing in the message is an emergency. */
export function answerEmergency(context: AgentContext): { text: string; isEmergency: boolean } | undefined {
  const flags = alarmsIn(context);
  const [found] = flags;
  if (found === undefined) {
    if (hopeless(context.message)) return { text: answerHopeless(context), isEmergency: false };
    return isUnclearDose(context) ? { text: askWhichDose(context), isEmergency: false } : undefined;
  }
  const despair = isDespair(context, found);
  const first = { ...found, rule: despair ? 'suicide' : found.guessed ? guessRule(context.message) : found.rule };
  const intent = proposed(context.message);
  const known = knownOf(context, first.rule === 'suicide' ? SAFETY_PLAN : context.message);
  const notes = openFootnotes();
  const country = countryOf(context);
  const number = numberFor(known, country);
  const voice = voiceOf(context, known);
  if (found.guessed && !despair && isKnownAsLess(context.message, known)) return undefined;
  const maybe = voice === 'stranger' && known.kin;
  const dangers = first.rule === 'suicide' ? [] : dangersFor(known, voice);
  const isGrave = dangers.some(({ severity, do: { by } }) => severity === 'critical' && by === 'now');
  // Before a danger that cannot wait only a plan for such a moment counts, not one for the weeks.
  const plans = known.plans
    .filter(({ isNow }) => !isGrave || isNow)
    // Of a sure sign a plan for something else that is asked with it ("do I give his tablet?") is no plan.
    .filter(({ named }) => found.guessed === true || named);
  const plan = tellPlan({ ...known, plans }, voice, notes, found.guessed === true);
  const isVague =
    found.guessed === true && first.rule === 'danger' && !isGrave && !plan.sure && known.plans.length === 0;
  const vague = isVague ? answerVague(context, number) : undefined;
  if (vague !== undefined) return { text: vague, isEmergency: true };
  const may = dangers.some((danger) => tellsWhat(danger, first)) ? undefined : data.may[first.rule];
  const aid = `${call(first, number, country)} ${may === undefined ? '' : `${may} `}${aidFor(context.message, first, voice, dangers) ?? advise(first, voice, context.message)}${sayWhen(first, context)}`;
  const body = [
    speakTo(first, country),
    plan.sure && first.rule !== 'suicide' ? `${plan.say} ${PLAN_FIRST.replace('{number}', number)}` : aid,
    first.rule === 'suicide' ? tellCrisis(known, voice, notes) : '',
    tellRescue([first.rule, ...flags.map(({ rule }) => rule)], dangers, context, voice, notes),
    plan.sure && first.rule !== 'suicide' ? '' : plan.say,
    maybe && dangers.length > 0
      ? `If it is the person of this record: ${tellDangers(dangers, notes)}`
      : tellDangers(dangers, notes),
    first.rule === 'suicide' ? '' : tellEnded(known, voice, notes),
    tellRecord(flags, context, voice, known, notes),
  ];
  const meant = first.rule === 'suicide' ? '' : answerProposed(intent, body.join(' '), voice);
  const said = [...body.slice(0, DOING), meant, ...body.slice(DOING)].filter((part) => part !== '');
  const text = finish(context.state, said.join(' '), notes, '');
  return { text, isEmergency: true };
}

/** What the person means to do instead, or takes it for: a remedy that the answer itself names is left to it. */
function answerProposed({ remedies, waits, takenFor, isNotRevived }: Proposed, answer: string, voice: Voice): string {
  const named = answer.toLowerCase();
  const open = remedies.filter((each) => !named.includes(each.toLowerCase()) && !RESCUES.has(each.toLowerCase()));
  return [
    open.length > 0
      ? `Do not wait for ${list(open)} to help, and ${voice === 'self' ? 'take' : 'give'} no ${list(open)} before you have asked them.`
      : '',
    isNotRevived ? data.proposed.not_revived : '',
    waits ? data.proposed.wait : '',
    takenFor === undefined ? '' : data.proposed.taken_for.replace('{what}', takenFor),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The parts of an answer that say what to do at once. */
const DOING = 2;
const RESCUES = new Set(data.proposed.rescues);

/** What must be named for these, whatever else the record makes of them. */
const NAMED: Readonly<Record<string, RegExp>> = {
  chest_pain: /\bheart\b|\bclot|\bdissect/i,
  stroke: /\bstroke|\bbleed(?:s|ing)?\b[^.]{0,20}\b(?:head|brain|skull)\b/i,
};

/** A danger that the record makes says what it is: of a sure sign only one that is of the same kind, of a guess any. */
function tellsWhat(
  { severity, say }: Known['dangers'][number],
  { rule, guessed }: { rule: string; guessed?: unknown },
): boolean {
  const own = NAMED[rule];
  return severity === 'critical' && (guessed === true || own === undefined || own.test(say));
}

/** Of somebody who may be the person of this record, only what their life may hang on; of another, what was told of them. */
function dangersFor({ dangers, strangers, kin }: Known, voice: Voice): Known['dangers'] {
  if (voice !== 'stranger') return withoutDiet(dangers);
  return kin ? dangers.filter(({ severity }) => severity === 'critical') : strangers;
}

/** Juice against a sugar that is dangerously low now is no matter of a diet. */
function withoutDiet(dangers: Known['dangers']): Known['dangers'] {
  const isNeeded = dangers.some(({ concepts, do: { by } }) => by === 'now' && concepts.includes('observation:glucose'));
  return isNeeded ? dangers.filter(({ concepts }) => !concepts.some((id) => id.startsWith('food:'))) : dangers;
}

/** A guess is no alarm where rules know every sign that is told with this record, and none of them calls for help now. */
function isKnownAsLess(message: string, { dangers, plans }: Known): boolean {
  const named = signs(message);
  return (
    named.length > 0 &&
    dangers.length > 0 &&
    plans.length === 0 &&
    dangers.every(({ do: { by } }) => by !== 'now') &&
    named.every((sign) => dangers.some(({ concepts }) => concepts.includes(sign)))
  );
}

const SAFETY_PLAN = 'Safety plan: early signs, whom to ring when there are suicidal thoughts, crisis team';
const PLAN_FIRST =
  'Do that now. If nobody answers, or with pain in the chest, hard breathing, a drooping face, weakness of one side, fainting or heavy bleeding: **call {number}**.';

/** Somebody sees no point any more, without a word of dying: asked plainly, with whom to turn to. */
function answerHopeless(context: AgentContext): string {
  const known = knownOf(context, SAFETY_PLAN);
  const notes = openFootnotes();
  const country = countryOf(context);
  const line = country === undefined ? undefined : data.crisis_lines[country];
  const plan = tellPlan(known, voiceOf(context, known), notes, false);
  const body = [
    '**That sounds very heavy, and it matters that you said it.**',
    'May I ask plainly: do you think of ending your life, or do you not feel safe?',
    `If so, please ${line ?? 'call your crisis line (988 in the US and Canada)'} now, day or night, or call ${numberFor(known, country)}, and do not stay alone.`,
    tellCrisis(known, 'self', notes),
    plan.say,
    'If not, please still tell somebody close to you today, and speak to your doctor today or tomorrow: low mood can be treated, and waiting makes it harder.',
  ];
  return finish(context.state, body.filter((part) => part !== '').join(' '), notes, '');
}

/** So many tablets over days are a course or a poisoning: which they were decides, and what must not wait is said with it. */
function askWhichDose(context: AgentContext): string {
  const number = numberFor(knownOf(context), countryOf(context));
  return sayInEnglish(context.message, data.unclear_dose.replaceAll('{number}', number));
}

/** Which danger a guess most likely means, by the signs that the message names. */
function guessRule(message: string): string {
  const named = new Set(signs(message));
  return Object.entries(data.signs).find(([, known]) => known.some((sign) => named.has(sign)))?.[0] ?? 'danger';
}

type Known = Omit<ReturnType<typeof alarms>, 'ambulance'> & { ambulance: string | undefined };

const NOTHING: Known = {
  ambulance: undefined,
  plans: [],
  dangers: [],
  ended: [],
  held: [],
  named: false,
  kin: false,
  strangers: [],
};
const HEARD = data.hear.map(({ of }) => of);

/** What the record makes of the message: plans for just this, dangers, and whether it names the patient. */
function knownOf(context: AgentContext, sought = context.message): Known {
  return (
    fromRecord(context, () => alarms(chartOf(context), context.message, sought, nowOf(context.state), HEARD)) ?? NOTHING
  );
}

/**
 * What a paper of this person says to do in just this case, with its next step; sure where it says so in nearly these words, or
 * where the alarm itself is only a guess and the case of the paper fits.
 */
function tellPlan({ plans }: Known, voice: Voice, notes: Footnotes, isGuess: boolean): { say: string; sure: boolean } {
  const [plan, next] = voice === 'stranger' ? [] : plans;
  if (plan === undefined) return { say: '', sure: false };
  const { uuid, label, title, time, text, near, fit, acts } = plan;
  const marker = notes.entry({ uuid, label, name: title, date: time });
  const goesOn =
    next !== undefined && next.uuid === uuid && next.fit > 0 && !text.includes(next.text) ? ` ${next.text}` : '';
  const calls = SAYS_TO_CALL.test(text);
  const sure = acts && !calls && (near >= SURE_PLAN || (isGuess && fit >= SURE_PLAN));
  return { say: `Your ${lower(title)} says for this: "${text}${goesOn}"${marker}`, sure };
}

/** The number for a crisis in this person's own papers. */
function tellCrisis({ crisis }: Known, voice: Voice, notes: Footnotes): string {
  if (crisis === undefined || voice === 'stranger') return '';
  const { whose, number, paper } = crisis;
  return `Your own papers name ${whose === '' ? 'a number for a crisis' : `the ${lower(whose)}`}: ${number}.${notes.entry(paper)}`;
}

const SURE_PLAN = 0.55;
/** A paper that calls for an ambulance itself stands behind the call, and never in its place. */
const SAYS_TO_CALL = /\b(?:999|112|911|ambulance)\b/i;

/** The medicine that a record holds for just this moment, or that it must not be taken after what was told. */
function tellRescue(
  rules: readonly string[],
  dangers: Known['dangers'],
  context: AgentContext,
  voice: Voice,
  notes: Footnotes,
): string {
  if (voice === 'stranger') return '';
  const medications = fromRecord(context, (reader) => readMedications(reader, 'current')) ?? [];
  const found = data.rescue.flatMap(({ rules: of, medicines, use, written, unless, instead = '' }) => {
    if (!of.some((rule) => rules.includes(rule))) return [];
    const isForbidden = dangers.some(({ id }) => unless?.includes(id));
    return medications
      .filter(({ name }) => medicines.some((each) => (name ?? '').toLowerCase().includes(each)))
      .slice(0, 1)
      .map((item) => ({ item, use: isForbidden ? instead : written ? `${use}${asWritten(item)}` : use }));
  });
  return found
    .slice(0, 2)
    .map(
      ({ item, use }) =>
        `The record lists ${(item.name ?? '').toLowerCase()}:${notes.entry({ ...item, name: item.name!, date: item.start })} ${use}`,
    )
    .join(' ');
}

/** How much and where it goes, as it was prescribed: nobody looks for the plan now. */
function asWritten({ frequency, text }: { frequency: string | null; text: string | null }): string {
  const said = [frequency, text].find((each) => each !== null && /\d/.test(each));
  return said === undefined || said === null ? '' : ` As written: ${said.replace(/\.$/, '')}.`;
}

/** In the language of the message, with the number of the place where that is known. */
function speakTo({ language }: RedFlag, country: string | undefined): string {
  if (language === undefined) return '';
  return `**${sayEmergency(language, country === undefined ? undefined : knownNumber(country))}**`;
}

/** "Apixaban was stopped: …" of what was given all the same. */
function tellEnded({ ended }: Known, voice: Voice, notes: Footnotes): string {
  if (voice === 'stranger') return '';
  return ended
    .map(
      ({ medicine, paper, text }) =>
        `${data.ended.replace('{medicine}', `${lower(medicine.name)}${notes.entry(medicine)}`).replace('{give}', voice === 'self' ? 'Take' : 'Give')} Your ${lower(paper.name)} says: "${text}"${notes.entry(paper)}`,
    )
    .join(' ');
}

/** What this record makes of the sign: lithium with vomiting, insulin with confusion. */
function tellDangers(found: readonly (Concern & { whom: string })[], notes: Footnotes): string {
  return found
    .map(({ evidence, say, do: { what, by }, whom }) => {
      const cited = evidence.flatMap(({ uuid, label, name, time }) =>
        uuid && label ? [notes.entry({ uuid, label, name, date: time })] : [],
      );
      const act = by === 'now' || by === 'today' ? ` ${what}` : '';
      return `${say.replace(/\.$/, '')}${[...new Set(cited)].join('')}.${act} ${whom}`.trim();
    })
    .join(' ');
}

function call({ rule }: RedFlag, number: string, country: string | undefined): string {
  if (rule !== 'suicide') return `**Call ${number} now.**`;
  const line = country === undefined ? undefined : data.crisis_lines[country];
  if (line !== undefined)
    return `**Please ${line} now, day or night; if you are in danger this minute, call ${number}.**`;
  return `**Please call ${number} now, or in the US and Canada call or text 988, day or night.**`;
}

/** Of where they are, else what their papers tell to call. */
function numberFor({ ambulance }: Known, country: string | undefined): string {
  return ambulance ?? emergencyNumber(country);
}

/** Where the person is; else where their record says that they live. */
function countryOf(context: AgentContext): string | undefined {
  const lives = fromRecord(context, (reader) => {
    const query = 'MATCH (patient:Patient {uuid: $patient_uuid}) RETURN patient.country, patient.city';
    return queryNow(reader, { query }).rows[0];
  });
  const [home, town] = (lives ?? []).map((each) => (typeof each === 'string' ? each : undefined));
  return settleCountry({ ...whereOf(context), home, town });
}

const FITTED = new Set([
  'bleeding',
  'danger',
  'overdose',
  'anaphylaxis',
  'not_breathing',
  'unconscious',
  'circulation',
  'injury',
  'eye',
]);

/** The first aid of the sign itself: a nosebleed is pinched, not pressed with a cloth. */
function aidFor(message: string, { rule }: RedFlag, voice: Voice, dangers: readonly Concern[]): string | undefined {
  // For a baby other presses and blows hold than for whoever is larger.
  if (!FITTED.has(rule) || (data.rules[rule]?.baby !== undefined && voice !== 'self' && BABY.test(message)))
    return undefined;
  const named = new Set([...signs(message), ...dangers.flatMap(({ concepts }) => concepts)]);
  const fit = Object.entries(data.aid).find(([sign]) => named.has(sign))?.[1];
  return voice === 'self' ? fit?.self : fit?.other;
}

function advise({ rule, advice }: RedFlag, voice: Voice, message: string): string {
  const wording = data.rules[rule];
  if (wording === undefined) return advice;
  if (wording.baby !== undefined && voice !== 'self' && BABY.test(message))
    return KIN.test(message.replace(BABY_ALL, ' ')) ? `${wording.other} For a baby: ${wording.baby}` : wording.baby;
  return voice === 'self' ? wording.self : wording.other;
}

const TIMED = new Set(['chest_pain', 'stroke', 'seizure', 'overdose', 'fumes', 'anaphylaxis']);

/** Dispatchers ask when it began; the time of the message is known where the time zone is. */
function sayWhen({ rule }: RedFlag, { state, place }: AgentContext): string {
  const zone = place.timezone;
  if (!TIMED.has(rule)) return '';
  const now = new Date(nowOf(state));
  try {
    const at = zone && now.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    return at ? ` Say when it began: you wrote at ${at}.` : ' Say when it began.';
  } catch {
    return ' Say when it began.';
  }
}

/** "Your record lists warfarin: tell them that too." */
function tellRecord(
  flags: readonly RedFlag[],
  context: AgentContext,
  voice: Voice,
  { held }: Known,
  notes: Footnotes,
): string {
  const rules = flags.map(({ rule }) => rule);
  if (voice === 'stranger') return '';
  const parts: string[] = [];
  const medications = fromRecord(context, (reader) => readMedications(reader, 'current')) ?? [];
  const told: string[] = [];
  for (const medication of medications) {
    const { name, category } = identify(medication.name ?? '');
    const matters =
      Object.hasOwn(data.tell, category) && (data.only[category] ?? rules).some((rule) => rules.includes(rule));
    if (matters)
      told.push(
        `${name} (${data.tell[category]})${notes.entry({ ...medication, name: medication.name!, date: medication.start })}`,
      );
  }
  if (!rules.includes('suicide'))
    for (const { at, uuid, label, name, time } of held.slice(0, data.most_heard)) {
      if (told.some((each) => each.startsWith(name))) continue;
      const say = data.hear[at]!.say;
      told.push(`${name}${say === undefined ? '' : ` (${say})`}${notes.entry({ uuid, label, name, date: time })}`);
    }
  const allergies = (fromRecord(context, (reader) => readAllergies(reader, 'active')) ?? [])
    .toSorted((a, b) => Number(b.criticality === 'high') - Number(a.criticality === 'high'))
    .slice(0, data.most_heard);
  if (!rules.includes('suicide'))
    for (const allergy of allergies)
      told.push(
        `${allergy.criticality === 'high' ? 'a severe' : 'an allergy to'} ${(allergy.name ?? '').toLowerCase()}${allergy.criticality === 'high' ? ' allergy' : ''}${notes.entry({ ...allergy, name: `${allergy.name} allergy`, date: allergy.onset_date })}`,
      );
  if (told.length > 0) parts.push(`Your record lists ${list(told)}: tell them that too.`);
  return parts.join(' ');
}
