/**
 * For who must answer before all else: the worst that a message makes with the record, what papers say to do about it, and
 * whether what sounded like a danger is none.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Fact } from '../clinical/index.ts';
import { stem, wordsIn } from '../text/index.ts';
import { plansFor } from './answers/plan-cases.ts';
import { type Chart, emptyChart } from './chart.ts';
import { belongs } from './choosing.ts';
import { type Concern, concernsOf, whomFor } from './concern.ts';
import { isWithin } from './concerns/intake.ts';
import { situationOf } from './concerns/situation.ts';
import type { Desk } from './desk.ts';
import { type Ended, endedIn } from './evidence/ended.ts';
import { type Found, inContext, type Passage, stemsOf } from './evidence/passages.ts';
import { contentWords } from './evidence/words.ts';
import { openFootnotes } from './footnotes.ts';
import { readMessage } from './frames/index.ts';
import { asPatient } from './frames/kin.ts';
import { toldAct } from './frames/manner.ts';
import { writeOut } from './frames/speech.ts';
import { subjectsIn } from './frames/subjects.ts';
import { factsIn, toldIn } from './frames/told.ts';
import { pattern } from './patterns.ts';
import { LOCAL } from './slight.ts';
import { type Frame, NO_FOCUS, type Subject } from './types.ts';
import { drugName, lower } from './wording.ts';

interface Heard {
  readonly chart: Chart;
  readonly message: string;
  readonly now: string;
}

/** The worst concerns that what a message tells makes with the record: for who must answer before all else. */
export function dangersOf({ chart, message, now }: Heard): (Concern & { whom: string })[] {
  const said = asPatient(message, chart.view) ?? message;
  const { frames, text } = readMessage(said, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now, chart.view));
  const all = concernsOf(chart.view, told, [], []).filter(({ severity }) => severity !== 'worth_knowing');
  const found = all.filter(({ fresh }) => fresh);
  const critical = found
    .filter(({ severity }) => severity === 'critical')
    .toSorted((a, b) => Number(b.family === 'crises') - Number(a.family === 'crises'));
  const desk: Desk = {
    ...{ chart, now, notes: openFootnotes(), focus: NO_FOCUS, message: text, frames, told, facts: [] },
    ...{ said: new Map(), heard: [], quoted: new Set() },
  };
  const worst = [...critical, ...found.filter((concern) => !critical.includes(concern))];
  const beside = all.filter((concern) => !concern.fresh && belongs(concern, worst.slice(0, MOST_DANGERS)));
  return [...worst.slice(0, MOST_DANGERS), ...beside.slice(0, MOST_BESIDE)].map((concern) => ({
    ...concern,
    whom: whomFor(desk, concern),
  }));
}

const MOST_DANGERS = 4;
const MOST_BESIDE = 2;

/** What of a record is there now, by kinds of concepts: one entry for each kind, in the order of the kinds. */
export function heldOf(
  { view }: Chart,
  kinds: readonly (readonly string[])[],
): { at: number; uuid: string; label: string; name: string; time: string | null }[] {
  const catalogue = openCatalogue();
  const all = [
    ...view.conditions.filter(({ status }) => status === 'active').map((item) => ({ item, time: item.onset })),
    ...view.procedures.filter(({ status }) => status !== 'not-done').map((item) => ({ item, time: item.time })),
    ...view.medicines.filter(({ status }) => status === 'taken').map((item) => ({ item, time: item.start })),
  ];
  return kinds.flatMap((ids, at) => {
    const found = all.find(({ item }) => item.concepts.some((id) => ids.some((each) => catalogue.isA(id, each))));
    if (found === undefined) return [];
    const { uuid, label, name } = found.item;
    return [{ at, uuid, label, name: label === 'IntakeRegimen' ? drugName(name) : lower(name), time: found.time }];
  });
}

/** What is told to have been given although this record ended it. */
export function endedOf({ chart, message, now }: Heard): Ended[] {
  const { frames, text } = readMessage(asPatient(message, chart.view) ?? message, chart, NO_FOCUS, now);
  return endedIn(chart, toldIn(frames, factsIn(text, now)));
}

