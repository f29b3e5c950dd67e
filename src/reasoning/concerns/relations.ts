/** Tests over relations of the catalogue: cross-allergy, notes on a medicine, monitoring that is due. */
import type { Concept, Note, NoteTopic } from '../../clinical/catalogue/index.ts';
import { daysBetween, latest } from '../patient.ts';
import type { Test } from './grammar.ts';
import { allergies, type Item, isOf, namedFor, pointItem, type Situation } from './situation.ts';

/** Substances told, offered or asked about that an allergy of the record forbids, with the given risk. */
export function crossing(test: Test, s: Situation): Item[] {
  const [risk] = test.words;
  const listed = new Set(s.taken.filter(({ uuid }) => uuid !== undefined).map(({ concepts }) => concepts[0]));
  const told = s.told.filter(({ act }) => act === 'allergic').map(({ concepts }) => concepts[0]);
  const spoken = [...s.told, ...s.asked].filter(
    ({ concepts }) => !listed.has(concepts[0]) && !told.includes(concepts[0]),
  );
  const substances = [...s.taken, ...spoken].filter(
    (item) => (item.isMedicine || isEaten(item, s)) && isOf(item, test, s),
  );
  const found: Item[] = [];
  for (const allergy of allergies(s))
    for (const substance of substances)
      if (
        riskNow(allergy, substance, s) === risk &&
        !found.some(({ concepts }) => concepts[0] === substance.concepts[0])
      )
        found.push({
          ...namedFor(substance, allergy.concepts, s),
          words: { ...substance.words, allergy: allergy.name, known: knownAs(allergy), reaction: reactionOf(allergy) },
          also: [allergy],
        });
  return found;
}

/** Shrimps, walnuts: foods that the catalogue knows as what an allergy is to. */
function isEaten(item: Item, s: Situation): boolean {
  return isOf(item, { concepts: ['allergen:food_allergen'], except: [] }, s);
}

/** What stands on the list of medicines is `held`: the list and the allergy contradict each other, and nobody stops it alone. */
function riskNow(allergy: Item, substance: Item, s: Situation): string | undefined {
  const risk = riskOf(allergy, substance, s);
  if (substance.uuid === undefined || risk === undefined) return risk;
  const named = allergy.name.toLowerCase().replace(/ allergy$/, '');
  const isItself = substance.concepts.some((id) =>
    s.catalogue.get(id)?.names.some((name) => name.toLowerCase() === named),
  );
  if (isTolerated(substance, s) && !isItself) return undefined;
  return risk === 'same' ? 'held' : risk;
}

const TOLERATED_DAYS = 90;

/** What is taken for months without a reaction is borne, whatever it may cross with. */
function isTolerated({ uuid, start }: Item, { view }: Situation): boolean {
  return uuid !== undefined && typeof start === 'string' && daysBetween(start, view.now) > TOLERATED_DAYS;
}

/** Of an allergy that is only spoken of no record can be named. */
function knownAs({ uuid, name }: Item): string {
  return uuid === undefined
    ? ` with ${name.charAt(0).toLowerCase()}${name.slice(1)}: it is the same thing, or of the same kind`
    : `: the record names ${name}`;
}

function reactionOf({ words }: Item): string {
  return words?.reactions ? ` (${words.reactions})` : '';
}

function riskOf(allergy: Item, substance: Item, s: Situation): string | undefined {
  const intolerance = s.view.allergies.find(({ uuid }) => uuid === allergy.uuid)?.intolerance ?? false;
  const among = (id: string) => isOf(substance, { concepts: [id], except: [] }, s);
  const itself = allergy.concepts.filter((id) => (!id.startsWith('allergen:') || isEaten(substance, s)) && among(id));
  if (itself.length > 0) {
    const isSure = itself.some((id) => s.catalogue.holds(substance.concepts[0]!, id)?.often !== true);
    return intolerance ? 'intolerance' : isSure ? 'same' : 'likely';
  }
  const crosses = allergensOf(allergy, s).flatMap((concept) => concept.crosses ?? []);
  const risk = ['same', 'likely', 'possible'].find((level) =>
    crosses.some((cross) => cross.risk === level && among(cross.id)),
  );
  if (!intolerance) return risk;
  return risk === 'possible' ? undefined : risk && 'intolerance';
}

/** The allergens of an entry; for a single medicine (flucloxacillin) those whose class it belongs to. */
function allergensOf(allergy: Item, s: Situation): Concept[] {
  const named = allergy.concepts.flatMap((id) => s.catalogue.get(id) ?? []).filter(({ kind }) => kind === 'allergen');
  if (named.length > 0) return named;
  return [...s.catalogue.descendants('allergen:drug_allergen')]
    .flatMap((id) => s.catalogue.get(id) ?? [])
    .filter(({ crosses = [] }) =>
      crosses.some(({ id, risk }) => risk === 'same' && isOf(allergy, { concepts: [id], except: [] }, s)),
    );
}

const EGFR = 'observation:estimated_gfr';

