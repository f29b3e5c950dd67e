/** What of a message lowers safety or looks like a slip, and waits for a yes before it is stored. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { concernsOf } from '../concern.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween, latest, type MedicineView } from '../patient.ts';
import { drugName, lower, round, sayDate, sentence } from '../wording.ts';
import { isFuture, OF_THE_PAST } from './known.ts';

export interface Hold {
  what: string;
  why: string;
  effect: string;
  undo?: string;
}

/** What must be asked before a fact is stored, or nothing. */
export function holdOn(
  chart: Chart,
  fact: Record<string, unknown> & { kind: string; name: string },
  ordered = false,
): Hold | undefined {
  if ((fact.kind === 'measurement' || OF_THE_PAST.has(fact.kind)) && isFuture(fact, chart.view.now))
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
