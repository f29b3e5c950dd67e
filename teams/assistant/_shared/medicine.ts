/**
 * Before a medicine is put on a list, into the calendar or is reminded of, the health team is asked, as the same person,
 * what speaks against it. What it forbids is set only after a yes that was shown why; what somebody is to be asked about
 * first is set, and said. The record itself is never seen here.
 */
import { type Caution, type MedicineOrder, medicineIn } from 'consilium/assistant';
import { extractFacts } from 'consilium/clinical';
import { type ToolContext, toConsiliumError } from 'consilium/kernel';
import { nextOccasion, readSchedule } from 'consilium/triggers';
import { WAITS_MS } from './all.ts';
import { askOther } from './bridge.ts';
import { assistantOf, placeOf } from './desk.ts';

export interface Weighed {
  /** False where the person said no. */
  readonly agreed: boolean;
  /** What is said beside what was done. */
  readonly note: string;
}

interface Order {
  readonly what: string;
  readonly when?: string | undefined;
  /** "Remind you: take amoxicillin". */
  readonly deed: string;
}

const CHANGE = ' Change a dose only as whoever prescribes it has said; ask them first.';
const WHOSE = ' That is by the record that is chosen here: for somebody else, choose theirs and ask again.';
const FREE: Weighed = { agreed: true, note: '' };

export async function weighMedicine(context: ToolContext, { what, when, deed }: Order): Promise<Weighed> {
  const order = assistantOf(context).askTeam === undefined ? undefined : medicineIn(what);
  if (order === undefined) return FREE;
  const heard = await hearCautions(context, order, what, when);
  if (typeof heard === 'string') return { agreed: true, note: ` I could not ask the health team about it: ${heard}` };
  const critical = heard.filter(({ severity }) => severity === 'critical');
  const others = heard.filter(({ taken }) => !taken);
  const whose = order.how === 'change' ? CHANGE : order.how === 'give' && others.length > 0 ? WHOSE : '';
  if (critical.length === 0) return { agreed: true, note: `${sayCautions(others)}${whose}` };
  const reply = await context.ask({
    what: `${deed} (you asked: "${context.message.slice(0, 200)}")`,
    why: `${sayCautions(critical)}${whose}`.trim(),
    effect: 'I would set it all the same. Ask a doctor or pharmacist first.',
    undo: '"Undo that" takes it away.',
    until: context.clock.now() + WAITS_MS,
  });
  return { agreed: reply.kind === 'yes', note: ' You were told what speaks against it.' };
}

/** What the health team says against it; or why it could not be asked. */
async function hearCautions(
  context: ToolContext,
  order: MedicineOrder,
  what: string,
  when: string | undefined,
): Promise<Caution[] | string> {
  try {
    const { cautions = [], text, outcome } = await askOther('health', questionOn(order), context);
    const alarm = outcome === 'emergency' ? [{ severity: 'critical' as const, say: text }] : [];
    return [
      ...alarm,
      ...cautions,
      ...(await inGeneral(context, order, when)),
      ...(await againstDose(context, order, what, when)),
    ];
  } catch (thrown) {
    if (context.signal?.aborted) throw thrown;
    return toConsiliumError(thrown).message;
  }
}

function questionOn({ how, names, words }: MedicineOrder): string {
  if (how === 'give') return `Is it safe to give ${words}?`;
  if (how === 'stop') return `Should I stop ${names.join(' and ')}?`;
  return `Is it safe for me to take ${how === 'take' ? words : names.join(' and ')}?`;
}

/** How often it is taken, where that was said; how often it is fetched says nothing. */
function rhythmOf({ how }: MedicineOrder, when: string | undefined): string | undefined {
  return how === 'take' && when !== undefined && /\b(?:every|each|daily|times)\b/i.test(when) ? when : undefined;
}

const MOST_NOTES = 200;

