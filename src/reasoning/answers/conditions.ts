/** Conditions, allergies, symptoms, operations, vaccinations: whether, when, since when, and what came of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, nameOf } from '../desk.ts';
import { type Held, isEmpty, itemsFor } from '../evidence/items.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { isUnmet } from '../evidence/plans.ts';
import { contentWords } from '../evidence/words.ts';
import { isInside } from '../frames/scope.ts';
import type { ConditionView, EntryView, EventView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';
import { answerAllergy, onsetOf } from './allergies.ts';
import { denyThing } from './denials.ts';
import { nameAll } from './listed.ts';
import { papersOn } from './papers.ts';
import { reactionsInPapers } from './reactions.ts';
import { openDoses } from './remaining.ts';
import { asksWhether } from './settled.ts';
import { shownNow, shownValues } from './shown.ts';
import { tellTested } from './tested.ts';

export function answerThing(desk: Desk, frame: Frame): Block {
  const named = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  const done = named.filter(({ kind }) => kind === 'procedure');
  const concepts = done.length > 0 && CHECKED_FOR.test(frame.text) ? done : named;
  const [first] = concepts;
  if (first === undefined) return answerWhole(desk, frame);
  const sites = frame.subjects.filter(({ kind }) => kind === 'system');
  const held = concepts.map((subject) => ({ subject, held: atSites(itemsFor(subject, desk.chart), sites) }));
  const best =
    held.find((each) => !isEmpty({ ...each.held, series: [], visits: [] })) ??
    held.find((each) => each.held.visits.length > 0) ??
    held[0]!;
  const isAllergy = /\ballerg|\breact/i.test(frame.text);
  const allergies = held
    .filter(({ subject }) => subject === first || !GIVEN_THAT.test(frame.text.slice(first.end, subject.start)))
    .flatMap((each) => each.held.allergies);
  if (isAllergy || (allergies.length > 0 && best.held.conditions.length === 0))
    return answerAllergy(desk, frame, first, allergies);
  const tested = [best.subject, ...concepts]
    .map((subject) => tellTested(desk, frame, subject))
    .find((each) => each !== undefined);
  if (tested !== undefined) return tested;
  if (isEmpty({ ...best.held, series: [], visits: [] }))
    return tellFindings(desk, best.subject) ?? denyThing(desk, frame, best.subject);
  return tellHeld(desk, frame, best.subject, best.held);
}

/** "Am I allergic to furosemide since sulfa?" asks of the first; the second is why. */
const GIVEN_THAT = /\b(?:since|because|due to|given|as i|if i)\b/i;

/** "My bowel bleed" is no nosebleed: where a part of the body is named, what lies elsewhere is not meant. */
function atSites(held: Held, sites: readonly Subject[]): Held {
  if (sites.length === 0) return held;
  const words = [...withSynonyms(contentWords(sites.map(({ text }) => text).join(' '))).keys()];
  const systems = new Set(sites.map(({ id }) => id.replace('system:', '')));
  const isThere = ({ name, concepts, reason }: EntryView & { reason?: string | null }) => {
    const stems = stemsOf(`${name} ${reason ?? ''}`);
    const known = concepts.flatMap((id) => openCatalogue().get(id)?.system ?? []);
    return words.some((word) => stems.has(word)) || known.some((each) => systems.has(each));
  };
  const conditions = held.conditions.filter(isThere);
  const visits = held.visits.filter(isThere);
  return conditions.length + visits.length === 0 ? held : { ...held, conditions, visits };
}

/** "Were his eyes checked for diabetes?" asks for the check; the condition is only its reason. */
const CHECKED_FOR = /\b(?:check|test|screen|examin|scann|look|photograph)\w*\b[^?.!]*\bfor\b/i;

/** What is written down under a name that shares a word with it, oldest first: smoking status for "stop smoking". */
function tellFindings(desk: Desk, { text }: Subject): Block | undefined {
  const words = [...contentWords(text).keys()].filter((word) => word.length > 3);
  const found = desk.chart.view.findings
    .filter(({ name }) => words.some((word) => stemsOf(name).has(word)))
    .toReversed();
  if (found.length === 0) return undefined;
  const said = found.map((item) => `${lower(item.text)} on ${sayDate(item.time)}${cite(desk, item, item.time)}`);
  return block(`**Your record says under ${lower(found[0]!.name)}: ${list(said.slice(-6))}.** It gives no other date.`);
}

