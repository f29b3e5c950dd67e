/**
 * What of a message may go into the record. Only what is actual, affirmed and the patient's; what lowers safety waits for a
 * yes. The same gate for the offline engine's facts and for a model's.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Fact } from '../../clinical/index.ts';
import type { Chart } from '../chart.ts';
import { concernsOf } from '../concern.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { hasTime } from '../frames/inherit.ts';
import { isOnlyNamed, isStartOfKind } from '../frames/landmarks.ts';
import { isAmongOthers, isPrevented, isQuoted, toldIn } from '../frames/told.ts';
import { daysBetween, latest, type MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, lower, round, sayDate, sentence } from '../wording.ts';

type Gated = Pick<Fact, 'kind' | 'start' | 'name'> & Partial<Pick<Fact, 'end'>>;

/** What is felt is so though it stands in a question; a value that a question names ("is 74 high?") is only asked about. */
const FELT = new Set(['symptom']);
const GIVEN_ONCE = pattern('given_at_an_event');
const STATED = new Set(['measurement', 'symptom', 'condition', 'practitioner', 'organization']);

/** Whether the clause that holds a fact tells it: not asked, offered, planned, thought of or ordered. */
export function isTold({ kind, start, end, name }: Gated, frames: readonly Frame[]): boolean {
  const frame = frames.find((each) => start >= each.start && start < each.end);
  if (frames.some(({ aspect, act }) => act === 'ask' && aspect === 'written')) return false;
  if (frame === undefined) return true;
  if (frame.act === 'tell' && isOccasion(kind, frame, frames)) return false;
  if (isDating({ kind, start: start - frame.start, end: (end ?? start + name.length) - frame.start, name }, frame.text))
    return false;
  /** What was taken twice, or is missed for some days, is an accident, not how it is taken, and not that it was stopped. */
  if (kind === 'medication' && (isMishap(frame) || GIVEN_ONCE.test(frame.text))) return false;
  if (kind === 'condition' && (isPrevented(name, frame) || isAmongOthers(frame))) return false;
  if (QUOTABLE.has(kind) && isQuoted(frame, frames)) return false;
  const [from, to] = [start - frame.start, (end ?? start + name.length) - frame.start];
  if (
    QUOTABLE.has(kind) &&
    frames.some(({ typedOff }) => typedOff !== undefined && start >= typedOff.start && start < typedOff.end)
  )
    return false;
  if (kind === 'condition' && OF_VACCINE.test(frame.text.slice(to)) && VACCINE.test(frame.text)) return false;
  if (kind === 'symptom' && (GUESSED.test(frame.text.slice(0, from)) || WATCHED.test(frame.text.slice(0, from))))
    return false;
  if (kind === 'procedure' && !(DEED.test(frame.text) || hasTime(frame.scope) || DAY.test(frame.text))) return false;
  if (kind === 'encounter' && !(VISITED.test(name) || hasTime(frame.scope) || DAY.test(frame.text))) return false;
  /** "The cpap broke": a machine that fails was not done to anybody. */
  if (kind === 'procedure' && FAILED.test(frame.text)) return false;
  if (frame.act === 'ask')
    return FELT.has(kind) && !ABOUT_RECORD.has(frame.aspect) && frame.modality !== 'hypothetical';
  if (frame.act !== 'tell') return false;
  if (frame.modality === 'hypothetical') return false;
  return frame.modality === 'actual' || STATED.has(kind);
}

/** Named only because of who called, or to say when something else was. */
function isDating({ kind, start, end, name }: Required<Gated>, text: string): boolean {
  if (kind === 'medication')
    return isStartOfKind(name, text.slice(0, start)) || isOnlyNamed({ kind: 'procedure', start, end }, text);
  return (kind === 'condition' || kind === 'procedure') && isOnlyNamed({ kind, start, end }, text);
}

/** A value that a paper is said to hold stands in that paper, or is another's. */
const QUOTABLE = new Set(['condition', 'allergy', 'procedure', 'medication', 'immunization', 'device', 'measurement']);
const mishaps = new WeakMap<Frame, boolean>();

/** Read once for all that a clause names: a long list of medicines is one clause. */
function isMishap(frame: Frame): boolean {
  const known = mishaps.get(frame) ?? toldIn([frame], []).some(({ act }) => act === 'double' || act === 'missed');
  mishaps.set(frame, known);
  return known;
}