const SAYS_PAPER = pattern('paper_says');
const PAPER = /\b(?:letters?|notes?)\b/i;

/** "It says in one of the letters …": the letter that was taken for a farewell is one of the doctor's. */
export function isOfPaper(message: string, words: string): boolean {
  return PAPER.test(words) && SAYS_PAPER.test(message);
}

/** What papers tell to do about what a message tells, nearest in meaning first: for who must answer before all else. */
export function plansIn({
  chart,
  message,
  now,
}: Heard): { passage: Passage; text: string; near: number; fit: number; acts: boolean; isNow: boolean }[] {
  const { frames, text } = readMessage(message, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now)).map(({ concept }) => concept);
  const signs = told.filter((id) => /^(?:symptom|condition):/.test(id));
  const rank = (found: Found) =>
    Math.max(found.near, found.fit ?? 0) +
    PER_SIGN * namedIn(found.passage, signs) +
    (ACTS_NOW.test(found.passage.text) ? PER_SIGN : 0);
  return (
    plansFor(chart, text, told)
      .filter(({ near, score, fit }) => fit !== undefined || near >= LEAST_NEAR || score >= LEAST_SCORE)
      .filter(({ near, passage, fit }) => fit !== undefined || near >= SURE_NEAR || namedIn(passage, told) > 0)
      // A list of tablets that was near in its words is no plan for a sign.
      .filter(({ passage, fit }) => fit !== undefined || isPlan(passage) || namedIn(passage, signs) > 0)
      .toSorted((a, b) => rank(b) - rank(a))
      .map(({ passage, near, fit = 0 }) => ({
        acts: isPlan(passage),
        isNow: ACTS_NOW.test(passage.text) || ACTS_SOON.test(passage.text),
        passage,
        text: inContext(passage)
          .map(({ text: said }) => said)
          .join(' '),
        near,
        fit,
      }))
  );
}

function isPlan({ text }: Passage): boolean {
  return DOES.test(text) || ACTS_NOW.test(text);
}

/** How many of the signs a sentence names: a plan for just these stands before one that only sounds alike. */
function namedIn({ text }: Passage, signs: readonly string[]): number {
  const catalogue = openCatalogue();
  const named = catalogue
    .find(text, { kinds: ['symptom', 'condition', 'drug', 'drug_class', 'food'] })
    .map(({ concept }) => concept.id);
  return signs.filter((sign) => named.some((id) => catalogue.isA(id, sign) || catalogue.isA(sign, id))).length;
}

const PER_SIGN = 0.15;
/** A paper that says what to do in the worst case, not what is never to be given. */
const ACTS_NOW =
  /\b(?:ambulance|999|112|911|emergency department|a&e|hospital|inject|injection|spray|glucagon|rescue|straight away|at once)\b/i;
/** Somebody is called or a dose is taken: what one does at once, unlike readings that are taken for a week. */
const ACTS_SOON = /\b(?:call|ring|phone|go to|come in|be seen|double|press)\b|\btake \d/i;
/** A sentence that tells what to do, not only what holds: of a warning nobody can be told to "do that now". */
const DOES = /\b(?:call|ring|phone|take|give|use|go to|double|press|drink|lie|stop taking|come in|be seen)\b/i;
/** A paper that names nothing of what is told must come so near in its sense. */
const SURE_NEAR = 0.4;
const LEAST_NEAR = 0.36;
const LEAST_SCORE = 5;

/**
 * Whether a guessed danger is none: what is read in the message is a missed dose, a medicine that somebody else takes, or a question
 * about one, and no sign, no value and no overdose beside it.
 */
