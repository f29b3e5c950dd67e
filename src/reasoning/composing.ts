/** The parts of a turn as one answer: what is critical first, nothing twice, no wall of quotes; and what stays for the next. */

import { nearnessTo } from '../search/semantic/nearness.ts';
import { heldAgainst } from './answers/limits.ts';
import { sayNewly } from './answers/newly.ts';
import { sayShortForms } from './answers/short-forms.ts';
import { type Chosen, sayRest } from './choosing.ts';
import { type Concern, sayConcern } from './concern.ts';
import type { Block, Desk } from './desk.ts';
import { ambulanceFor } from './evidence/ambulance.ts';
import { eventOf } from './frames/since-event.ts';
import { paperLeft } from './last-look.ts';
import type { Focus, Frame } from './types.ts';
import { list, lower, sayValue } from './wording.ts';

/** Of answers that begin alike ("egfr 66?? are my kidneys failing") the one that says most. */
function fullestOf(blocks: readonly Block[], lead: string): number {
  const lengths = blocks.map((each) => (each.lead === lead ? each.body.length : -1));
  return lengths.indexOf(Math.max(...lengths));
}

export function compose(desk: Desk, chosen: Chosen, blocks: readonly Block[], told: Block | undefined): string {
  const told_ = new Set(blocks.flatMap(({ tells = [] }) => tells));
  const isOpen = ({ key }: Concern) => !told_.has(key);
  const [open, beside, left] = [chosen.said.filter(isOpen), chosen.beside.filter(isOpen), chosen.rest.filter(isOpen)];
  const critical = open
    .filter(({ severity, fresh }) => severity === 'critical' && fresh)
    .map((concern) => sayConcern(desk, concern, true));
  const isAnswered = blocks.some(({ found }) => found === 'answered');
  const unlike = blocks.filter(
    ({ lead, found }, at) => fullestOf(blocks, lead) === at && !(isAnswered && found === 'unread'),
  );
  const answers = withoutRepeats(unlike, desk.message);
  const others = open
    .filter(({ severity, fresh }) => !(severity === 'critical' && fresh))
    .map((concern) => sayConcern(desk, concern));
  const toldText = told === undefined ? '' : [told.lead, ...told.body].join('\n\n');
  const said = [
    ...critical,
    ...answers,
    sayShortForms(desk, answers.join('\n\n')),
    heldAgainst(desk, answers.join('\n\n')),
    critical.length > 0 ? '' : sayNewly(desk),
    ...others,
    toldText,
  ];
  const all = [
    ...said,
    ...paperLeft(desk, said.join('\n\n'), isAnswered || critical.length + others.length > 0 || toldText !== ''),
    sayBeside(desk, beside),
    open.length + beside.length === 0 ? '' : sayRest(left),
    isDue(desk.focus) && open.length + beside.length === 0 ? sayStillOpen(chosen.open) : '',
  ];
  return all
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll(ANYWHERE, ambulanceFor(desk.chart));
}

/** What nobody asked about and cannot wait stands after the answer, apart from it. */
function sayBeside(desk: Desk, beside: readonly Concern[]): string {
  const said = withoutCalls(beside.map((concern) => sayConcern(desk, concern)));
  if (said.length === 0) return '';
  return said.length === 1
    ? `**Not asked, but it cannot wait:** ${said[0]}`
    : `**Not asked, but it cannot wait:**\n\n${said.map((each) => `- ${each}`).join('\n')}`;
}

/** Whom to call is said once, where it is the same for several. */
function withoutCalls(said: readonly string[]): string[] {
  const lines = new Set<string>();
  return said.map((each) =>
    each
      .split(BETWEEN)
      .filter((sentence) => {
        const bare = bareOf(sentence);
        if (!/^(?:Call|Ask|If nobody answers|The emergency number)\b/.test(bare) || !lines.has(bare)) {
          lines.add(bare);
          return true;
        }
        return false;
      })
      .join(' '),
  );
}

/** After so many answers without a word of it. */
const QUIET = 2;

function isDue({ quiet = 0, heeded }: Focus): boolean {
  return quiet >= QUIET && heeded !== true;
}

/** "Still open from before: lithium level 1.28 mmol/L. If nobody has been called about it yet, call today." */
function sayStillOpen(open: readonly Concern[]): string {
  if (open.length === 0) return '';
  const names = open.map(({ evidence }) => {
    const measured = evidence.filter(({ label, value }) => label === 'Observation' && value !== undefined);
    return measured.length > 0
      ? list([...new Set(measured.map(({ name, value, unit }) => `${lower(name)} ${sayValue(value!, unit)}`))])
      : list([...new Set(evidence.map(({ name }) => lower(name)))].slice(0, 2));
  });
  return `Still open from before: ${[...new Set(names)].join('; ')}. If nobody has been called about it yet, call today.`;
}

/** How the reference names the number, which knows no place. */
const ANYWHERE = '112 (911 in the US)';
const QUOTES = ' says: "';
/** More is a wall: who wants the letter opens it; each of several questions has room for its own. */
const MOST_QUOTES = 3;
const MOST_EACH = 2;

/** A part that is one quote and nothing else. */
const QUOTED = / says: "([^"]+)"$/;
/** Between two sentences, behind marks and notes. */
const BETWEEN = /(?<!\b\p{Lu}\.)(?<=[.!?](?:\*\*)?(?:\[\^\w+\])*) (?=\*{0,2}\p{Lu})/u;
/** Shorter ones are turns of phrase that may come again. */
const LEAST_SAID = 32;