/** "The shingles one": a jab is no illness. */
const OF_VACCINE = /^\s*(?:one|ones|jabs?|shots?|vaccin\w*|boosters?|immuni[sz]\w*)\b/i;
const VACCINE = /\b(?:jabs?|shots?|vaccin\w*|boosters?|immuni[sz]\w*|needles?)\b/i;
/** "Was it a bleed or what?": what it may have been is no complaint. */
const GUESSED =
  /\b(?:was|is|were|are|could|might|may|can) (?:it|that|this|they|those) (?:be |have been )?(?:an? |just |only |from |the )*$/i;
/** "Keep an eye for vomiting": what may come. */
const WATCHED =
  /\b(?:keep an eye (?:out )?(?:for|on)|wait and see for|watch(?:ing)? (?:out )?for|look(?:ing)? out for|alert for|in case of)\b[^.?!]*$/i;
/** "Pap, eyes, bowel": a procedure that is only named was not done. */
const DEED = /\b(?:had|have|has|having|did|done|got|gets?|getting|underwent|was|were|been|after|since|my|his|her)\b/i;

/** "The ER said …", "seeing the endocrinologist soon": a place or a plan without a day is no visit to keep. */
const VISITED =
  /\b(?:went|been|was|were|got|taken|rushed|admitted|hospitali[sz]ed|discharged|transferred|saw|seen|visited|met|spoke|talked|consulted|came|come|brought|presented|drove|stayed|spent|referred|appointment|appt|check-?up|follow)\w*\b/i;
const DAY =
  /\b(?:today|tonight|tomorrow|tmrw|yesterday|last (?:night|week|month|year)|next (?:week|month|year)|this (?:morning|afternoon|evening|week)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|\d)\b/i;

const DONE =
  /\b(?:took|take|taking|taken|started|start|using|used|use|had|have|has|been|swallowed|stopped|quit|since|yesterday|today|last|this|ago|now|diagnosed|got|feel|feeling|woke|again)\b/i;

/** Said of a medicine: that it was or is taken, not that it is talked of. */
const DOSED =
  /\b(?:took|take|taking|taken|started|start|using|used|swallowed|stopped|quit|on (?:it|the|my)|had (?:a|two|some|my)|been on|injected|put me on)\b/i;

/** "Can I have two?" asks for leave, however it was read. */
const FAILED = /\b(?:broke|broken|faulty|leaks?|leaking|stopped working|not working|ran out|run out|lost|recalled)\b/i;
const ASKS_LEAVE = /^\W*(?:can|may|could|should|shall|is it ok)\b/i;

/** "Hip is sore. Nurofen ok?", "They want to give me X for a chest infection. Problem?": why it is asked, not news. */
function isOccasion(kind: string, frame: Frame, frames: readonly Frame[]): boolean {
  const weighs = frames.some(
    ({ act, aspect, text }) => act === 'ask' && (aspect === 'safe' || aspect === 'stop' || ASKS_LEAVE.test(text)),
  );
  if (!weighs || kind === 'measurement' || kind === 'allergy') return false;
  if (frame.modality !== 'actual' || kind === 'symptom') return true;
  return !(kind === 'medication' ? DOSED : DONE).test(frame.text);
}

/** A question about what was does not tell that it is: "have I ever had a fit?" */
const ABOUT_RECORD = new Set<Frame['aspect']>([
  'have',
  'value',
  'when',
  'since',
  'count',
  'extreme',
  'visit',
  'tried',
  'list',
  'why-stopped',
  'said',
  'result',
  'explain',
  'effects',
  'risk',
  'goal',
  'due',
  'safe',
  'stop',
  'who',
  'written',
  'avoid',
  'culprit',
  'happened',
  'alternative',
  'next',
  'bring',
  'dose',
  'take',
  'purpose',
  'redone',
  'replaced',
  'trend',
  'compare',
]);

export interface Hold {
  what: string;
  why: string;
  effect: string;
  undo?: string;
}

/** "My PSA was 9.8", which stands only in a letter of somebody else that lies here by mistake: it is told, and not kept. */
export function isOfStranger({ view }: Chart, { kind, name, value }: Fact): boolean {
  const [observation] = kind === 'measurement' ? openCatalogue().linkAll({ name, kinds: ['observation'] }) : [];
  if (observation === undefined || (view.series.get(observation.id)?.length ?? 0) > 0) return false;
  return view.misfiled.some(
    ({ text }) =>
      text.includes(String(value)) &&
      openCatalogue()
        .find(text, { kinds: ['observation'] })
        .some(({ concept }) => concept.id === observation.id),
  );
}