export function isCalm(message: string, rule: string, now: string): boolean {
  const { frames, text } = readMessage(message, null, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  const named = frames.flatMap(({ subjects }) => subjects);
  const ofMedicines = named.some(
    ({ kind, id }) => kind === 'drug' || kind === 'drug_class' || id === 'thing:medicines',
  );
  const signs = named.filter(({ kind }) => kind === 'symptom' || kind === 'condition');
  const facts = factsIn(text, now);
  if (rule !== 'suicide' && isExplained(signs, named, facts) && !UNABLE.test(message)) return true;
  if (rule === 'danger' && told.length === 0 && isOnlyRead(frames, text)) return true;
  if (!ofMedicines || signs.length > 0 || told.some(({ act, count = 2 }) => act === 'measured' || count > A_FEW))
    return false;
  /** What was taken twice has rules of its own, which know the medicine. */
  if (rule !== 'suicide' && told.some(({ act }) => act === 'double')) return true;
  if (rule !== 'suicide' && frames.some(({ act }) => act === 'command' || act === 'correct')) return true;
  /** "Put it down as 5 mg": what is taken is told, and no danger is named. */
  if (rule === 'danger' && told.length > 0 && told.every(({ act, value }) => act === 'takes' && value !== undefined))
    return true;
  const ofOthers = facts.some(({ kind, experiencer }) => kind === 'medication' && experiencer !== 'patient');
  if (rule !== 'suicide' && told.length === 0 && ofOthers) return true;
  /** What a paper is said to say is no deed. */
  if (rule === 'danger' && SAYS_PAPER.test(message) && !told.some(({ act }) => act === 'took' || act === 'double'))
    return true;
  const isMissed = ({ text: clause, subjects }: Frame) => toldAct(clause, subjects) === 'missed';
  /** Beside a missed dose nothing else may be said where it sounded like a wish to die. */
  const missed = rule === 'suicide' ? frames.every(isMissed) : frames.some(isMissed);
  return missed || (rule !== 'suicide' && frames.some(({ act }) => act === 'ask'));
}

const A_FEW = 3;
const SAID_BY_PAPER = pattern('said_by_paper');
const OF_READING = pattern('words_of_reading');

/**
 * "It says in my papers I've got diabetes. Nobody told me!": illnesses and medicines that a paper names, and not a word more.
 * Any other word may be the sign that sounded like danger.
 */
function isOnlyRead(frames: readonly Frame[], text: string): boolean {
  const named = stemsOf(frames.flatMap(({ subjects }) => subjects.map(({ text: said }) => said)).join(' '));
  const isIll = frames.every(({ subjects }) => subjects.every(({ kind }) => kind !== 'symptom'));
  const others = wordsIn(text).filter(({ lower }) => contentWords(lower).size > 0 && !OF_READING.test(lower));
  return (
    isIll &&
    frames.some((frame) => SAID_BY_PAPER.test(frame.text)) &&
    others.every(({ lower }) => named.has(stem(lower)))
  );
}

/** Whether all that is told to have been taken is known to lie within what this person may have, with no sign beside it. */
export function isDayDose({ chart, message, now }: Heard): boolean {
  const { frames, text } = readMessage(message, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  const situation = situationOf({ record: chart.view, told });
  const taken = situation.told.filter(({ concepts: [id = ''], act }) => isDrug(id) && TAKEN.has(act!));
  return (
    taken.length > 0 &&
    taken.every((item) => isWithin(item, situation)) &&
    told.every(({ concept }) => !/^(?:symptom|condition):/.test(concept) || isTreatedBy(taken, concept))
  );
}

/**
 * Whether all that sounded like a poisoning is one dose of insulin given twice, with no sign beside it: rules say what to
 * measure, what to eat and whom to call, which is more than an ambulance's number. Of a child, or of an amount, it is an alarm.
 */
export function isSecondDose({ chart, message, now }: Heard): boolean {
  if ((chart.view.age ?? ADULT) < ADULT || CHILD.test(message)) return false;
  const { frames, text } = readMessage(message, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  const taken = told.filter(({ concept, act }) => isDrug(concept) && TAKEN.has(act));
  return (
    taken.length > 0 &&
    taken.every(
      ({ concept, act, value, count = 2 }) =>
        act === 'double' && value === undefined && count <= 2 && openCatalogue().isA(concept, 'class:insulins'),
    ) &&
    told.every(({ concept, act }) => act !== 'measured' && !/^(?:symptom|condition):(?!.*diabetes)/.test(concept)) &&
    asPatient(message, { sex: null, age: null }) === undefined
  );
}

const isDrug = (id: string) => /^(?:drug|class):/.test(id);
const TAKEN = new Set<string>(['took', 'takes', 'double']);

/** "Six paracetamol for my back pain": what it was taken for is no sign of too much of it. */
function isTreatedBy(taken: readonly { concepts: readonly string[] }[], sign: string): boolean {
  const catalogue = openCatalogue();
  return taken.some(({ concepts }) =>
    concepts.some((id) => catalogue.isA(id, 'class:painkiller') && /pain|ache|cramp|fever/.test(sign)),
  );
}

/**
 * Whether somebody else took what can poison, or a child got hold of a medicine: the rules weigh which it was and how much,
 * whoever it is. What the person of the record took is answered with that record.
 */
export function isPoisoned({ chart, message, now }: Heard): boolean {
  if (isTakenByTheDozen({ chart, message, now })) return true;
  const isChild = CHILD.test(message) || (chart.view.age ?? ADULT) < SMALL;
  const isHeld = isChild && tellsOfHold(message);
  const said = asPatient(message.replace(CHILD, 'my son'), { sex: null, age: null });
  if (said === undefined && !isHeld) return false;
  const { frames, text } = readMessage(said ?? message, said === undefined ? chart : null, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now)).filter(({ act }) => TAKEN.has(act));
  if (isHeld) return told.some(({ concept }) => isDrug(concept));
  return concernsOf(emptyChart(now).view, told, [], []).some(
    ({ fresh, severity, do: { by } }) => fresh && severity === 'critical' && by === 'now',
  );
}

const COUNTED = /\b(?:\d{2,3}|ten|twelve|dozen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|handful)\b/i;
const DOZEN = 10;

/** "About 20 fluoxetine": whatever it is and whoever took it, so many at once are no dose. */
function isTakenByTheDozen({ chart, message, now }: Heard): boolean {
  if (!COUNTED.test(message)) return false;
  const { frames, text } = readMessage(message, null, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  return (
    told.some(({ concept, act, count = 0 }) => isDrug(concept) && act === 'double' && count >= DOZEN) &&
    !isDayDose({ chart, message, now })
  );
}

/** "Ate two of grandad's pills", not "ate breakfast and took his pills": what somebody got hold of is a medicine. */
export function tellsOfHold(message: string): boolean {
  return [...message.matchAll(GOT_HOLD)].some(({ index, 0: verb }) => {
    const [thing = ''] = message.slice(index + verb.length).split(NEXT_DEED, 1);
    return MEDICINE.test(thing) || openCatalogue().find(thing, { kinds: ['drug', 'drug_class'] }).length > 0;
  });
}

const ADULT = 16;
const SMALL = 7;
const CHILD = pattern('small_child');
const GOT_HOLD = new RegExp(pattern('got_hold'), 'gi');
const NEXT_DEED = pattern('next_deed');
const MEDICINE = pattern('medicine_forms');

const FALL = 'symptom:fall';
/** Who can not do it any more is not calm. */
const UNABLE = /\b(?:can(?:['’]?t|not| not)|unable|not able|could(?:n['’]?t| not))\b/i;

/** "My jaw hurts since the tooth came out": an ache of one place, after something that was done to it, and no sign beside it. */
function isExplained(signs: readonly Subject[], named: readonly Subject[], facts: readonly Fact[]): boolean {
  const isLocal = ({ name }: Fact) =>
    openCatalogue()
      .linkAll({ name, kinds: ['symptom', 'condition'] })
      .some(({ id }) => LOCAL.has(id) || id === FALL) ||
    /\b(?:sore|ach\w*|hurts?|pain\w*|fell|fall|injur\w*)\b/i.test(name);
  return (
    facts.filter(({ kind }) => kind === 'symptom' || kind === 'condition').every(isLocal) &&
    signs.some(({ id }) => LOCAL.has(id)) &&
    signs.every(({ id }) => LOCAL.has(id) || id === FALL) &&
    named.some(
      ({ kind, id }) => id === FALL || (kind === 'procedure' && openCatalogue().isA(id, 'procedure:operation')),
    )
  );
}

/** The concepts of signs and conditions that a message names. */
export function signsIn(message: string): string[] {
  return subjectsIn(writeOut(message))
    .filter(({ kind }) => kind === 'symptom' || kind === 'condition')
    .flatMap(({ id, alike = [] }) => [id, ...alike]);
}