function tellHeld(desk: Desk, frame: Frame, subject: Subject, held: Held): Block {
  const { conditions, procedures, immunisations, symptoms, findings } = held;
  if (conditions.length > 0) return tellConditions(desk, frame, subject, conditions);
  if (procedures.length > 0) return tellEvents(desk, frame, subject, procedures, 'done');
  if (immunisations.length > 0) return tellEvents(desk, frame, subject, immunisations, 'given');
  const [finding] = findings;
  if (finding !== undefined)
    return block(
      `**${capital(lower(finding.name))}, ${sayDate(finding.time)}: ${finding.text}.**${cite(desk, finding, finding.time)}`,
    );
  const [symptom] = symptoms;
  if (symptom !== undefined)
    return block(
      `**${asksWhether(frame) ? 'Yes: your' : 'Your'} record lists ${lower(symptom.name)}${symptom.onset ? ` since ${sayDate(symptom.onset)}` : ''}${symptom.end ? `, until ${sayDate(symptom.end)}` : ''}.**${cite(desk, symptom, symptom.onset)}`,
      papersOn(desk, frame, subject),
    );
  return denyThing(desk, frame, subject);
}

function tellConditions(desk: Desk, frame: Frame, subject: Subject, conditions: readonly ConditionView[]): Block {
  const ordered = conditions.toSorted(
    (a, b) =>
      Number(b.status === 'active') - Number(a.status === 'active') ||
      Number(b.name.toLowerCase().includes(subject.text.toLowerCase())) -
        Number(a.name.toLowerCase().includes(subject.text.toLowerCase())) ||
      (b.onset ?? '').localeCompare(a.onset ?? ''),
  );
  const inside = ordered.filter(({ onset }) => isInside(onset, frame.scope));
  const shown = (inside.length > 0 ? inside : ordered).slice(0, 4);
  const one = shown[0]!;
  const many = shown.map((item) => describeCondition(desk, item));
  const settle = asksWhether(frame) ? settleStanding(frame.text, one) : '';
  const now = settle !== '' && one.status === 'resolved' ? shownNow(desk, one) : undefined;
  const lead = settle === '' ? `${capital(lower(one.name))}: ${describeDates(one)}` : `${settle}${list(many)}`;
  const notes = shown.flatMap((item) =>
    item.note === null ? [] : [`${capital(lower(item.name))}: ${item.note.replace(/\.$/, '')}.`],
  );
  const told = block(`**${lead}.**${settle === '' ? cite(desk, one, one.onset) : ''}`, [
    settle === '' && shown.length > 1 ? `Also ${list(many.slice(1))}.` : undefined,
    now ?? (settle === '' ? undefined : shownValues(desk, subject, shown)),
    notes.join(' '),
    ...papersOn(desk, frame, subject),
  ]);
  const from = one.onset?.slice(0, 10);
  return from === undefined ? told : { ...told, at: { from, to: from } };
}

const ASKS_GONE = /\b(?:gone|cured|cleared|healed|resolved|finished|dealt with|behind me|over(?! \d))\b/i;

/** "Is it gone?" and "is it still there?" ask opposite things of the same entry. */
function settleStanding(text: string, item: ConditionView): string {
  const { status } = item;
  const isOver = status === 'resolved';
  if (isRuledOut(item)) return 'No, it was looked for and ruled out: ';
  if (isSuspected(item)) return 'Not confirmed, only suspected: ';
  if (!/\bstill\b/i.test(text) && ASKS_GONE.test(text))
    return isOver
      ? 'Yes, your record marks it as resolved: '
      : status === 'active'
        ? 'No, it is still on your record as active: '
        : 'Your record does not say that it is gone: ';
  if (!isOver) return 'Yes: ';
  if (/\b(?:still|now|currently)\b/i.test(text)) return 'No longer: ';
  return ASKS_PRESENT.test(text) ? 'Not now, by your list; it is marked as over: ' : 'Yes: ';
}

/** "Do I have it?", "am I anaemic?"; "have I had", "did I ever have" ask of any time. */
const ASKS_PRESENT = /^\W*(?:(?:and|so|but) )?(?:do|does|am|is|are)\b(?!.*\b(?:ever|had|been)\b)/i;