/** What must be asked before a fact is stored, or nothing. */
export function holdOn(
  chart: Chart,
  fact: Record<string, unknown> & { kind: string; name: string },
  ordered = false,
): Hold | undefined {
  if (fact.kind === 'measurement' && isFuture(fact, chart.view.now))
    return {
      what: `Shall I keep ${lower(fact.name)} with the date ${sayDate(String(fact.time))}?`,
      why: 'That day lies in the future, and an entry says what was.',
      effect: 'The entry is stored with this date.',
      undo: 'Say "undo".',
    };
  if (fact.kind === 'measurement') return fact.experiencer === 'patient' ? leapHold(chart, fact) : undefined;
  if (fact.kind !== 'medication') return undefined;
  const concepts = openCatalogue()
    .linkAll({ name: fact.name, kinds: ['drug', 'drug_class'] })
    .map(({ id }) => id);
  const held = chart.view.medicines.filter(
    (item) => item.status === 'taken' && item.concepts.some((id) => concepts.includes(id)),
  );
  if (fact.change === 'stopped' || fact.negated === true) return stopHold(chart, fact.name, concepts, held, ordered);
  return doseHold(fact, concepts, held);
}

/** What a body keeps from one year to the next, and how many times more or less is more likely a slip than a change. */
const STEADY = new Map([
  ['observation:body_weight', 1.5],
  ['observation:body_height', 1.2],
]);
const STEADY_DAYS = 730;

/** "82 stone" of somebody with 84 kg: asked before it is kept; a number without a unit is asked for that first. */
function leapHold({ view }: Chart, fact: Record<string, unknown> & { name: string }): Hold | undefined {
  const [observation] = openCatalogue().linkAll({ name: fact.name, kinds: ['observation'] });
  const times = STEADY.get(observation?.id ?? '');
  const before = times === undefined ? undefined : latest(view, observation!.id);
  if (before === undefined || daysBetween(before.time, view.now) > STEADY_DAYS) return undefined;
  const told = typeof fact.value === 'number' ? fact.value : Number.NaN;
  const ratio = fact.unit === before.unit ? told / before.value : Number.NaN;
  if (!(ratio > times! || ratio < 1 / times!)) return undefined;
  return {
    what: `Is ${told} ${before.unit} right for ${lower(fact.name)}?`,
    why: `Your record says ${round(before.value)} ${before.unit} on ${sayDate(before.time)}, and a body does not change that much between.`,
    effect: 'With a yes it is stored as you said it, with a no it is left out.',
    undo: 'Afterwards "undo" takes it back.',
  };
}

const RECENT_DAYS = 200;

/** "My INR was 4.6, what does that mean?" of somebody whose record holds that 4.6: nothing new is told. */
export function isOnRecord({ view }: Chart, fact: Record<string, unknown> & { kind: string; name: string }): boolean {
  if (fact.kind !== 'measurement' || fact.time !== undefined || typeof fact.value !== 'number') return false;
  const [observation] = openCatalogue().linkAll({ name: fact.name, kinds: ['observation'] });
  const held = observation === undefined ? [] : (view.series.get(observation.id) ?? []);
  return held.some(
    ({ value, original, time }) =>
      (value === fact.value || original.value === fact.value) && daysBetween(time, view.now) < RECENT_DAYS,
  );
}

const OF_THE_PAST = new Set(['medication', 'condition', 'symptom', 'allergy']);

/** "Out of it until Wednesday", "I start it on Monday": what is not yet is no entry. */
export function isAhead({ view }: Chart, fact: Record<string, unknown> & { kind: string }): boolean {
  return OF_THE_PAST.has(fact.kind) && isFuture(fact, view.now);
}

function isFuture({ time }: Record<string, unknown>, now: string): boolean {
  return typeof time === 'string' && time.slice(0, 10) > now.slice(0, Math.min(10, time.length));
}