/** With how often it would be taken, and allergies that no record may have but the person told: written nowhere. */
async function inGeneral(context: ToolContext, order: MedicineOrder, when: string | undefined): Promise<Caution[]> {
  if (order.how === 'stop' || order.how === 'give') return [];
  const told = assistantOf(context)
    .notes.list(context.session.user)
    .slice(0, MOST_NOTES)
    .map(({ body }) => (body.subject === undefined ? body.text : `my ${body.subject} is ${body.text}`))
    .filter((text) => extractFacts(text).some(({ kind, negated }) => kind === 'allergy' && !negated));
  const often = rhythmOf(order, when);
  if (told.length === 0 && often === undefined) return [];
  const taken = often === undefined ? [] : [`I take ${order.words} ${often}`];
  const question = `${[...told, ...taken].join('. ')}. Is it safe for me to take ${order.names.join(' and ')}?`;
  const { cautions = [] } = await askOther('health', question, context, { apart: true, part: ':told' });
  const known = told.length === 0 ? '' : `You told me: ${told.join('; ')}. `;
  return cautions.map((one) => ({ ...one, say: `${known}${one.say}` }));
}

/** More in a day than the most that the health team names. */
async function againstDose(
  context: ToolContext,
  { how }: MedicineOrder,
  what: string,
  when: string | undefined,
): Promise<Caution[]> {
  if (how !== 'take' || when === undefined) return [];
  const medicine = extractFacts(`I ${what}`).find(({ kind, dose }) => kind === 'medication' && dose !== undefined);
  const times = medicine === undefined ? 0 : timesADay(context, when);
  const dose = times < 1 ? undefined : milligrams(medicine?.dose ?? '');
  if (dose === undefined) return [];
  const question = `What is the highest dose of ${medicine!.name} a day?`;
  const { text } = await askOther('health', question, context, { part: ':dose' });
  const warning = tooMuch(text, dose * times);
  return warning === undefined
    ? []
    : [{ severity: 'critical', say: `That is ${sayAmount(dose * times)} a day. ${warning}` }];
}

const LONGEST = 700;

function sayCautions(cautions: readonly Caution[]): string {
  const said = [...new Set(cautions.map(({ say }) => shortened(say)))];
  return said.length === 0 ? '' : ` The health team says: ${said.join(' ')}`;
}

/** Whole sentences, as many as one reads. */
function shortened(say: string): string {
  let kept = '';
  for (const sentence of say.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
    if (kept !== '' && kept.length + sentence.length > LONGEST) break;
    kept += `${kept === '' ? '' : ' '}${sentence}`;
  }
  return kept;
}

const DAY = 24 * 60 * 60 * 1000;
const MOST_TIMES = 100;

/** How often in the first day; nothing for what does not come again. */
function timesADay(context: ToolContext, when: string): number {
  const { now, zone } = placeOf(context);
  const { schedule } = readSchedule(when, { now, zone });
  if (schedule.kind === 'once') return 0;
  let [times, next] = [0, nextOccasion(schedule, now)];
  const first = next;
  while (next !== undefined && first !== undefined && next < first + DAY && times < MOST_TIMES) {
    times++;
    next = nextOccasion(schedule, next);
  }
  return times;
}

const UNITS: Readonly<Record<string, number>> = { g: 1_000, mg: 1, mcg: 0.001, µg: 0.001 };

function milligrams(dose: string): number | undefined {
  const [, count, unit] = /^([\d.]+)\s*(g|mg|mcg|µg)\b/i.exec(dose.replace(/(?<=\d),(?=\d{3}\b)/g, '')) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit!.toLowerCase()]!;
}

const A_DAY = /([\d.,]+)\s*(g|mg|mcg|µg)\s+(?:a day|in 24 hours|per day|daily)/gi;

/** The sentence of the answer that so much is against: more than the most that it names, or what is never taken daily. */
function tooMuch(answer: string, milligramsADay: number): string | undefined {
  const sentences = answer.replace(/\[\^[^\]]*\]|\*+/g, '').split(/(?<=[.!])\s+|\n/);
  const named = sentences.flatMap((sentence) =>
    [...sentence.matchAll(A_DAY)].map(([, count, unit]) => ({ sentence, most: milligrams(`${count} ${unit}`) ?? 0 })),
  );
  const most = named.toSorted((one, other) => other.most - one.most)[0];
  if (most !== undefined && milligramsADay > most.most) return most.sentence.trim();
  return sentences.find((sentence) => /\bnever daily\b/i.test(sentence))?.trim();
}

function sayAmount(milligramsADay: number): string {
  return milligramsADay >= 1_000 ? `${milligramsADay / 1_000} g` : `${milligramsADay} mg`;
}