const RULED_OUT = /\b(?:ruled out|excluded|not confirmed|refuted|disproved|turned out not|no evidence of)\b/i;
const SUSPECTED = /\b(?:suspected|possible|probable|query|\?)/i;

/** A suspicion that came to nothing is no illness: the entry's own name or remark says so. */
function isRuledOut({ name, note }: ConditionView): boolean {
  return (
    RULED_OUT.test(name) ||
    (RULED_OUT.test(note?.split(/[.;,]/)[0] ?? '') && !/\bnot (?:been )?(?:ruled out|excluded)\b/i.test(note ?? ''))
  );
}

function isSuspected({ name, status }: ConditionView): boolean {
  return status === 'doubtful' || SUSPECTED.test(name);
}

function describeCondition(desk: Desk, item: ConditionView): string {
  return `${lower(item.name)} (${describeDates(item)})${cite(desk, item, item.onset)}`;
}

function describeDates({ onset, end, status }: ConditionView): string {
  const from = onset === null ? 'no date' : `${end === null ? 'since ' : ''}${sayDate(onset)}`;
  if (end !== null) return `${from} to ${sayDate(end)}`;
  return status === 'resolved'
    ? `${from.replace('since ', '')}, over`
    : status === 'doubtful'
      ? `${from}, not confirmed`
      : from;
}

const ORDINALS = [/\b(?:second|2nd)\b/i, /\b(?:third|3rd)\b/i, /\b(?:fourth|4th)\b/i];

/** "Has she had both HPV ones?": two doses of one vaccine, not two vaccines. */
function isPair({ text, subjects }: Frame, verb: 'done' | 'given'): boolean {
  return verb === 'given' && /\bboth\b/i.test(text) && subjects.filter(({ kind }) => kind === 'vaccine').length === 1;
}

const REMOVED = pattern('taken_out');

function tellEvents(
  desk: Desk,
  frame: Frame,
  subject: Subject,
  events: readonly EventView[],
  verb: 'done' | 'given',
): Block {
  const ordered = events.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const [newest] = ordered;
  if (newest !== undefined && isUnmet(newest.name)) return tellOnlyAsked(desk, frame, subject, ordered);
  const inside = ordered.filter(({ time }) => isInside(time, frame.scope));
  const first = frame.scope.nth === -1 ? inside.at(-1) : inside[frame.scope.nth ?? 0];
  if (first === undefined)
    return block(
      `**${asksWhether(frame) ? 'No, none' : 'None'} ${frame.scope.say ?? 'then'} is in your record: the last ${lower(subject.text)} was on ${sayDate(ordered[0]!.time)}${lower(ordered[0]!.name) === lower(subject.text) ? '' : ` (${lower(ordered[0]!.name)})`}.**${cite(desk, ordered[0]!, ordered[0]!.time)}`,
    );
  const wanted = isPair(frame, verb) ? 2 : ORDINALS.findIndex((each) => each.test(frame.text)) + 2;
  if (asksWhether(frame) && wanted > 1 && inside.length < wanted)
    return block(
      `**No: your record lists only ${inside.length === 1 ? 'one' : inside.length}, on ${list(inside.map((each) => `${sayDate(each.time)}${cite(desk, each, each.time)}`))}.**`,
      [...(verb === 'given' ? openDoses(desk, subject) : []), ...papersOn(desk, frame, subject)],
    );
  const rest = inside.filter((each) => each !== first).slice(0, 4);
  if (frame.aspect === 'count')
    return block(
      `**${inside.length === 1 ? 'Once' : `${inside.length} times`}: ${list(inside.map((each) => `${sayDate(each.time)}${cite(desk, each, each.time)}`))}.**`,
    );
  const reason = desk.chart.property(first.uuid, 'reason');
  const others =
    rest.length === 0
      ? ''
      : ` ${verb === 'given' ? 'Earlier' : 'Also'}: ${list(rest.map((each) => `${each.name === first.name ? '' : `${lower(each.name)} `}${sayDate(each.time)}${cite(desk, each, each.time)}`))}.`;
  // "Has he still got his port?": what was taken out is gone, whatever was put in before.
  const isGone = REMOVED.test(first.name) && !REMOVED.test(frame.text);
  const settle = asksWhether(frame) || frame.aspect === 'take' ? (isGone ? 'No: ' : 'Yes: ') : '';
  const note = desk.chart.property(first.uuid, 'text');
  const showed = typeof note === 'string' && note !== '' ? ` ${capital(note.replace(/\.?$/, '.'))}` : '';
  const day = first.time?.slice(0, 10);
  const told = block(
    `**${settle}${settle === '' ? capital(lower(first.name)) : lower(first.name)} was ${verb} on ${sayDate(first.time)}.${showed}**${cite(desk, first, first.time)}${typeof reason === 'string' && reason !== '' ? ` Reason: ${lower(reason)}.` : ''}${others}`,
    papersOn(desk, { ...frame, text: `${frame.text} ${first.name}` }, subject),
  );
  return day === undefined ? told : { ...told, at: { from: day, to: day } };
}