function stopHold(
  chart: Chart,
  name: string,
  concepts: readonly string[],
  held: readonly MedicineView[],
  ordered: boolean,
): Hold | undefined {
  const catalogue = openCatalogue();
  const risky = concepts.some(
    (id) => catalogue.get(id)?.drug?.high_risk || [...catalogue.ancestors(id)].some((each) => RISKY.has(each)),
  );
  if (!ordered && (!risky || held.length === 0)) return undefined;
  const [concern] = concernsOf(
    chart.view,
    concepts.map((concept) => ({ concept, act: 'stopped' as const })),
    [],
    [],
  ).filter(
    ({ fresh, severity, concepts: about }) =>
      fresh && severity !== 'worth_knowing' && about.some((id) => concepts.includes(id)),
  );
  const why =
    concern === undefined
      ? `${drugName(held[0]?.name ?? name)} is a medicine that should not be left off without a doctor.`
      : `${sentence(concern.say)} ${sentence(concern.do.what)}`;
  const [paper] = findPassages(chart, { concepts, words: contentWords('stop stopped suddenly never'), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark }) => !remark && /\b(?:stop\w*|pause\w*|leave out|suddenly|off)\b/i.test(text));
  const said = paper === undefined ? '' : ` Your ${lower(paper.title)} says: "${paper.text}"`;
  const [doctor] = held.flatMap(({ uuid }) => chart.people(uuid));
  return {
    what: `Shall I note ${drugName(held[0]?.name ?? name)} as stopped?`,
    why: `${why}${said}${doctor === undefined ? '' : ` Call ${doctor} today before you leave it off.`}`,
    effect: 'Your list will say that it is no longer taken, and what rests on the list will no longer count with it.',
    undo: 'Say "undo".',
  };
}

/** Classes in which leaving off or a wrong dose harms soon. */
const RISKY = new Set([
  'class:anticoagulant',
  'class:antiplatelet',
  'class:insulins',
  'class:antiepileptic',
  'class:systemic_corticosteroid',
  'class:immunosuppressant',
  'class:beta_blocker',
  'class:antipsychotic',
  'class:antidepressant',
  'class:opioid',
  'class:mood_stabilizer',
  'class:antiarrhythmic',
  'class:antiretroviral',
  'class:parkinson_medicine',
  'class:thyroid_hormone',
  'class:benzodiazepine',
]);
const TENFOLD = 5;

/** Several times what is usual, or what was taken until now. */
function doseHold(
  fact: Record<string, unknown> & { name: string },
  concepts: readonly string[],
  held: readonly MedicineView[],
): Hold | undefined {
  const amount = /^(\d+(?:[.,]\d+)?)\s*(mg|g|ug|µg|mcg|units?|iu)\b/i.exec(String(fact.dose ?? ''));
  if (amount === null) return undefined;
  const [value, unit] = [Number(amount[1]!.replace(',', '.')), amount[2]!.toLowerCase()];
  const usual = concepts.map((id) => openCatalogue().get(id)?.drug?.dose).find((dose) => dose !== undefined);
  const milligrams = inMilligrams(value, unit);
  const most = usual === undefined ? undefined : inMilligrams(usual.max, usual.unit.toLowerCase());
  const before = held.find(
    ({ dose, unit: of }) => dose !== null && of !== null && inMilligrams(dose, of.toLowerCase()) !== undefined,
  );
  const was = before === undefined ? undefined : inMilligrams(before.dose!, before.unit!.toLowerCase());
  const tooMuch =
    milligrams !== undefined &&
    ((most !== undefined && milligrams > most * 1.5) || (was !== undefined && milligrams >= was * TENFOLD));
  if (!tooMuch) return undefined;
  return {
    what: `Is ${fact.dose} of ${drugName(fact.name)} right?`,
    why: `${was === undefined ? `At most ${usual!.max} ${usual!.unit} a day is usual.` : `Your list says ${before!.dose} ${before!.unit}.`} Do not take more than was prescribed; if you already did, call your doctor or poison control now.`,
    effect: 'The dose is stored as you said it.',
    undo: 'Say "undo".',
  };
}

function inMilligrams(value: number, unit: string): number | undefined {
  if (unit === 'mg') return value;
  if (unit === 'g') return value * 1000;
  return ['ug', 'µg', 'mcg'].includes(unit) ? value / 1000 : undefined;
}

/** The units in which a bare number is a plausible single dose of this drug; one alone may be assumed. */
export function plausibleDoseUnits(name: string, value: number): string[] {
  const drugs = openCatalogue().linkAll({ name, kinds: ['drug', 'drug_class'] });
  const dose = drugs.map(({ drug }) => drug?.dose).find((each) => each !== undefined);
  if (drugs.some(({ id }) => openCatalogue().isA(id, 'class:insulins'))) return ['units'];
  if (dose === undefined) return [];
  const unit = dose.unit.toLowerCase();
  if (inMilligrams(1, unit) === undefined) return [dose.unit];
  const [low, high] = [inMilligrams(dose.min, unit)! / 6, inMilligrams(dose.max, unit)! * 1.5];
  return ['mg', 'ug', 'g'].filter((each) => inMilligrams(value, each)! >= low && inMilligrams(value, each)! <= high);
}
