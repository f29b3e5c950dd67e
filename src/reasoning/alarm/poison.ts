/** Whether too much was taken, or somebody got hold of what can poison. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { emptyChart } from '../chart.ts';
import { concernsOf } from '../concern.ts';
import { isWithin } from '../concerns/intake.ts';
import { situationOf } from '../concerns/situation.ts';
import { readMessage } from '../frames/index.ts';
import { asPatient } from '../frames/kin.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { pattern } from '../patterns.ts';
import { NO_FOCUS } from '../types.ts';
import type { Heard } from './dangers.ts';

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
/** Ten puffs are what an attack is treated with: rules say what follows from that. */
const RELIEVERS = 'class:short_acting_beta_agonist';

/** "About 20 fluoxetine": whatever it is and whoever took it, so many at once are no dose. */
function isTakenByTheDozen({ chart, message, now }: Heard): boolean {
  if (!COUNTED.test(message)) return false;
  const { frames, text } = readMessage(message, null, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  return (
    told.some(
      ({ concept, act, count = 0 }) =>
        isDrug(concept) && act === 'double' && count >= DOZEN && !openCatalogue().isA(concept, RELIEVERS),
    ) && !isDayDose({ chart, message, now })
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
