/** What a message tells, in the terms of the concerns: which concept, what was done, which value, how much it changed. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { extractFacts, type Fact } from '../../clinical/index.ts';
import { ALL_MEDICINES } from '../concerns/situation.ts';
import type { Told } from '../concerns/types.ts';
import type { PatientView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { inOwnUnit } from '../writes/own-unit.ts';
import { type Amount, amountOf } from './amounts.ts';
import { isQuestion } from './clause.ts';
import { daysWithout } from './gaps.ts';
import { isOnlyNamed } from './landmarks.ts';
import { isLongAgo, toldAct } from './manner.ts';
import { valuesIn } from './values.ts';

/** Facts as the clinical reader sees them, offsets into the text in the first person; bare numbers in the record's own units. */
export function factsIn(text: string, now: string, view?: PatientView): Fact[] {
  const facts = extractFacts(text, { now: `${now.slice(0, 10)}T12:00:00Z` });
  return view === undefined ? facts : facts.map((fact) => inOwnUnit(view, fact));
}

export function toldIn(frames: readonly Frame[], facts: readonly Fact[]): Told[] {
  const told = frames
    .filter(({ act }) => act === 'tell' || act === 'command')
    .flatMap((frame) => toldOf(isQuoted(frame, frames) ? withoutQuoted(frame) : frame, facts));
  const asked = frames.filter(({ act }) => act === 'ask').flatMap((frame) => toldInQuestion(frame, facts));
  const quoted = frames.filter((frame) => isQuoted(frame, frames) && !I_TOOK.test(frame.text));
  const own = facts.filter((fact) => !quoted.some(({ start, end }) => fact.start >= start && fact.end <= end));
  const seen = new Set<string>();
  return [...allergiesIn(facts), ...changesIn(own), ...told, ...asked].filter(
    ({ concept, act }) => !seen.has(`${concept}|${act}`) && seen.add(`${concept}|${act}`) !== undefined,
  );
}

const QUOTES = pattern('paper_says');

/** "It says that I have a pacemaker. Have I?": what a paper or a neighbour is said to say, and is asked about, is no news. */
export function isQuoted({ text }: Frame, frames: readonly Frame[]): boolean {
  return QUOTES.test(text) && frames.some(({ act }) => act === 'ask');
}

/** What is done or taken by the word of a paper alone is weighed where it is asked about, not as taken. */
function withoutQuoted(frame: Frame): Frame {
  const isTaken = I_TOOK.test(frame.text);
  return {
    ...frame,
    subjects: frame.subjects.filter(({ kind }) => kind !== 'procedure' && (isTaken || !SUBSTANCES.has(kind))),
  };
}

const ALLERGENS = ['allergen', 'drug', 'drug_class', 'food'] as const;

/** "I'm allergic to penicillin": of the patient, and said as a fact. */
export function allergiesIn(facts: readonly Fact[]): Told[] {
  return facts
    .filter(
      ({ kind, certainty, experiencer }) => kind === 'allergy' && certainty === 'affirmed' && experiencer === 'patient',
    )
    .flatMap(({ name }) => openCatalogue().link({ name, kinds: ALLERGENS }) ?? [])
    .map(({ id, name }) => ({ concept: id, name, act: 'allergic' as const }));
}

/** What the patient says that they take. */
export function takenIn(facts: readonly Fact[]): Told[] {
  return facts
    .filter(
      ({ kind, certainty, experiencer, change }) =>
        kind === 'medication' && certainty === 'affirmed' && experiencer === 'patient' && change !== 'stopped',
    )
    .flatMap(({ name }) => openCatalogue().link({ name, kinds: ['drug', 'drug_class'] }) ?? [])
    .map(({ id, name }) => ({ concept: id, name, act: 'takes' as const }));
}

const A_DAY = 86_400_000;
const MOST_DAYS = 31;

