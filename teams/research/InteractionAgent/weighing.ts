/** Whether a report that came in is worth a clinician's attention, and why. */
import type { OfflineStep, OfflineTurn } from 'consilium/models';
import { day, type Match, type RelayFacts, type RelayRow } from 'consilium/research';
import { deskOf } from './tools.ts';

/** Worth saying: something was taken back, came further, changed, or is new and not weak; and not said before. */
export function weigh({ context, results }: OfflineTurn, id: string): OfflineStep {
  if (results.length > 0) return { say: results.at(-1)!.tool === 'respond' ? 'Surfaced.' : 'Kept back.' };
  const { feed } = deskOf(context);
  const relay = feed.find(id);
  const facts = relay.facts as RelayFacts;
  const before = feed.toldOf({ id: relay.agent, owner: relay.owner }).told;
  const reason = whyNot(relay, facts, (text) => feed.isKnown(relay.owner, text), before);
  const summary = (facts.headline ?? relay.message).replace(/\*\*|\[\^\d+\]/g, '').slice(0, 300);
  if (reason !== undefined) return { call: 'wait', input: { relay: id, summary, reason } };
  const [match, ...others] = feed.matches(relay);
  const because =
    match === undefined
      ? whatChanged(facts)
      : `${whyTold(match, facts)}${alsoAsked(match, others)}; ${whatChanged(facts)}`;
  return { call: 'respond', input: { relay: id, text: relay.message.slice(0, 8000), because } };
}

/** The question that it answers; where none does, only that its subject is followed. */
function whyTold({ ask, answered }: Match, { outside }: RelayFacts): string {
  // Nobody looked whether it is on the subject.
  if (!answered) return outside ? 'it came for an agent of yours' : 'you follow this subject';
  return `you asked on ${day(ask.at)}: "${ask.question.replace(/\s+/g, ' ').slice(0, 120)}"`;
}

/** Who asked weeks ago for a medicine by name that is in the news now is told so, whatever order it was looked for by. */
function alsoAsked(first: Match, others: readonly Match[]): string {
  const known = new Set(first.named);
  const told = others.filter(({ named, ask }) => {
    const isNew = ask.question !== first.ask.question && named.some((name) => !known.has(name));
    for (const name of isNew ? named : []) known.add(name);
    return isNew;
  });
  return told
    .slice(0, MOST_ASKED)
    .map((other) => `, and on ${day(other.ask.at)}: "${other.ask.question.replace(/\s+/g, ' ').slice(0, 80)}"`)
    .join('');
}

const MOST_ASKED = 2;

function whyNot(
  relay: RelayRow,
  facts: RelayFacts,
  isKnown: (text: string) => boolean,
  before: ReadonlySet<string>,
): string | undefined {
  if (facts.empty) return 'it holds nothing but orders to whoever reads it, and they are not followed';
  if (isKnown(relay.message)) return 'the same was surfaced before';
  const { unseen = [] } = facts;
  const told = (facts.told ?? []).filter((key) => !unseen.includes(key));
  if (unseen.some((key) => !before.has(key))) return undefined;
  if (told.length > 0 && told.every((key) => before.has(key)))
    return 'the same was surfaced for another of your orders';
  if (facts.headline === undefined) return undefined;
  const { condition, meeting = 0 } = facts;
  const { fresh = 0, changed = 0, retracted = 0, advanced = 0, level = 0, alerts = 0 } = facts;
  if (fresh + changed + retracted + advanced === 0)
    return facts.blind ? sayBlind(unseen) : 'nothing new since the last report';
  // What is taken back, barred or doubted is told, whatever else was asked for; and that a watch has ended.
  if (retracted + alerts + (facts.ended ?? 0) > 0) return undefined;
  if (condition !== undefined) return meeting > 0 ? undefined : `you asked to be told only if ${condition}`;
  if (facts.wanted === 0 && advanced === 0) return `nothing of what is new is what you asked for (${facts.limits})`;
  if (changed + advanced > 0 || level >= 2) return undefined;
  return 'only very weak evidence is new';
}

function sayBlind(told: readonly string[]): string {
  return told.length > 0
    ? 'it still cannot be looked at, as was told'
    : 'it could not be looked at; you are told if it stays so';
}

function whatChanged(facts: RelayFacts): string {
  const {
    fresh = 0,
    changed = 0,
    retracted = 0,
    advanced = 0,
    alerts = 0,
    ended = 0,
    outside,
    by,
    orders = 0,
    unseen = [],
  } = facts;
  const care = orders > 0 ? '; orders in it to whoever reads it were left out' : '';
  if (outside)
    return `handed in from outside by ${by ?? 'somebody who is not known'}; nothing of it was checked here${care}`;
  const told = [
    alerts > retracted ? `${alerts - retracted} on safety, which is always told` : '',
    retracted > 0 ? `${retracted} retracted` : '',
    ended > 0 ? 'what you waited for has come' : '',
    advanced > 0 ? `${advanced} at another stage` : '',
    changed > 0 ? `${changed} changed` : '',
    fresh > 0 ? `${fresh} new` : '',
    unseen.length > 0 ? 'what you follow could not be looked at' : '',
  ].filter(Boolean);
  return told.length === 0 ? 'the agent reported by itself' : told.join(', ');
}
