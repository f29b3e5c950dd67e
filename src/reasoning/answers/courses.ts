/** Courses of medicines: those taken now, those that are over and why, since when, how often, by whom. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { failures, failuresOf } from '../evidence/failures.ts';
import { actingOn, itemsFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import { hasCue } from '../frames/cues.ts';
import { glossary, lastingOf } from '../glossary/index.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate, sayOn } from '../wording.ts';
import { describe, how, reasonOf, sayMentioned, since } from './describing.ts';
import { changePassages } from './dosing.ts';
import { lineUp, nameAll } from './listed.ts';
import { conceptsIn } from './meanings.ts';
import { neverAgain, stopReason } from './stopping.ts';
import { triedInPapers } from './tried.ts';

/** "Why pravastatin and not simvastatin?": what was given up is told with its reason. */
export function givenUp(desk: Desk, { subjects }: Frame, item: MedicineView): string[] {
  return subjects
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .filter((each) => each.status === 'stopped' && !each.concepts.some((id) => item.concepts.includes(id)))
    .slice(0, 2)
    .map(
      (each) =>
        `${capital(drugName(each.name))} was stopped${each.end === null ? '' : ` ${sayOn(each.end)}`}${cite(desk, each, each.end)}. ${stopReason(desk, each) ?? ''}`,
    );
}

export function tellSince(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const ordered = all.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const stops = /\b(?:stop\w*|end\w*|came off|come off|off|quit)\b/i.test(frame.text);
  const isNew = /\bnew(?:est)?\b/i.test(frame.text);
  const item = isNew
    ? ordered.findLast(({ status }) => status === 'taken')
    : stops
      ? ordered.findLast(({ end }) => end !== null)
      : (ordered.find(({ status }) => status === 'taken') ?? ordered.at(-1));
  const one = item ?? ordered[0]!;
  if (stops && one.end !== null)
    return block(`**${capital(drugName(one.name))} was stopped on ${sayDate(one.end)}.**${cite(desk, one, one.end)}`, [
      stopReason(desk, one),
    ]);
  const first = ordered.filter((each) => each.concepts.some((id) => one.concepts.includes(id)))[0]!;
  const earlier =
    first === one || first.start === null
      ? ''
      : ` You first had it from ${sayDate(first.start)}${cite(desk, first, first.start)}.`;
  return block(
    `**${capital(describe(one))}${one.start === null ? ' has no start date in your record' : ` since ${sayDate(one.start)}`}${one.end ? `, until ${sayDate(one.end)}` : ''}.**${cite(desk, one, one.start)}${reasonOf(one)}${earlier}`,
    [sayLasting(desk, frame, one)],
  );
}

const HOW_LONG =
  /\b(?:for how long|how long (?:do|will|must|should|have|am|does|for)|how much longer|for ever|forever|for life)\b/i;

/** Asked how long it goes on: how it is taken, and what is usual for that reason. */
export function sayLasting(desk: Desk, { text }: Frame, item: MedicineView): string | undefined {
  if (!HOW_LONG.test(text) || /\bhow long have i\b/i.test(text)) return undefined;
  const lasts = lastingOf(conceptsIn(item.reason ?? ''));
  const taken = how(item) === '' ? '' : `As written: ${how(item)}. `;
  return lasts === undefined
    ? `${taken}Your record does not say how long it is to go on: ask ${desk.chart.people(item.uuid)[0] ?? 'who prescribes it'}.`
    : `${taken}How long: ${lasts}.${desk.notes.source(glossary.source)}`;
}

export function tellPrescriber(desk: Desk, item: MedicineView): Block {
  const [name] = desk.chart.people(item.uuid);
  const lead =
    name === undefined
      ? `Your record does not say who prescribed ${drugName(item.name)}`
      : `${name} prescribed ${drugName(item.name)}${item.start ? ` on ${sayDate(item.start)}` : ''}`;
  return block(
    `**${lead}.**${cite(desk, item, item.start)}${reasonOf(item)}`,
    [],
    name === undefined ? 'absent' : 'answered',
  );
}

