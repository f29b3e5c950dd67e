/** Each test of the rule language: what of the situation it finds. */
import { countryCode, heightOf, referenceRange } from '../../clinical/index.ts';
import { convert } from '../../clinical/measures/units.ts';
import { sentencesOf } from '../../text/index.ts';
import { STANDBY } from '../local.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { cautioned } from './cautions.ts';
import type { Sign, Test, TestName } from './grammar.ts';
import { changeOf, lastDone, measured } from './history.ts';
import { isWithin, takenADay } from './intake.ts';
import { expired, overLevel } from './levels.ts';
import { crossing, due, noting } from './relations.ts';
import { allergies, type Item, isOf, medicineItem, namedFor, type Situation } from './situation.ts';
import type { Act } from './types.ts';

type Find = (test: Test, situation: Situation) => Item[];

const of = (test: Test, situation: Situation) => (item: Item) => isOf(item, test, situation);
const named = (test: Test, situation: Situation) => (item: Item) => namedFor(item, test.concepts, situation);
const said = (situation: Situation, ...acts: (Act | 'asked')[]) =>
  [...situation.told, ...situation.asked].filter(({ act }) => act !== undefined && acts.includes(act));

/** A fact without an entry: age, sex. */
const fact = (holds: boolean, name: string): Item[] => (holds ? [{ concepts: [], name, fresh: false }] : []);

export const FINDERS: Record<TestName, Find> = {
  takes: (test, s) => s.taken.filter(of(test, s)).map(named(test, s)),
  on: (test, s) => onNow(s).filter(of(test, s)).map(named(test, s)),
  about: (test, s) =>
    unique([...s.told, ...s.asked].filter(({ act }) => act !== 'allergic').filter(of(test, s))).map(named(test, s)),
  started: (test, s) =>
    s.taken.filter(of(test, s)).filter(({ start, fresh, uuid }) => (uuid ? isRecent(start, test.days, s) : fresh)),
  took: (test, s) => tookWithin(test, s).filter(of(test, s)),
  stops: (test, s) => unique(said(s, 'stopped', 'stopping').filter(of(test, s))),
  twice: (test, s) =>
    unique(said(s, 'double').filter(of(test, s))).filter((item) => !isUsualPair(item, s) && !isWithin(item, s)),
  missed: (test, s) => unique(said(s, 'missed').filter(of(test, s))),
  /** What is taken regularly is weighed by its dose; so many at one time by their number, unless they are known to be within it. */
  many: (test, s) =>
    unique(s.told.filter(of(test, s))).filter(
      (item) => item.act !== 'takes' && (item.count ?? 0) >= test.number! && !isWithin(item, s),
    ),
  daily: (test, s) => unique(s.told.filter(of(test, s)).filter((item) => item.daily === true)),
  exposed: (test, s) => unique(said(s, 'exposed').filter(of(test, s))),
  has: (test, s) => unique([...said(s, 'has'), ...problems(s, true)].filter(of(test, s))),
  had: (test, s) =>
    unique([...said(s, 'has'), ...problems(s, false)].filter(of(test, s))).filter(
      ({ time, fresh }) => fresh || test.days === undefined || isRecent(time, test.days, s),
    ),
  told: (test, s) => unique([...said(s, 'has', 'asked', 'plans', 'took', 'double', 'changed')].filter(of(test, s))),
  noted: notedIn,
  kept: (test, s) => prescribedIn(test, s, true),
  given: (test, s) => [...newWithin(test, s).filter(of(test, s)), ...prescribedIn(test, s)].slice(0, 1),
  allergic: (test, s) => allergies(s).filter(of(test, s)),
  crossing,
  done: (test, s) => {
    const last = lastDone(test, s, test.days === undefined);
    return last && (test.days === undefined || last.fresh || isRecent(last.time, test.days, s)) ? [last] : [];
  },
  lacks: lacking,
  value: (test, s) => measured(test, s).filter(({ value }) => compares(value!, test.sign!, limitOf(test, s))),
  rise: (test, s) => changeOf(test, s, 'up'),
  fall: (test, s) => changeOf(test, s, 'down'),
  dose: (test, s) =>
    onNow(s)
      .filter(of(test, s))
      .filter((item) => {
        const daily = dailyDose(item, test.unit!, s);
        return daily !== undefined && compares(daily, test.sign!, test.number!);
      }),
  overdose: (test, s) =>
    onNow(s)
      .filter(of(test, s))
      .filter((item) => isOver(item, test.number!, s)),
  noting,
  cautioned: (test, s) => cautioned(test, s, { onNow: onNow(s), now: problems(s, true), past: problems(s, false) }),
  due,
  level: overLevel,
  expired,
  age: (test, s) => fact(s.view.age !== null && compares(s.view.age, test.sign!, test.number!), `age ${s.view.age}`),
  months: (test, s) =>
    fact(s.view.months !== null && compares(s.view.months, test.sign!, test.number!), `${s.view.months} months old`),
  living: (test, { view }) => fact(view.country !== null && countryCode(view.country) === test.words[0], 'country'),
  sex: (test, s) => fact(s.view.sex === test.words[0], String(s.view.sex)),
  pregnant: (_, s) => state(s, 'pregnant', 'condition:pregnancy'),
  planning: (_, s) => state(s, 'planning', 'condition:planning_a_pregnancy'),
  breastfeeding: (_, s) => state(s, 'breastfeeding', 'condition:breastfeeding'),
  fertile: (_, s) => fact(isFertile(s), 'of childbearing age'),
  smokes: (_, s) => habit(s, 'smoking', 'condition:tobacco_use_disorder'),
  drinks: (_, s) => habit(s, 'alcohol', 'condition:alcohol_use_disorder'),
};

