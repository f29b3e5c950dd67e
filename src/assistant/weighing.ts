/**
 * Before a medicine is put on a list, into the calendar or is reminded of, the health team is asked, as the same person,
 * what speaks against it. It is the deed that is weighed: a door without a talk (a command, a form) asks `admit` before it
 * does one. What is forbidden is done only after a yes that was shown why; what somebody is to be asked about first is done,
 * and said. The record itself is never seen here.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, ConsiliumError, type Principal, toConsiliumError } from '../kernel/index.ts';
import type { AskTeam, Caution } from './asking.ts';
import { againstDose, againstOften } from './dose.ts';
import type { MedicineOrder } from './medicine.ts';
import type { Notes } from './notes.ts';
import { ownAllergies } from './own-allergies.ts';
import { dosesIn, firstDayOf, ordersIn } from './weighing-aside.ts';

export interface MedicineDeed {
  /** "take amoxicillin 500 mg". */
  readonly what: string;
  /** How often, or when, in words. */
  readonly when?: string | undefined;
  /** The name of what it takes the place of: it is not weighed against itself. */
  readonly instead?: string | undefined;
}

/** What somebody is reminded to do, and how often it comes in a span. */
export interface Coming {
  readonly what: string;
  times(from: number, to: number): number;
}

/** By whom and how the health team is asked. */
export interface Asking {
  readonly user: string;
  readonly zone: string;
  readonly signal?: AbortSignal | undefined;
  /** `apart`: in a talk of its own, without a record. `part`: of several questions of one deed. */
  ask(message: string, how?: { apart?: boolean; part?: string }): ReturnType<AskTeam>;
}

export interface Weight {
  /** What forbids it, in words; nothing where nothing does. */
  readonly against?: string | undefined;
  /** What is to be said beside it. */
  readonly note: string;
}

/** A deed that came through a form or a command. */
export interface TypedDeed extends MedicineDeed {
  readonly principal: Principal;
  readonly zone: string;
  /** Whose record it is weighed against. */
  readonly patient?: string | undefined;
  /** They were told what speaks against it, and want it all the same. */
  readonly agreed?: boolean | undefined;
}

export interface Medicines {
  weigh(deed: MedicineDeed, asking: Asking): Promise<Weight>;
  /** What is to be said beside it; MEDICINE_CAUTION where it is forbidden and nobody agreed to that. */
  admit(deed: TypedDeed): Promise<string>;
}

const CHANGE = ' Change a dose only as whoever prescribes it has said; ask them first.';
const WHOSE = ' That is by the record that is chosen here: for somebody else, choose theirs and ask again.';
const FREE: Weight = { note: '' };