export function tellStopped(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const over = all.filter(({ status }) => status === 'stopped');
  const failed = DID_NOT_WORK.test(frame.text) ? tellFailed(desk, frame, all) : undefined;
  if (failed !== undefined) return failed;
  if (over.length > 1) return tellTried(desk, frame, all);
  const item = over[0];
  if (item === undefined) {
    const now = all[0]!;
    const changed = changePassages(desk, all);
    return block(
      `**By your list, ${drugName(now.name)} is not stopped: it is still taken${since(now)}.**${cite(desk, now, now.start)}`,
      changed.map((each) => sayPassage(desk, each)),
    );
  }
  const reason = stopReason(desk, item);
  const lead = `${capital(drugName(item.name))} was stopped${item.end === null ? '' : ` ${sayOn(item.end)}`}`;
  return reason === undefined
    ? block(
        `**${lead}; your record gives no reason.**${cite(desk, item, item.end)} I looked at the entry, at papers and at allergies.`,
        [],
        'unclear',
      )
    : {
        ...block(`**${lead}.**${cite(desk, item, item.end)} ${reason}`, neverAgain(desk, item, reason)),
        ...endedAt(desk, frame, item),
      };
}

const DID_NOT_WORK = pattern('did_not_work');

/** Asked why it does not work: what of this record stands in its way, then what was tried. */
function tellFailed(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block | undefined {
  const found = failuresOf(desk.chart, all);
  const [first, ...rest] = found.map(({ by, because, medicines, also = '' }) => {
    const name = by.label === 'IntakeRegimen' ? drugName(by.name) : lower(by.name);
    const names = list([...new Set(medicines.map((item) => drugName(item.name)))]);
    return `${capital(names)} can do little with ${name}${cite(desk, by, 'onset' in by ? by.onset : by.start)}, because ${because}.${desk.notes.source(failures.source)} ${also}`.trim();
  });
  if (first === undefined) return undefined;
  const over = all.some(({ status }) => status === 'stopped') ? tellTried(desk, frame, all) : undefined;
  const concepts = found.flatMap(({ by }) => by.concepts);
  const paper = findPassages(desk.chart, { concepts, words: new Map(), named: true }).find(
    ({ passage }) => !passage.remark,
  );
  return block(`**${first}**`, [
    ...rest,
    paper === undefined ? undefined : sayPassage(desk, paper.passage),
    ...(over === undefined ? [] : [over.lead.replaceAll('**', ''), ...over.body]),
    `That is a likely reason, not a proven one: ask ${
      doctorFor(
        desk,
        all.flatMap((item) => item.concepts),
      ) ?? 'your doctor'
    } in the next days, and change nothing on your own until then.`,
  ]);
}

/** What it was stopped for is what "did it recover?" means next, and its day what "then" means. */
function endedAt(desk: Desk, { subjects }: Frame, item: MedicineView): Pick<Block, 'about' | 'at'> {
  const stated = desk.chart.property(item.uuid, 'status_reason');
  const measured = openCatalogue()
    .find(typeof stated === 'string' ? stated : '', { kinds: ['observation'] })
    .slice(0, 1)
    .map(
      ({ concept, text }): Subject => ({ id: concept.id, kind: 'observation', as: 'itself', text, start: 0, end: 0 }),
    );
  const day = item.end?.slice(0, 10);
  return { about: [...subjects, ...measured], ...(day !== undefined && { at: { from: day, to: day } }) };
}

export function tellTried(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const over = all
    .filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const now = all.filter(({ status }) => status === 'taken');
  if (over.length === 0) {
    const told = tellList(desk, frame, now);
    return { ...told, body: [...told.body, ...changedOf(desk, all), ...triedInPapers(desk, frame, all)] };
  }
  const lines = over.map(
    (item) =>
      `- ${capital(describe(item))}, ${item.start ? sayDate(item.start) : '?'} to ${item.end === null ? '?' : sayDate(item.end)}${cite(desk, item, item.end)}. ${stopReason(desk, item) ?? 'No reason is given.'}`,
  );
  return block(
    `**Your record lists ${over.length === 1 ? 'one medicine that was' : `${over.length} courses that were`} stopped.**`,
    [
      lines.join('\n'),
      now.length === 0
        ? undefined
        : `Taken now: ${list(now.map((item) => `${describe(item)}${cite(desk, item, item.start)}`))}.`,
      ...triedInPapers(desk, frame, all),
    ],
  );
}

/** The same at another dose before. */
function changedOf(desk: Desk, all: readonly MedicineView[]): string[] {
  const before = all.filter(({ status }) => status === 'changed');
  return before.length === 0
    ? []
    : [
        `Before at another dose: ${list(before.map((item) => `${describe(item)} from ${sayDate(item.start)} to ${sayDate(item.end)}${cite(desk, item, item.start)}`))}.`,
      ];
}

const PARTS = ['morning', 'noon', 'evening', 'night'] as const;

/** "What do I take in the mornings?": what says so, and what gives no time of day. */
export function tellPartOfDay(desk: Desk, { text }: Frame): Block | undefined {
  const part = PARTS.find((each) => hasCue(each, text));
  if (part === undefined) return undefined;
  const taken = desk.chart.view.medicines.filter(({ status, asNeeded }) => status === 'taken' && !asNeeded);
  const said = taken.filter((item) => hasCue(part, how(item)));
  const open = taken.filter(
    (item) => !PARTS.some((each) => hasCue(each, how(item))) && /\d|daily|day/i.test(how(item)),
  );
  const show = (item: MedicineView) => `${describe(item)} (${lower(how(item))})${cite(desk, item, item.start)}`;
  if (said.length === 0 && open.length === 0) return undefined;
  return {
    ...block(
      `**${said.length === 0 ? `Your list names nothing for the ${part}` : `For the ${part} your list says ${list(said.map(show))}`}.**`,
      [open.length === 0 ? undefined : `With no time of day written: ${list(open.slice(0, 6).map(show))}.`],
    ),
    about: [...said, ...(said.length < 2 ? open.slice(0, 2) : [])].slice(0, 3).map(({ concepts, name }) => ({
      id: concepts[0] ?? name,
      kind: 'drug' as const,
      as: 'itself' as const,
      text: drugName(name),
      start: 0,
      end: 0,
    })),
  };
}

export function tellList(desk: Desk, frame: Frame, items: readonly MedicineView[]): Block {
  const about = frame.subjects.find(({ kind }) => kind !== 'thing');
  const purpose =
    about === undefined
      ? ''
      : about.kind === 'drug_class' || about.kind === 'drug'
        ? ` (${lower(about.text)})`
        : ` for ${lower(about.text.replace(/\s+(?:tablets?|pills?|medic\w+|drugs?)$/i, ''))}`;
  if (items.length === 0) return block(`**Your record lists no medicines${purpose}.**`, [], 'absent');
  const now = items.filter(({ status }) => status === 'taken');
  if (now.length === 0) return tellTried(desk, frame, items);
  const line = (item: MedicineView) =>
    `- ${capital(describe(item))}${how(item) === '' ? '' : `: ${lower(how(item))}`}${since(item)}${item.reason === null ? '' : `, for ${lower(item.reason)}`}${cite(desk, item, item.start)}`;
  const beside = (about?.kind === 'condition' ? actingOn(about, desk.chart) : []).filter((item) => !now.includes(item));
  const names = nameAll(now, ({ name }) => drugName(name));
  const lead =
    about === undefined
      ? `Your record lists ${now.length} medicines that you take now`
      : now.every((item) => isForOther(item, about))
        ? `Nothing that you take now is listed${purpose} itself; by their kind ${names} act${now.length === 1 ? 's' : ''} on it too`
        : `You take ${names}${purpose}`;
  return block(`**${lead}.**`, [
    lineUp(now, line),
    beside.length === 0 ? undefined : `Listed for something else, but used${purpose} too:\n${lineUp(beside, line)}`,
    about === undefined ? sayMentioned(desk) : undefined,
  ]);
}

/** Given for one condition, asked about for another. */
function isForOther({ reason }: MedicineView, { id, kind, text }: Subject): boolean {
  if (reason === null || kind === 'drug' || kind === 'drug_class' || kind === 'system') return false;
  const asked = measureWords.treated_as[id] ?? id;
  const { is } = openCatalogue().closure(asked);
  const found = openCatalogue().find(reason, { kinds: ['condition', 'symptom'] });
  return (
    found.length > 0 &&
    !found.some(({ concept }) => is.has(concept.id) || openCatalogue().isA(asked, concept.id)) &&
    !reason.toLowerCase().includes(lower(text))
  );
}