/** "84.3 this morning and 81.9 on Thursday": two values of two days tell how much it changed, and how fast. */
function changesIn(facts: readonly Fact[]): Told[] {
  const dated = facts.filter(
    ({ kind, value, time, code, experiencer, certainty }) =>
      kind === 'measurement' &&
      typeof value === 'number' &&
      time !== undefined &&
      time.length >= 10 &&
      code !== undefined &&
      experiencer === 'patient' &&
      certainty === 'affirmed',
  );
  return [...Map.groupBy(dated, ({ code, unit }) => `${code!.code} ${unit ?? ''}`).values()].flatMap((same) => {
    const [first, last] = [
      same.toSorted((a, b) => a.time!.localeCompare(b.time!))[0]!,
      same.toSorted((a, b) => b.time!.localeCompare(a.time!))[0]!,
    ];
    const days = (Date.parse(last.time!.slice(0, 10)) - Date.parse(first.time!.slice(0, 10))) / A_DAY;
    const concept = openCatalogue().link({ name: first.name, codes: [first.code!], kinds: ['observation'] });
    const unit = concept?.observation?.unit;
    const isOwn = first.unit === undefined || first.unit === unit;
    if (concept === undefined || !isOwn || days < 1 || days > MOST_DAYS) return [];
    const change = Math.round((Number(last.value) - Number(first.value)) * 100) / 100;
    return [{ concept: concept.id, act: 'changed' as const, change, days }];
  });
}

const SUBSTANCES = new Set(['drug', 'drug_class', 'food', 'vaccine', 'allergen']);
const PROBLEMS = new Set(['condition', 'symptom']);

function toldOf(frame: Frame, facts: readonly Fact[]): Told[] {
  const { subjects, text, modality } = frame;
  const act = inStore(toldAct(text, subjects), text);
  const longAgo = isLongAgo(text.split(ASIDE)[0]!, subjects);
  const found: Told[] = [...valuesIn(frame, facts), ...(longAgo ? [] : heardIn(frame, facts))];
  for (const subject of subjects) {
    if (isDenied(subject, frame, facts) || isOnlyNamed(subject, text)) continue;
    if (isOfOthers(subject, frame, facts) && !(SUBSTANCES.has(subject.kind) && I_TOOK.test(text))) {
      if (subject.kind === 'condition') found.push({ concept: subject.id, name: subject.text, act: 'exposed' });
      continue;
    }
    const told = { concept: subject.id, name: subject.text };
    if (subject.id === ALL_MEDICINES) {
      const isNamed = subjects.some(({ kind }) => SUBSTANCES.has(kind));
      if (!isNamed && (act === 'missed' || act === 'stopped' || act === 'double'))
        found.push({ ...told, act, ...countOfAll(subject, text) });
      continue;
    }
    if (SUBSTANCES.has(subject.kind)) {
      if (modality === 'hypothetical' || (modality === 'offered' && isRuledOut(subject, frame, facts))) continue;
      const means =
        modality === 'offered'
          ? 'offered'
          : act === undefined || act === 'plans'
            ? modality === 'planned'
              ? 'offered'
              : 'takes'
            : act;
      const taken = takenOf(subject, text, act === undefined && modality === 'actual' ? undefined : means);
      found.push({ ...told, act: means, ...doseOf(subject, frame, facts), ...taken });
      /** Three days without it are no forgotten dose: what stopping does has begun. */
      if (means === 'missed' && (daysWithout(text) ?? 0) >= LONG_GAP) found.push({ ...told, act: 'stopped' });
    } else if (PROBLEMS.has(subject.kind)) {
      if (longAgo || (subject.kind === 'condition' && isPrevented(subject.text, frame))) continue;
      if (isExposure(subject, text)) found.push({ ...told, act: 'exposed' });
      else if (modality === 'actual' || act === 'plans' || isFelt(subject, frame) || isWished(subject, frame))
        found.push({ ...told, act: isPlan(subject) ? 'plans' : 'has' });
    } else if (subject.kind === 'procedure')
      found.push({
        ...told,
        act: act === 'missed' ? act : modality === 'planned' || act === 'plans' ? 'plans' : 'has',
      });
  }
  return found;
}