/** A sentence that stands already is not said again, however many parts of a question it answers. */
function withoutRepeats(blocks: readonly Block[], message: string): string[] {
  const said = new Set<string>();
  const quoted: string[] = [];
  const fresh = (part: string): string => {
    const bare = bareOf(part);
    if (bare === '' || said.has(bare)) return '';
    said.add(bare);
    const [, quote] = QUOTED.exec(bare) ?? [];
    if (quote !== undefined && quoted.some((each) => each.includes(quote))) return '';
    if (quote !== undefined) quoted.push(quote);
    if (/^[-|]/m.test(part)) return part;
    const from = part.includes(QUOTES) ? part.lastIndexOf('"') + 1 : 0;
    return `${part.slice(0, from)}${part.slice(from).split(BETWEEN).filter(isNew).join(' ')}`;
  };
  const isNew = (sentence: string) => {
    const bare = `. ${bareOf(sentence)}`;
    if (bare.length < LEAST_SAID) return true;
    if (said.has(bare)) return false;
    said.add(bare);
    return true;
  };
  const parts = blocks.map(({ lead, body }) => [lead, ...body].map(fresh).filter((part) => part !== ''));
  const left = tooMany(parts, message);
  return parts.map((each) => each.filter((part) => !left.has(part)).join('\n\n')).filter((each) => each !== '');
}

function bareOf(part: string): string {
  return part
    .replaceAll('**', '')
    .replace(/\[\^\d+\]/g, '')
    .trim();
}

/** Of more quotes than an answer holds, those that are farthest from the question; what leads or is listed stays. */
function tooMany(parts: readonly (readonly string[])[], message: string): ReadonlySet<string> {
  const quotesIn = (part: string) => part.split(QUOTES).length - 1;
  const quoting = parts.flatMap((each) => each.slice(1)).filter((part) => quotesIn(part) > 0 && !part.startsWith('- '));
  const leading = parts.reduce((sum, [lead = '']) => sum + quotesIn(lead), 0);
  const most = Math.max(MOST_QUOTES, MOST_EACH * parts.filter((each) => each.length > 0).length);
  if (leading + quoting.reduce((sum, part) => sum + quotesIn(part), 0) <= most) return new Set();
  const near = nearnessTo(message, quoting.map(bareOf));
  const ranked = quoting.map((part, at) => ({ part, near: near[at] ?? 0 })).toSorted((a, b) => b.near - a.near);
  let room = Math.max(1, most - leading);
  return new Set(
    ranked
      .filter(({ part }) => {
        room -= quotesIn(part);
        return room < 0;
      })
      .map(({ part }) => part),
  );
}

export function outcomeOf(
  asks: readonly Frame[],
  blocks: readonly Block[],
  concerns: readonly Concern[],
  told: Block | undefined,
): 'answered' | 'fallback' {
  if (asks.length === 0) return 'answered';
  if (blocks.some(({ found }) => found === 'answered') || concerns.length > 0 || told !== undefined) return 'answered';
  return 'fallback';
}

export function nextFocus(
  focus: Focus,
  frames: readonly Frame[],
  asks: readonly Frame[],
  blocks: readonly Block[],
  concerns: readonly Concern[],
): Focus {
  const at = asks.findLastIndex(({ subjects }, i) => subjects.length > 0 || blocks[i]?.about !== undefined);
  const frame = asks[at];
  const told = [...new Set([...focus.told, ...concerns.map(({ key }) => key)])].slice(-60);
  const kin = blocks.findLast((each) => each.kin !== undefined)?.kin;
  if (frame === undefined) {
    if (kin !== undefined) return { ...focus, told, kin };
    const pending = pendingOf(asks, blocks);
    if (pending !== undefined) return { ...focus, told, pending };
    const spoken = frames.findLast(
      ({ act, subjects }) => act === 'tell' && subjects.some(({ kind }) => kind !== 'thing'),
    );
    const { pending: _answered, ...before } = focus;
    const shown = blocks.findLast((each) => each.at !== undefined)?.at;
    const kept = shown === undefined ? before : { ...before, at: shown };
    const asked = asks.at(-1);
    if (asked?.aspect === 'said') return { ...kept, told, aspect: 'said' };
    return spoken === undefined ? { ...kept, told } : { ...kept, told, subjects: spoken.subjects, scope: {} };
  }
  const nth = blocks[at]?.nth;
  const days = blocks[at]?.at;
  const pending = pendingOf(asks, blocks);
  const event = eventOf(focus, blocks[at]?.about ?? frame.subjects, frame.scope, days);
  return {
    ...(event && { event }),
    ...(kin !== undefined && { kin }),
    ...(focus.topic !== undefined && { topic: focus.topic }),
    subjects: blocks[at]?.about ?? frame.subjects,
    aspect: frame.aspect,
    scope: frame.scope,
    told,
    ...(nth !== undefined && { nth }),
    ...(days !== undefined && { at: days }),
    ...(pending && { pending }),
  };
}

function pendingOf(asks: readonly Frame[], blocks: readonly Block[]): Focus['pending'] {
  const at = blocks.findLastIndex(({ offers }) => offers !== undefined);
  return at < 0 ? undefined : { aspect: asks[at]!.aspect, offers: blocks[at]!.offers! };
}