/** Medicines on which the catalogue has a note of that topic and level; the nearest note of a medicine holds. */
export function noting(test: Test, s: Situation): Item[] {
  const [topic = '', level = ''] = test.words;
  const medicines = [...s.taken, ...[...s.told, ...s.asked].filter(({ act }) => act !== 'stopped')];
  const seen = new Set<string>();
  return medicines.flatMap((item) => {
    if (!item.isMedicine || !isOf(item, test, s) || seen.has(item.concepts[0]!)) return [];
    seen.add(item.concepts[0]!);
    const egfr = topic === 'kidney' ? kidneyValue(s) : undefined;
    const note =
      nearestNote(item, topic as NoteTopic, s, egfr && (egfr.value ?? Number(egfr.words?.['most']))) ??
      (topic === 'planning' ? beforehand(item, s) : undefined);
    if (note?.level !== level || (topic === 'kidney' && egfr === undefined)) return [];
    const words = {
      note: note.text,
      ...(egfr && { egfr: egfr.words?.['egfr'] ?? String(Math.round(egfr.value!)), date: egfr.time ?? '' }),
    };
    return [{ ...item, words: { ...item.words, ...words }, note: note.text, ...(egfr && { also: [egfr] }) }];
  });
}

/** What matters in a pregnancy is worth a word before it, also where nothing is written of the time before. */
function beforehand(item: Item, s: Situation): ReturnType<typeof nearestNote> {
  const note = nearestNote(item, 'pregnancy', s, undefined);
  return note === undefined || note.level === 'fine'
    ? undefined
    : { ...note, level: 'care', text: `once pregnant, ${note.text}` };
}

export function kidneyValue(s: Situation): Item | undefined {
  const told = s.told.find(({ act, concepts }) => act === 'measured' && concepts[0] === EGFR);
  if (told) return told;
  const point = latest(s.view, EGFR);
  return point && daysBetween(point.time, s.view.now) <= 730 ? pointItem(EGFR, point, s) : kidneyStage(s);
}

/** The most that an eGFR can be by what the record names, where no value is there. */
const STAGES: readonly [string, number][] = [
  ['procedure:dialysis', 14],
  ['condition:chronic_kidney_disease_stage_5', 14],
  ['condition:chronic_kidney_disease_stage_4', 29],
  ['condition:chronic_kidney_disease_stage_3b', 44],
];

function kidneyStage(s: Situation): Item | undefined {
  const { conditions, procedures } = s.view;
  const held = [
    ...conditions.filter(({ status }) => status === 'active').map((item) => ({ ...item, time: item.onset })),
    ...procedures.filter(({ status }) => status !== 'not-done'),
  ];
  for (const [stage, value] of STAGES) {
    const found = held.find(({ concepts }) => concepts.some((id) => s.catalogue.isA(id, stage)));
    if (found === undefined) continue;
    const { uuid, label, name, time } = found;
    return {
      concepts: [EGFR],
      name,
      fresh: false,
      uuid,
      label,
      time,
      words: { most: String(value), egfr: `below ${value + 1}` },
    };
  }
  return undefined;
}

function nearestNote(item: Item, topic: NoteTopic, s: Situation, egfr: number | undefined): Note | undefined {
  const fitting = item.concepts.flatMap((id) => s.catalogue.notes(id, topic));
  const nearest = fitting[0];
  if (nearest === undefined || topic !== 'kidney') return nearest;
  return fitting
    .filter(({ of, under }) => of === nearest.of && egfr !== undefined && egfr < (under ?? 0))
    .sort((a, b) => a.under! - b.under!)[0];
}

/** A check may come a quarter later than planned before it is called overdue. */
const GRACE = 1.25;

export function due(test: Test, s: Situation): Item[] {
  return s.taken
    .filter((item) => item.uuid !== undefined && isOf(item, test, s))
    .flatMap((item) => {
      const checks = new Map(
        item.concepts
          .flatMap((id) => s.catalogue.monitoring(id))
          .toReversed()
          .map((check) => [check.observation, check]),
      );
      return [...checks.values()].flatMap(({ observation, months, why }) => {
        const last = newestWithin(observation, s);
        const days = months * 30.4 * GRACE;
        const since = last?.time ?? item.start;
        if (since && daysBetween(since, s.view.now) <= days) return [];
        const words = {
          check: s.catalogue.get(observation)?.name ?? observation,
          every: everyMonths(months),
          last: last?.time ? `last on ${last.time.slice(0, 10)}` : 'none on record',
          why,
        };
        return [
          {
            ...item,
            concepts: [...item.concepts, observation],
            words: { ...item.words, ...words },
            ...(last && { also: [last] }),
          },
        ];
      });
    });
}

/** One look at the same organ: who has the one has had the other. */
const SAME_CHECK: Readonly<Record<string, readonly string[]>> = {
  'observation:creatinine': ['observation:estimated_gfr'],
  'observation:estimated_gfr': ['observation:creatinine'],
  'observation:alanine_aminotransferase': ['observation:aspartate_aminotransferase'],
  'observation:white_blood_cell_count': ['observation:neutrophils'],
};

function newestWithin(observation: string, s: Situation): Item | undefined {
  return [observation, ...s.catalogue.descendants(observation), ...(SAME_CHECK[observation] ?? [])]
    .flatMap((id) => {
      const point = latest(s.view, id);
      return point ? [pointItem(id, point, s)] : [];
    })
    .reduce<Item | undefined>((held, item) => (held && held.time! >= item.time! ? held : item), undefined);
}

function everyMonths(months: number): string {
  if (months === 12) return 'once a year';
  if (months < 1) return 'every few weeks';
  return months === 1 ? 'every month' : `every ${months} months`;
}
