/** Why a medicine ended. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { cite, type Desk, sayPassage } from '../desk.ts';
import { isReactionTo } from '../evidence/items.ts';
import { lengthened, openOwnShort } from '../evidence/own-short.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { AllergyView, MedicineView } from '../patient.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { forbids } from './safety/rulings.ts';

/** Classes that people name instead of the one medicine: "the iron", "the statin". */
const NARROW = new Set(
  ['iron_supplement', 'statin', 'bisphosphonate', 'proton_pump_inhibitor', 'beta_blocker', 'insulins'].map(
    (id) => `class:${id}`,
  ),
);

/** Why it ended: the papers of that time, the remark on the entry, the allergy that came of it, a condition that began then. */
export function stopReason(desk: Desk, item: MedicineView): string | undefined {
  const classes = item.concepts.flatMap((id) => openCatalogue().get(id)?.parents ?? []);
  const papers = findPassages(desk.chart, {
    concepts: [...item.concepts, ...classes.filter((id) => NARROW.has(id))],
    words: contentWords('stopped because given up due'),
    named: true,
  })
    .map(({ passage }) => passage)
    .filter((passage) => !(passage.remark && passage.uuid === item.uuid && passage.text.startsWith('Why it ended')))
    .filter((passage) => STOPPING.test(passage.text) || (!passage.remark && distance(passage, item) < STOP_DAYS))
    .map((passage) => itemOnly(desk, passage, item));
  // Papers of those weeks first; of the others what says most, whenever it was written.
  const inTime = papers.filter((each) => distance(each, item) < STOP_DAYS * 2);
  const near = inTime.length > 0 ? inTime.toSorted((a, b) => distance(a, item) - distance(b, item)) : papers;
  const stated = desk.chart.property(item.uuid, 'status_reason');
  const reason =
    typeof stated === 'string' ? `The reason on the entry: ${lower(stated)}${cite(desk, item, item.end)}.` : undefined;
  const said = near
    .slice(0, near.length > 1 && distance(near[1]!, item) < 40 ? 2 : 1)
    .map((each) => sayPassage(desk, each));
  const [allergy] = item.concepts.flatMap((id) => allergiesTo(desk, id));
  const reacted =
    allergy === undefined
      ? undefined
      : `Your record lists ${allergy.intolerance ? 'an intolerance' : 'an allergy'} to ${lower(allergy.name)}: ${list(allergy.reactions.map(lower)) || 'the reaction is not described'}${cite(desk, allergy)}.`;
  if (reason !== undefined || said.length > 0 || reacted !== undefined)
    return [reason, ...said, reacted].filter((part) => part !== undefined && part !== '').join(' ');
  const began =
    item.end === null
      ? undefined
      : desk.chart.view.conditions.find(
          ({ onset, note }) =>
            (onset !== null && Math.abs(Date.parse(onset) - Date.parse(item.end!)) < 10 * 86_400_000) ||
            note?.toLowerCase().includes(drugName(item.name)),
        );
  return began === undefined
    ? undefined
    : `By date, ${lower(began.name)} began on ${sayDate(began.onset)}${cite(desk, began, began.onset)}${began.note === null ? '' : `: ${began.note}`}.`;
}

const BETWEEN = /[,;:]\s+(?![^(]*\))/;
const LISTED = 3;

/** "Metf (diarrhoea), pio (swelling), empa (ketoacidosis)": of a list with a reason each, what stands behind this one. */
function itemOnly({ chart }: Desk, passage: Passage, { concepts }: MedicineView): Passage {
  const parts = passage.text.split(BETWEEN);
  if (parts.filter((part) => part.includes('(')).length < LISTED) return passage;
  const lengthen = openOwnShort(chart.view);
  const isMeant = (part: string) =>
    openCatalogue()
      .find([part, ...lengthened(part, lengthen).map(({ name }) => name)].join(' '), { kinds: ['drug'] })
      .some(({ concept }) => concepts.includes(concept.id));
  const own = parts.find(isMeant);
  return own === undefined ? passage : { ...passage, text: own, paper: [] };
}

/** To the medicine itself, or to the class that it belongs to. */
function allergiesTo({ chart }: Desk, id: string): AllergyView[] {
  const catalogue = openCatalogue();
  const named = (item: AllergyView) => catalogue.find(item.name, { kinds: ['drug', 'drug_class'] });
  return chart.view.allergies.filter(
    (item) => isReactionTo(item, { id }) || named(item).some(({ concept }) => catalogue.isA(id, concept.id)),
  );
}

/** What was written of a medicine in the weeks around its end most often says why it ended. */
const STOP_DAYS = 30;
const STOPPING =
  /\b(?:tried|failed|intoleran\w*|stop\w*|discontinu\w*|given up|gave up|instead|because|due to|never|not be (?:given|used)|no (?:more|\w+ again)|avoid\w*|contraindicated|put down to|clotted)\b|^On \w+/i;

export function distance({ time }: Passage, { end }: MedicineView): number {
  if (time === null || end === null) return 9999;
  return Math.abs(Date.parse(time) - Date.parse(end)) / 86_400_000;
}
/** "Must not be given again": what a paper rules on it belongs to why it was stopped. */
export function neverAgain(desk: Desk, { concepts }: MedicineView, reason: string): string[] {
  return findPassages(desk.chart, { concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark }) => !remark && forbids(text) && !reason.includes(text.slice(0, BEGINNING)))
    .slice(0, 1)
    .map((passage) => sayPassage(desk, passage));
}

const BEGINNING = 40;
