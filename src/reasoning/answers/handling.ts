/**
 * A medicine outside the hours of taking it: out of date, too warm, another person's, left over, used up, brought up again.
 * What to do goes by its class (handling.yml); whether it suits the person is weighed where it is new to them.
 */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, type Desk, nameOf } from '../desk.ts';
import { numberFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPhrase, parsePhrase } from '../frames/phrase.ts';
import { spokenWords } from '../frames/recognise.ts';
import { subjectsIn } from '../frames/subjects.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list } from '../wording.ts';
import { answerSafe } from './safety/index.ts';

const kind = z.strictObject({
  id: z.string(),
  says: z.array(z.string()).min(1),
  needs: z.array(z.string()).optional(),
  weighs: z.boolean().optional(),
  lead: z.string(),
  rows: z.array(z.strictObject({ of: z.array(z.string()).min(1), lead: z.string().optional(), say: z.string() })),
  default: z.string(),
  example: z.string(),
  counter: z.string(),
});
export const handling = z
  .strictObject({ source: z.string(), kinds: z.array(kind) })
  .parse(readRows(new URL('./handling.yml', import.meta.url)));

type Kind = (typeof handling.kinds)[number];

const COMPILED = handling.kinds.map((each) => ({
  each,
  says: each.says.map(parsePhrase),
  needs: (each.needs ?? []).map(parsePhrase),
}));

/** Which of the mishaps a clause tells of or asks about. */
export function handlingIn(text: string, subjects: readonly Subject[], isNamed = false): Kind | undefined {
  const words = spokenWords(text, subjects);
  const holds = (phrases: ReturnType<typeof parsePhrase>[]) => phrases.some((phrase) => findPhrase(phrase, words) >= 0);
  if (isOtherName(text, subjects)) return handling.kinds.find(({ id }) => id === 'other-brand');
  return COMPILED.find(({ says, needs }) => holds(says) && (isNamed || needs.length === 0 || holds(needs)))?.each;
}

const EXCHANGED =
  /\b(?:instead of|in place of|rather than|not (?:the|my)|same as|swapped|switched|changed|replaced|gave me|got|this time|now it says)\b/i;

/** "Prograf, said it's the same as Adoport": two names of one medicine, the one for the other. */
function isOtherName(text: string, subjects: readonly Subject[]): boolean {
  const drugs = subjects.filter(({ kind: of }) => of === 'drug');
  return (
    EXCHANGED.test(text) &&
    drugs.some(({ id, text: said }) =>
      drugs.some((other) => other.id === id && other.text.toLowerCase() !== said.toLowerCase()),
    )
  );
}

/** These ask for an entry, not for what to do. */
const LOOKS_UP = new Set<Frame['aspect']>([
  'when',
  'who',
  'why-stopped',
  'purpose',
  'value',
  'trend',
  'count',
  'list',
  'said',
  'since',
  'tried',
  'next',
  'visit',
  'result',
  'happened',
]);
const MOST = 4;