/** An entry that says of itself that it was only asked for. */
function tellOnlyAsked(desk: Desk, frame: Frame, subject: Subject, [newest, ...earlier]: readonly EventView[]): Block {
  const before = earlier.find(({ name }) => !isUnmet(name));
  return block(
    `**There is no result in your record: ${lower(newest!.name)} (${sayDate(newest!.time)}).**${cite(desk, newest!, newest!.time)}`,
    [
      before === undefined
        ? undefined
        : `The last that was done: ${lower(before.name)} on ${sayDate(before.time)}${cite(desk, before, before.time)}.`,
      ...papersOn(desk, frame, subject),
    ],
  );
}

/** "What am I allergic to?", "which conditions do I have?" */
function answerWhole(desk: Desk, frame: Frame): Block {
  const { view } = desk.chart;
  const id = frame.subjects[0]?.id;
  if (id === 'thing:allergies' || /\ballerg/i.test(frame.text)) {
    const active = view.allergies.filter(({ status }) => status === 'active');
    const over = view.allergies.filter(({ status }) => status !== 'active');
    const told = reactionsInPapers(desk);
    const asksDate = /\b(?:dates?|when|since|year)\b/i.test(frame.text);
    if (active.length === 0)
      return block(
        '**Your record lists no active allergy.**',
        [...over.map((item) => `${capital(lower(item.name))} is marked as over${cite(desk, item)}.`), ...told],
        told.length > 0 ? 'answered' : 'absent',
      );
    return block(
      `**Your record lists ${list(active.map((item) => `${lower(item.name)}${item.reactions.length > 0 ? ` (${item.severe ? 'severe: ' : ''}${list(item.reactions.map(lower))})` : ''}${asksDate ? onsetOf(desk, item) || ', no date is given' : ''}${cite(desk, item)}`))}.**`,
      [...over.map((item) => `${capital(lower(item.name))} is marked as over${cite(desk, item)}.`), ...told],
    );
  }
  if (id === 'thing:vaccines') return tellVaccines(desk);
  if (id === 'thing:procedures') {
    const done = view.procedures.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? '')).slice(0, 8);
    return done.length === 0
      ? block('**Your record lists no operation or procedure.**', [], 'absent')
      : block(
          `**Your record lists ${done.length} procedures, the last ${lower(done[0]!.name)} on ${sayDate(done[0]!.time)}.**`,
          [done.map((each) => `- ${sayDate(each.time)}: ${lower(each.name)}${cite(desk, each, each.time)}`).join('\n')],
        );
  }
  const active = view.conditions.filter(({ status }) => status === 'active');
  if (active.length === 0) return block('**Your record lists no active condition.**', [], 'absent');
  const past = view.conditions.filter(({ status }) => status === 'resolved');
  return block(`**Your record lists ${nameAll(active, (item) => describeCondition(desk, item))}.**`, [
    past.length === 0 ? undefined : `Over: ${nameAll(past, (item) => describeCondition(desk, item))}.`,
  ]);
}

function tellVaccines(desk: Desk): Block {
  const groups = Map.groupBy(desk.chart.view.immunisations, ({ name }) => name);
  if (groups.size === 0) return block('**Your record lists no vaccination.**', [], 'absent');
  const lines = [...groups].map(([name, given]) => {
    const newest = given.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0]!;
    return `- ${name}: last on ${sayDate(newest.time)}${cite(desk, newest, newest.time)}${given.length > 1 ? ` (${given.length} in all)` : ''}`;
  });
  return block(`**Your record lists ${groups.size} kinds of vaccine.**`, [lines.join('\n')]);
}

export function nameSubject({ id, text, kind }: Subject): string {
  return kind === 'thing' || kind === 'system' ? lower(text) : nameOf(id);
}