const STORED =
  /\b(?:in (?:the|his|her|my|our|a) (?:cupboard|fridge|bag|drawer|school|office|house|car|box|cabinet|rucksack|classroom|kit)|left over|spare|on the shelf|at school|at home)\b/i;

/** "2 pens in the cupboard": so many are there, and none was given twice. */
function inStore<A extends string>(act: A | undefined, text: string): A | undefined {
  return act === 'double' && STORED.test(text) && !DEED.test(text) ? undefined : act;
}

const LONG_GAP = 2;

/** "I took my brother's tablets": whose they are does not say who took them. */
const I_TOOK =
  /(?:^|\b(?:i|we|and))(?:['’]ve| have)? ?(?:\w+ ){0,2}(?:took|taken|had|swallowed|ate|eaten|drank|drunk|popped|used|injected)\b/i;

/** "… though I went through the change years ago", "like last time": what is only said beside it does not make it past. */
const ASIDE = pattern('said_beside');

const LOOKS_BACK = new Set<Frame['aspect']>([
  'why-stopped',
  'when',
  'who',
  'tried',
  'since',
  'said',
  'count',
  'purpose',
]);

/** "When did I miss …?", not "missed it on Saturday, wait till Tuesday?" */
const ASKS_BACK = /^\W*(?:when|who|since|how|why|what|which|did|have|has)\b/i;

/** "Can I take two?" tells of nothing that was done. */
const DEED =
  /\b(?:took|taken|had|gave|given|swallowed|doubled|injected|used|drank|drunk|ate|eaten|popped|overdose\w*|accidentally|by mistake)\b/i;

/** "I have a bladder infection and was offered X. OK?": what a question tells beside what it asks. */
function toldInQuestion(frame: Frame, facts: readonly Fact[]): Told[] {
  const { subjects, text } = frame;
  const act = toldAct(text, subjects);
  const named = subjects.some(({ kind }) => SUBSTANCES.has(kind));
  const looksBack = LOOKS_BACK.has(frame.aspect) && (act !== 'missed' || ASKS_BACK.test(text));
  const done = ((act === 'double' && DEED.test(text)) || act === 'missed' || act === 'stopped') && !looksBack;
  return [
    ...valuesIn(frame, facts),
    ...subjects
      .filter(
        (subject) => PROBLEMS.has(subject.kind) && (isOfOthers(subject, frame, facts) || isExposure(subject, text)),
      )
      .map(({ id, text: name }) => ({ concept: id, name, act: 'exposed' as const })),
    ...(done
      ? subjects
          .filter(
            ({ kind, id }) =>
              SUBSTANCES.has(kind) || (kind === 'procedure' && act === 'missed') || (id === ALL_MEDICINES && !named),
          )
          .map(({ id, text: name }) => ({ concept: id, name, act }))
      : []),
    ...subjects
      .filter(
        (subject) =>
          PROBLEMS.has(subject.kind) &&
          !isDenied(subject, frame, facts) &&
          !isOnlyNamed(subject, text) &&
          (isNamedAlone(subject, frame) || isToldBeside(frame) || isTestedPositive(subject, frame)),
      )
      .map(({ id, text: name }) => ({ concept: id, name, act: 'has' as const })),
  ];
}

/** "One leg swollen": named and nothing asked of it. */
function isNamedAlone({ kind }: Subject, { text, inherited }: Frame): boolean {
  return kind === 'symptom' && !isQuestion(text) && !inherited;
}

/** "Did a test and it's positive, what now?" */
function isTestedPositive({ id }: Subject, { text }: Frame): boolean {
  return id === 'condition:pregnancy' && /\btest\b.*\bpositive\b/i.test(text);
}

function isToldBeside({ text, aspect }: Frame): boolean {
  return (
    /\b(?:i have|i am|i've|my|i got|i feel)\b/i.test(text) &&
    /\b(?:now|today|since|am|feel|yesterday|this morning|last night|again)\b/i.test(text) &&
    aspect !== 'have' &&
    aspect !== 'when'
  );
}

/** "The flu squirt": in a clause that names a vaccine, its disease is what it is against. */
export function isPrevented(name: string, { subjects }: Frame): boolean {
  const catalogue = openCatalogue();
  const disease = catalogue.link({ name, kinds: ['condition'] });
  const words = [name, ...(disease?.names ?? [])].map((each) => each.toLowerCase());
  return subjects
    .filter(({ kind }) => kind === 'vaccine')
    .flatMap(({ id }) => [id, ...catalogue.ancestors(id)])
    .flatMap((id) => catalogue.get(id)?.names ?? [])
    .some((said) => words.some((word) => said.toLowerCase().split(' ').includes(word)));
}

/** What the clinical reader heard where the catalogue found no name: "haven't pooped in 6 days". */
function heardIn(frame: Frame, facts: readonly Fact[]): Told[] {
  const { start, end, subjects, modality, text } = frame;
  if (modality !== 'actual' && modality !== 'planned') return [];
  return facts
    .filter(
      (fact) =>
        (fact.kind === 'symptom' || fact.kind === 'condition') &&
        fact.start >= start &&
        fact.start < end &&
        fact.certainty === 'affirmed' &&
        fact.experiencer === 'patient' &&
        fact.historical === undefined &&
        !isOnlyNamed({ kind: fact.kind as Subject['kind'], start: fact.start - start, end: fact.end - start }, text),
    )
    .flatMap(({ name }) => openCatalogue().link({ name, kinds: ['symptom', 'condition'] }) ?? [])
    .filter(({ id, name }) => !subjects.some((subject) => subject.id === id) && !isPrevented(name, frame))
    .map(({ id, name }) => ({ concept: id, name, act: 'has' as const }));
}

const NEAR_IT = pattern('near_illness');
const KIN_HAS = pattern('others_have');

/** "There is chicken pox in class 2": others have it; "I caught it" is one's own. */
export function isAmongOthers({ text }: Frame): boolean {
  return NEAR_IT.test(text) && !/\bcaught\b/i.test(text);
}

/** Somebody near has it, or it is going round: what others have is told because it may be caught. */
function isExposure({ kind, start, end }: Subject, text: string): boolean {
  if (kind !== 'condition') return false;
  return (
    NEAR_IT.test(text) || KIN_HAS.test(text.slice(0, start)) || /^\W*(?:exposure|contact)\b/i.test(text.slice(end))
  );
}

const MANY = /^(?:a handful|handful|a bunch|bunch|loads|lots|all|a packet|the whole|half a packet)/i;
const HANDFUL = 10;
/** So many at one time are no dose, unless it is known to be one. */
const AT_ONCE = 4;
const MISHAP = /\b(?:mistake|accident\w*|wrong|too (?:many|much)|double\w*|twice|extra|instead)\b/i;

/** "I took 8 clozapine": tablets, where no unit of weight is said. */
function takenOf(subject: Subject, text: string, act: Told['act'] | undefined): Partial<Told> {
  /** Five beers are no tablets. */
  if (subject.kind === 'food') return act === 'double' ? { act: 'took' } : {};
  if (act !== undefined && act !== 'took' && act !== 'takes' && act !== 'double') return {};
  if (MANY.test(text.slice(0, subject.start).replace(/^.*\b(?:took|taken|swallowed|had)\s+/i, '')))
    return { count: HANDFUL, act: 'double' };
  const amount = inUnits(subject, amountOf(subject, text));
  const { count = 1, perDay } = amount;
  /** "About 15 aspirin through the day": so many, and no word of a habit. */
  const isTold = act === 'took' || (act === undefined && perDay === undefined);
  return { ...amount, ...(isTold && count >= AT_ONCE && { act: 'double' as const }) };
}

const INSULINS = 'class:insulins';

/** "12 lantus": insulin is counted in units, not in pieces. */
function inUnits({ id }: Subject, amount: Amount): Amount {
  const { count = 0, value, ...rest } = amount;
  if (value !== undefined || count < AT_ONCE || !openCatalogue().isA(id, INSULINS)) return amount;
  return { ...rest, value: count, unit: '[IU]', total: true };
}

/** "My three tablets": how many of all, where nothing says that it went wrong. */
function countOfAll(subject: Subject, text: string): Partial<Told> {
  const { count } = MISHAP.test(text) ? {} : amountOf(subject, text);
  return count === undefined ? {} : { count };
}

/** "My rings will not come off", "I'm going to faint": nobody plans a complaint. */
function isFelt({ kind, id }: Subject, { modality }: Frame): boolean {
  return (kind === 'symptom' && modality === 'planned') || (id === SUSPECTED && modality === 'hypothetical');
}

/** "I might be pregnant": thought, and to be acted on as if it were so. */
const SUSPECTED = 'symptom:possible_pregnancy';

/** "… because I want a baby": what is planned with a medicine for its sake is told as well. */
function isWished(subject: Subject, { modality }: Frame): boolean {
  return isPlan(subject) && modality === 'planned';
}

function isPlan({ id }: Subject): boolean {
  return id === 'condition:planning_a_pregnancy';
}

const NEGATION =
  /\b(?:no|not|without|never|denies?|don['’]?t have|haven['’]?t (?:had|got)|didn['’]?t have|isn['’]?t|free of)\b[\w\s,]{0,14}$/i;

/** "Not had a fit since summer": nothing can stand between. */
const HAD_NONE = /(?:\b(?:not|never)|n['’]t) (?:had|having|have|got) (?:a |an |any |another |more )?[\w-]+$/i;

/** A denial of something else that ended before: "hasn't had a wet nappy for ten hours with …", "… in 6 days and my belly". */
const BREAKS =
  /(?:\b(?:not|no|never|without)\b|n['’]t\b).*\b(?:with|but|since|because|(?:days?|hours?|weeks?|today|yesterday|night|morning) (?:and|now|then))\b[^.;]*$/i;

function isDenied({ start, end, kind }: Subject, { text, start: offset }: Frame, facts: readonly Fact[]): boolean {
  /** Heard in a whole clause, which looked for denials itself: it stands behind the last word. */
  if (start >= text.length) return false;
  const over = facts.find((fact) => fact.start < offset + end && fact.end > offset + start);
  if (PROBLEMS.has(kind) && HAD_NONE.test(text.slice(0, end))) return true;
  if (over !== undefined && PROBLEMS.has(kind))
    return (over.certainty === 'negated' || over.negated) && !BREAKS.test(text.slice(0, start));
  return PROBLEMS.has(kind) && NEGATION.test(text.slice(Math.max(0, start - 24), start));
}

/** "They want to give me X since I cannot have Y": Y is not offered. */
function isRuledOut({ start, end }: Subject, { start: offset }: Frame, facts: readonly Fact[]): boolean {
  const over = facts.find((fact) => fact.start < offset + end && fact.end > offset + start);
  return over !== undefined && (over.certainty === 'negated' || over.negated === true);
}

function isOfOthers({ start, end }: Subject, { start: offset }: Frame, facts: readonly Fact[]): boolean {
  const over = facts.find((fact) => fact.start < offset + end && fact.end > offset + start);
  return over !== undefined && over.experiencer !== 'patient';
}

const DAILY = /\b(?:daily|every ?day|each day)\b/i;

function doseOf({ start, end }: Subject, { start: offset }: Frame, facts: readonly Fact[]): Partial<Told> {
  const fact = facts.find(
    ({ kind, start: from, end: to }) => kind === 'medication' && from < offset + end && to > offset + start,
  );
  const amount = /^(\d+(?:\.\d+)?)\s*(\p{L}+)?/u.exec(fact?.dose ?? '');
  return {
    ...(amount?.[2] !== undefined && { value: Number(amount[1]), unit: amount[2] }),
    ...(DAILY.test(fact?.frequency ?? '') && { daily: true }),
  };
}