export function openMedicines(given: {
  notes: Notes;
  clock: Clock;
  askTeam: AskTeam | undefined;
  /** What they are reminded of: medicines are weighed against each other, in whatever talk they were set. */
  coming: (user: string) => Promise<readonly Coming[]>;
}): Medicines {
  const { notes, clock, askTeam, coming } = given;
  /** The other medicines that they are reminded to take, or have on their list to be taken. */
  const besides = async ({ ids }: MedicineOrder, { what, instead }: MedicineDeed, user: string) =>
    (await withOrders(await coming(user))).flatMap(({ one, order: other }) => {
      if (one.what === what || one.what === instead) return [];
      const isTaken = other !== undefined && other.how !== 'stop' && other.how !== 'give';
      return isTaken && !other.ids.some((id) => ids.includes(id)) ? [{ ...one, names: other.names }] : [];
    });
  const weigh: Medicines['weigh'] = async (deed, asking) => {
    const order = askTeam === undefined ? undefined : await orderIn(deed.what);
    if (order === undefined) return FREE;
    const heard = await hear(order, deed, asking);
    if (typeof heard === 'string') return { note: ` I could not ask the health team about it: ${heard}` };
    const critical = heard.filter(({ severity }) => severity === 'critical');
    const others = heard.filter(({ taken }) => !taken);
    const whose = order.how === 'change' ? CHANGE : order.how === 'give' && others.length > 0 ? WHOSE : '';
    return critical.length === 0
      ? { note: `${sayCautions(others)}${whose}` }
      : { against: `${sayCautions(critical)}${whose}`.trim(), note: ' You were told what speaks against it.' };
  };

  /** What the health team says against it; or why it could not be asked. */
  const hear = async (order: MedicineOrder, deed: MedicineDeed, asking: Asking): Promise<Caution[] | string> => {
    try {
      const answer = await asking.ask(questionOn(order));
      const { text, outcome } = answer;
      const alarm = outcome === 'emergency' ? [{ severity: 'critical' as const, say: text }] : [];
      const [general, dose] = [await inGeneral(order, deed, asking), await tooOften(order, deed, asking)];
      return [...alarm, ...cautionsIn(answer), ...general, ...dose];
    } catch (thrown) {
      if (asking.signal?.aborted) throw thrown;
      return toConsiliumError(thrown).message;
    }
  };

  /** With how often it would be taken, and allergies that no record may have but the person told: written nowhere. */
  const inGeneral = async (order: MedicineOrder, deed: MedicineDeed, asking: Asking): Promise<Caution[]> => {
    const { when } = deed;
    if (order.how === 'stop' || order.how === 'give') return [];
    const kept = notes.list(asking.user).slice(0, MOST_NOTES);
    const told = ownAllergies(kept.map(({ body }) => body));
    const often = rhythmOf(order, when);
    const others = (await besides(order, deed, asking.user)).slice(0, MOST_BESIDES);
    const beside = [...new Set(others.flatMap(({ names }) => names))];
    if (told.length === 0 && often === undefined && beside.length === 0) return [];
    const taken = [
      ...beside.map((name) => `I take ${name}`),
      ...(often === undefined ? [] : [`I take ${order.words} ${often}`]),
    ];
    const question = `${[...told, ...taken].join('. ')}. Is it safe for me to take ${order.names.join(' and ')}?`;
    const cautions = cautionsIn(await asking.ask(question, { apart: true, part: ':told' }));
    const reminded = [...new Set(others.map(({ what }) => what))];
    const known = `${told.length === 0 ? '' : `You told me: ${told.join('; ')}. `}${reminded.length === 0 ? '' : `You are reminded of: ${reminded.join('; ')}. `}`;
    // Said once with the first of each weight: only one weight may be told.
    const isFirst = (one: Caution) => cautions.find(({ severity }) => severity === one.severity) === one;
    return cautions.map((one) => (isFirst(one) ? { ...one, say: `${known}${one.say}` } : one));
  };

  /** More in a day than the most that the health team names. */
  const tooOften = async (order: MedicineOrder, deed: MedicineDeed, asking: Asking): Promise<Caution[]> => {
    const { what, when } = deed;
    if (order.how !== 'take' || when === undefined) return [];
    const { times, first } = await firstDayOf(when, clock.now(), asking.zone);
    if (times < 1) return [];
    const [medicine] = await dosesIn([what]);
    const others = await withOrders((await coming(asking.user)).filter((one) => one.what !== deed.instead));
    const same = others.filter(({ order: other }) => other?.ids.some((id) => order.ids.includes(id)));
    const dose = medicine?.amount;
    if (dose === undefined) return onceTooMany(order, times, { same: same.map(({ one }) => one), first, asking });
    const more = await amountOf(
      same.flatMap(({ one, order: other }) => (other?.how === 'take' ? [one] : [])),
      first,
    );
    const question = `What is the highest dose of ${medicine!.name} a day?`;
    const { text } = await asking.ask(question, { part: ':dose' });
    const warning = againstDose(text, dose * times + more);
    return warning === undefined ? [] : [{ severity: 'critical', say: warning }];
  };

  /** Where no dose was said: more often in a day than anybody takes it, with what they are reminded of already. */
  const onceTooMany = async (
    { names: [name] }: MedicineOrder,
    times: number,
    { same, first, asking }: { same: readonly Coming[]; first: number; asking: Asking },
  ): Promise<Caution[]> => {
    const more = same.reduce((sum, one) => sum + one.times(first, first + DAY), 0);
    // What is usual for anybody: the record speaks of the medicine itself.
    const { text } = await asking.ask(`How often can I take ${name}?`, { apart: true, part: ':often' });
    const warning = againstOften(text, times + more);
    return warning === undefined ? [] : [{ severity: 'critical', say: warning }];
  };

  return {
    weigh,
    admit: async ({ principal, zone, patient, agreed, ...deed }) => {
      if (askTeam === undefined || (await orderIn(deed.what)) === undefined) return '';
      const id = `weighing-${randomUUID()}`;
      const { against, note } = await weigh(deed, {
        user: principal.user,
        zone,
        ask: (message, { apart = false, part = '' } = {}) =>
          askTeam('health', {
            ...{ message, principal, outer: id, passing: true },
            session: `${id}.health${apart ? '-apart' : ''}`,
            key: `${id}${part}`,
            ...(!apart && patient !== undefined && { patient }),
          }),
      });
      if (against === undefined || agreed) return note;
      throw new ConsiliumError('MEDICINE_CAUTION', against, {
        hint: 'Nothing was set. Ask a doctor or pharmacist first; say that you agree, and it is set all the same.',
      });
    },
  };
}

/** Where only words were heard, these words: whether they forbid it, the person reads and decides. */
function cautionsIn({ cautions = [], unweighed, text, outcome }: Awaited<ReturnType<AskTeam>>): readonly Caution[] {
  return unweighed && outcome !== 'emergency' ? [{ severity: 'critical', say: plain(text) }] : cautions;
}

/** An answer without its notes and marks. */
function plain(answer: string): string {
  return answer
    .replace(/^\[\^[^\]]*\]:.*$/gm, '')
    .replace(/\[\^[^\]]*\]|\*+/g, '')
    .trim();
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
const MOST_BESIDES = 20;
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

async function orderIn(what: string): Promise<MedicineOrder | undefined> {
  return (await ordersIn([what]))[0];
}

async function withOrders(all: readonly Coming[]): Promise<{ one: Coming; order: MedicineOrder | undefined }[]> {
  const orders = await ordersIn(all.map(({ what }) => what));
  return all.map((one, at) => ({ one, order: orders[at] }));
}

/** In milligrams, by what they are reminded of in a day. */
async function amountOf(taken: readonly Coming[], first: number): Promise<number> {
  const doses = await dosesIn(taken.map(({ what }) => what));
  return taken.reduce((sum, { times }, at) => sum + (doses[at]?.amount ?? 0) * times(first, first + DAY), 0);
}