/** Taken, told, offered or asked about: each substance once, as what is taken where it is. */
const NOT_TAKEN = new Set<Item['act']>(['stopped', 'stopping', 'allergic', 'exposed']);

function onNow(s: Situation): Item[] {
  return unique([...s.taken, ...[...s.told, ...s.asked].filter(({ act }) => !NOT_TAKEN.has(act))]);
}

const PAIR = [
  'drug:acetaminophen',
  'class:nsaid',
  'class:antacid',
  'class:laxative',
  'class:antidiarrheal',
  'class:vitamin',
];

/** "Took two paracetamol": of some medicines two tablets are one dose. */
function isUsualPair(item: Item, s: Situation): boolean {
  return item.count === 2 && isOf(item, { concepts: PAIR, except: [] }, s);
}

function unique(items: Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ concepts: [first], name }) => {
    const key = first ?? name;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function isRecent(time: string | null | undefined, days: number | undefined, { view }: Situation): boolean {
  return typeof time === 'string' && days !== undefined && daysBetween(time, view.now) <= days;
}

function tookWithin(test: Test, s: Situation): Item[] {
  const past = s.view.medicines.filter(({ status, end, start }) => {
    if (status !== 'stopped') return true;
    return test.days === undefined || isRecent(end ?? start, test.days, s);
  });
  return unique([...s.taken, ...past.map((medicine) => medicineItem(medicine, s.catalogue))]);
}

const SYMPTOM_DAYS = 30;

/** Conditions and symptoms of the record; with `now`, those that are there still. */
function problems(s: Situation, now: boolean): Item[] {
  const conditions = s.view.conditions
    .filter(({ status }) => status !== 'doubtful' && (!now || status === 'active'))
    .map(({ uuid, label, name, concepts, onset }) => ({ uuid, label, name, concepts, time: onset, fresh: false }));
  const symptoms = s.view.symptoms
    .filter(({ onset, end }) => !now || (end === null && isRecent(onset, SYMPTOM_DAYS, s)))
    .map(({ uuid, label, name, concepts, onset }) => ({ uuid, label, name, concepts, time: onset, fresh: false }));
  const operations = s.view.procedures
    .filter(({ status }) => status !== 'not-done')
    .map(({ uuid, label, name, concepts, time }) => ({ uuid, label, name, concepts, time, fresh: false }));
  return [...conditions, ...symptoms, ...operations].map((item) => ({
    ...item,
    name: s.catalogue.get(item.concepts[0] ?? '')?.name ?? item.name,
  }));
}

function notedIn(test: Test, s: Situation): Item[] {
  return s.view.documents
    .filter(({ time }) => test.days === undefined || isRecent(time, test.days, s))
    .flatMap(({ uuid, label, text, time }) =>
      s.catalogue
        .find(text)
        .filter(({ concept }) => isOf({ concepts: [concept.id] }, test, s))
        .slice(0, 1)
        .map(({ concept }) => ({ uuid, label, name: concept.name, concepts: [concept.id], time, fresh: false })),
    )
    .slice(0, 1);
}

/** Begun or ended in that time: what is taken for years has not changed anything. */
function newWithin(test: Test, s: Situation): Item[] {
  const lately = s.view.medicines.filter(({ status, start, end }) =>
    isRecent(status === 'stopped' ? (end ?? start) : start, test.days, s),
  );
  return unique([...s.taken.filter(({ fresh }) => fresh), ...lately.map((each) => medicineItem(each, s.catalogue))]);
}

const GIVES = pattern('paper_gives');
const DENIES = pattern('paper_withholds');

/** "Daktarin oral gel four times a day for 14 days" in the note of a locum: a medicine that no list holds. */
function prescribedIn(test: Test, s: Situation, forNeed = false): Item[] {
  return s.view.documents
    .filter(({ time }) => isRecent(time, test.days ?? Number.POSITIVE_INFINITY, s))
    .flatMap(({ uuid, label, text, time }) =>
      sentencesOf(text)
        .filter((sentence) => GIVES.test(sentence) && !DENIES.test(sentence) && STANDBY.test(sentence) === forNeed)
        .flatMap((sentence) => s.catalogue.find(sentence, { kinds: ['drug', 'drug_class'] }))
        .filter(({ concept }) => isOf({ concepts: [concept.id] }, test, s))
        .map(({ concept }) => ({ uuid, label, name: concept.name, concepts: [concept.id], time, fresh: false })),
    )
    .slice(0, 1);
}

function lacking(test: Test, s: Situation): Item[] {
  const last = lastDone(test, s);
  if (last && (last.fresh || isRecent(last.time, test.days ?? Number.POSITIVE_INFINITY, s))) return [];
  const concept = s.catalogue.get(test.concepts[0]!);
  return [
    {
      concepts: [test.concepts[0]!],
      name: concept?.name ?? test.concepts[0]!,
      fresh: false,
      ...(last?.uuid && { uuid: last.uuid, label: last.label }),
      time: last?.time ?? null,
    },
  ];
}

/** Who lives where the air is thin has less oxygen in the blood all the time: what is too little is less there. */
function limitOf({ concepts, sign, number }: Test, { view }: Situation): number {
  const height = sign === '<' || sign === '<=' ? heightOf(view.city) : undefined;
  const usual =
    height === undefined || !concepts.includes('observation:oxygen_saturation')
      ? undefined
      : referenceRange(OXYGEN_CODE, { height })?.low;
  return usual === undefined ? number! : Math.min(number!, usual);
}

const OXYGEN_CODE = '59408-5';

export function compares(value: number, sign: Sign, limit: number): boolean {
  if (sign === '<') return value < limit;
  if (sign === '<=') return value <= limit;
  if (sign === '>') return value > limit;
  return sign === '>=' ? value >= limit : value === limit;
}

/** In the unit asked for; once a day where nothing says how often. */
function dailyDose(item: Item, wanted: string, s: Situation): number | undefined {
  const { value, unit } = item.uuid === undefined ? (takenADay(item, s) ?? {}) : item;
  if (value === undefined || unit === undefined) return undefined;
  const one = unit.toLowerCase() === wanted.toLowerCase() ? value : convert(value, unit, wanted);
  return one === undefined || item.uuid === undefined ? one : one * (item.perDay ?? 1);
}

function isOver(item: Item, times: number, s: Situation): boolean {
  const dose = item.concepts.map((id) => s.catalogue.get(id)?.drug?.dose).find((found) => found !== undefined);
  const daily = dose && dailyDose(item, dose.unit, s);
  return dose !== undefined && daily !== undefined && daily > dose.max * times;
}

/** From the record, from what was told, or from a question that puts it together with a medicine or a food. */
function state(s: Situation, name: string, concept: string): Item[] {
  const { sex, age, pregnancy } = s.view;
  const [uuid] = pregnancy.evidence;
  if (pregnancy.state === name)
    return [{ concepts: [concept], name: s.catalogue.get(concept)?.name ?? name, fresh: false, ...(uuid && { uuid }) }];
  if (sex === 'male' || (age !== null && (age < 10 || age > 65))) return [];
  const isIt = (item: Item) => isOf(item, { concepts: [concept], except: [] }, s);
  const told = said(s, 'has', 'plans').find(isIt);
  if (told) return [told];
  const about = [...s.told, ...s.asked].some(({ isMedicine }) => isMedicine);
  return about || name === 'planning' ? said(s, 'asked').filter(isIt).slice(0, 1) : [];
}

const PAST_BEARING = ['procedure:hysterectomy', 'condition:menopause'];

function isFertile(s: Situation): boolean {
  const { sex, age } = s.view;
  if (sex !== 'female' || age === null || age < 12 || age > 50) return false;
  return !problems(s, false).some((item) => isOf(item, { concepts: PAST_BEARING, except: [] }, s));
}

function habit(s: Situation, which: 'smoking' | 'alcohol', concept: string): Item[] {
  const known = s.view.lifestyle[which];
  if (known?.current)
    return [{ concepts: [concept], name: which, fresh: false, uuid: known.uuid, label: 'Observation' }];
  return [...said(s, 'has'), ...problems(s, true)]
    .filter((item) => isOf(item, { concepts: [concept], except: [] }, s))
    .slice(0, 1);
}