/** "They got hot in the car. Still good?": what was told before in the message is what is asked about. */
export function answerHandling(desk: Desk, frame: Frame): Block | undefined {
  if (LOOKS_UP.has(frame.aspect)) return undefined;
  /** "… can I leave them at home?": the medicine was named before. */
  const isNamed =
    isBare(frame) && subjectsIn(desk.message).some(({ kind: of }) => of === 'drug' || of === 'drug_class');
  const own = handlingIn(frame.text, frame.subjects, isNamed);
  const told = desk.frames
    .filter(({ act, start }) => act === 'tell' && start < frame.start)
    .map((each) => handlingIn(each.text, each.subjects))
    .find((each) => each !== undefined);
  const found = own ?? (isBare(frame) ? told : undefined);
  if (found === undefined) return undefined;
  const meant = meantIn(desk);
  const marker = desk.notes.source(handling.source);
  const grouped = [...Map.groupBy(meant, ({ ids }) => adviceFor(found, ids))]
    .map(([{ say, lead }, items]) => ({ say, lead, items }))
    .toSorted((a, b) => Number(a.say === found.default) - Number(b.say === found.default))
    .slice(0, MOST);
  const settling = grouped.find((each) => each.lead !== undefined)?.lead ?? found.lead;
  const advices = grouped.map(({ say, items }) => `${capital(list(items.map(({ name }) => name)))} – ${say}.${marker}`);
  const lines = advices.length === 0 ? [`${capital(found.default)}.${marker}`] : advices;
  const number = numberFor(
    desk,
    meant.flatMap(({ ids }) => ids),
  );
  const whom = number === '' ? undefined : `For yours: ${number}.`;
  const weighed = found.weighs ? weigh(desk, frame) : undefined;
  if (weighed !== undefined)
    return { ...weighed, body: [...weighed.body, found.lead, ...lines, ...(whom === undefined ? [] : [whom])] };
  return {
    ...block(`**${settling}**`, [...lines, whom]),
    ...(found.weighs && { caution: { severity: 'important' as const, say: found.lead, taken: false } }),
  };
}

/** What speaks against it in this record comes before whose it is. */
function weigh(desk: Desk, frame: Frame): Block | undefined {
  const subjects = [...frame.subjects, ...desk.frames.flatMap((each) => each.subjects)].filter(
    ({ kind: of }) => of === 'drug' || of === 'drug_class',
  );
  const told =
    subjects.length > 0 ? answerSafe(desk, { ...frame, aspect: 'safe', subjects: unique(subjects) }) : undefined;
  return told?.caution?.taken === false ? told : undefined;
}

function unique(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((subject) => [subject.id, subject])).values()];
}

/** "Still good?" names nothing new by itself. */
function isBare({ text }: Frame): boolean {
  return !subjectsIn(text).some(({ kind: of }) => OTHERS.has(of));
}

const OTHERS = new Set<Subject['kind']>(['drug', 'drug_class', 'food', 'vaccine', 'procedure', 'observation']);

/** The medicines that the message names, else all that are taken. */
function meantIn(desk: Desk): { name: string; ids: readonly string[] }[] {
  const subjects = [...desk.frames.flatMap((each) => each.subjects), ...subjectsIn(desk.message)];
  const named = subjects.filter(({ kind: of }) => of === 'drug' || of === 'drug_class' || of === 'vaccine');
  if (named.length > 0)
    return unique(named).map((subject) => {
      const [item] = itemsFor(subject, desk.chart).medicines.filter(({ status }) => status === 'taken');
      const ids = [subject.id, ...(item?.concepts ?? [])];
      return item === undefined
        ? { name: subject.kind === 'drug' ? nameOf(subject.id) : subject.text, ids }
        : { name: `${drugName(item.name)}${cite(desk, item, item.start)}`, ids };
    });
  return desk.chart.view.medicines
    .filter(({ status }) => status === 'taken')
    .map((item) => ({ name: `${drugName(item.name)}${cite(desk, item, item.start)}`, ids: item.concepts }));
}

interface Advice {
  say: string;
  lead?: string | undefined;
}

/** The row nearest to the medicine: the medicine itself before its class, a small class before a wide one. */
function adviceFor(found: Kind, ids: readonly string[]): Advice {
  const catalogue = openCatalogue();
  const [best] = found.rows
    .flatMap((row) => {
      const steps = row.of.flatMap((id) =>
        ids.includes(id) ? [0] : ids.some((own) => catalogue.isA(own, id)) ? [catalogue.descendants(id).size] : [],
      );
      return steps.length === 0 ? [] : [{ row, step: Math.min(...steps) }];
    })
    .toSorted((a, b) => a.step - b.step);
  return best?.row ?? defaultOf(found);
}

const DEFAULTS = new Map<Kind, Advice>();

/** The same object each time, so that medicines are grouped by it. */
function defaultOf(found: Kind): Advice {
  const known = DEFAULTS.get(found) ?? { say: found.default };
  DEFAULTS.set(found, known);
  return known;
}
