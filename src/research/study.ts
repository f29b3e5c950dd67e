/**
 * A round of work of one research agent: look, grade, compare with what its files say, and write it down. Everything it
 * knows is in its workspace; it can be stopped anywhere and begin again.
 */
import type { Workspace } from '../memory/index.ts';
import { isOnEffect } from './comparing.ts';
import { isMet } from './enough.ts';
import { type Asked, aspectsAsked } from './evidence/excerpt.ts';
import { type Advance, findAdvances, trackMaturity } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import { type EvidenceRow, mergeTables, type TableChange } from './evidence/table.ts';
import { appraisal } from './evidence/words.ts';
import { type Gathered, gather, type Libraries, type Missing } from './gather.ts';
import { searchIndex } from './indexed.ts';
import { keepNear } from './near.ts';
import { rowsOf, thoseAbout } from './papers-aside.ts';
import { asKept, keepQuotes } from './quotes.ts';
import { recheckNotices } from './rechecking.ts';
import type { Requirements } from './request.ts';
import { joinChanges, OWN, readState, readTable, type StudyState, writeState, writeTable } from './shelf.ts';
import { medicinesAsked } from './standing.ts';
import { type Topic, termsOf, topicOf } from './topic.ts';
import { medicinesTopic } from './treating.ts';
import { noteUnseen } from './unseen.ts';
import { aspectsIn, withoutConditions } from './vocabulary.ts';
import { whomIn } from './whom.ts';

export { noteHanded, readMaturity, readState, readTable } from './shelf.ts';

export const RESEARCH_FOLDERS = ['reports', 'evidence', 'correspondence', 'tracking', 'notes'] as const;

const ROUNDS = 3;

export interface Study {
  readonly workspace: Workspace;
  readonly name: string;
  readonly description: string;
  readonly requirements: Requirements;
  /** Which standing order it is for, where that is not the agent's own. */
  readonly order?: string | undefined;
  readonly libraries: Libraries;
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Findings {
  readonly rows: number;
  readonly fresh: number;
  readonly changed: number;
  readonly retracted: number;
  readonly met: boolean;
  readonly rounds: number;
  readonly looked: Gathered['looked'];
  readonly missing: Gathered['missing'];
  /** The strongest rows. */
  readonly top: readonly EvidenceRow[];
}

/** Looks until the evidence is enough or the rounds are used up, and takes it into the table. */
export async function gatherEvidence(study: Study, query: string): Promise<Findings> {
  const { libraries, requirements } = study;
  const began = libraries.clock.now();
  const state = await readState(study);
  // A page is to be watched, and no more is said: then it is read, and nothing is searched for.
  const isOnlyPage =
    requirements.addresses.length > 0 && isEmpty(topicOf(query)) && isEmpty(topicOf(requirements.question));
  const topic = isOnlyPage ? topicOf('') : topicOf(`${study.name.replace(/ Research$/, '')}. ${query}`);
  const asked = askedOf(requirements.question, query);
  // How a source is graded and what the table quotes of it goes by what is followed, not by what is asked just now.
  const isOwn = query.trim() === requirements.question.trim();
  const own = isOwn ? asked : { ...askedOf(requirements.question, requirements.question), known: asked.names };
  const made = new Map<string, EvidenceRow>();
  const near = new Map<string, EvidenceRow>();
  const aliases = new Map<string, string>();
  let rows: readonly EvidenceRow[] = await readTable(study);
  let { changes, untold } = state;
  const looked = new Map<string, Set<string>>();
  const counted = new Map<string, number>();
  const missing = new Map<string, Missing>();
  let rounds = 0;
  for (const wording of queriesFor(query, study, () => rows, asked.aspects)) {
    const terms = rounds === 0 ? termsOf(topic) : wording;
    const gathered = await gather(
      {
        ...{
          query: wording,
          terms,
          skip: new Set(missing.keys()),
          topic,
          aliases,
          scopes: requirements.scopes,
          signal: study.signal,
        },
        watches: rounds === 0 ? requirements.watches : [],
        addresses: rounds === 0 ? requirements.addresses : [],
        isOnlyNamed: isOnlyPage,
      },
      libraries,
    );
    rounds++;
    const now = libraries.clock.now();
    const found = await rowsOf(gathered.items, own, rows, now);
    for (const { row } of isOwn ? found : await rowsOf(gathered.items, asked, rows, now)) made.set(row.id, row);
    // What the question itself brings up; a later wording is the desk's own.
    if (rounds === 1) for (const { row } of await rowsOf(gathered.near, asked, rows, now)) near.set(row.id, row);
    const all = [...rows, ...found.map(({ row }) => row)];
    // A notice that is neither on the subject nor about anything here is left.
    const notices = found.filter(({ row }) => row.about !== undefined && targetsOf(row, all).length === 0);
    const concerned = await thoseAbout(
      notices.map(({ item }) => item),
      topic,
    );
    const kept = found.filter((each) => !notices.includes(each) || concerned.includes(each.item));
    const merged = mergeTables(
      rows,
      asKept(
        kept.map(({ row }) => row),
        rows,
      ),
    );
    rows = merged.rows;
    changes = joinChanges(changes, merged.changes);
    untold = joinChanges(untold, merged.changes);
    // What a later round finds again is one source.
    for (const { source, found, ids = [] } of gathered.looked) {
      const known = new Set([...(looked.get(source) ?? []), ...ids]);
      looked.set(source, known);
      counted.set(source, Math.max(counted.get(source) ?? 0, found, known.size));
    }
    for (const each of gathered.missing) missing.set(each.source, each);
    if ((isMet(rows, requirements) && isToldOf(asked.aspects, [...made.values()])) || rounds >= ROUNDS || isOnlyPage)
      break;
  }
  const warned = await lookForWarnings(study, asked, rows, aliases);
  rows = warned.rows;
  changes = joinChanges(changes, warned.changes);
  untold = joinChanges(untold, warned.changes);
  const rechecked = await recheckNotices(rows, { ...libraries, signal: study.signal }, began);
  rows = rechecked.rows;
  changes = joinChanges(changes, rechecked.changes);
  untold = joinChanges(untold, rechecked.changes);
  if (rechecked.missing !== undefined) missing.set(rechecked.missing.source, rechecked.missing);
  const maturity = trackMaturity(rows);
  const met = isMet(rows, requirements);
  const found = {
    looked: [...counted].map(([source, found]) => ({ source, found })),
    missing: [...missing.values()],
  };
  const further = findAdvances(state.maturity, maturity);
  const advances = [...state.advances, ...further];
  const fresh = changes.filter((change) => !state.changes.includes(change));
  const orders = toOthers(state.orders, study.order, { changes: fresh, advances: further });
  // What is new is kept first: where the disk fills up in between it is found once more, and never taken for known.
  const unseen = noteUnseen(state.unseen ?? {}, found.missing, requirements, state.last?.at ?? libraries.clock.now());
  await writeState(study, { ...state, ...found, maturity, changes, untold, advances, met, orders, unseen });
  await writeTable(study, rows);
  await keepQuotes(study, query, [...made.values()], rows);
  await keepNear(study, query, [...near.values()], rows);
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  return {
    ...{
      rows: rows.length,
      fresh: count('new'),
      changed: count('changed'),
      retracted: count('retracted'),
      met,
      rounds,
      ...found,
    },
    top: rows.filter(({ level }) => level > 0).slice(0, 8),
  };
}

/**
 * What bars a medicine of the table or warns of it may name no disease, and is looked for by the medicine's name, however
 * much is known already. In the index only: the sources are asked for the subject as it is.
 */
async function lookForWarnings(
  { libraries, requirements, signal }: Study,
  asked: Asked,
  rows: readonly EvidenceRow[],
  aliases: Map<string, string>,
): Promise<{ rows: readonly EvidenceRow[]; changes: readonly TableChange[] }> {
  const studied = rows.filter(({ level, design_id }) => level > 0 && design_id !== 'knowledge');
  const therapies = [...new Set(studied.flatMap((row) => row.therapies))].slice(0, MOST_WARNED);
  if (therapies.length === 0) return { rows, changes: [] };
  const topic = medicinesTopic(therapies);
  const { harm, warning } = appraisal().harms.searched;
  const query = `${therapies.join(' ')} ${asked.aspects?.includes('safety') ? harm : warning}`;
  const wish = { query, terms: query, topic, aliases, scopes: requirements.scopes, watches: [], addresses: [], signal };
  const { items } = await searchIndex(wish, libraries, MOST_WARNINGS);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = items.filter(({ id }) => !known.has(id));
  const made = await rowsOf(unknown, { ...asked, known: therapies }, rows, libraries.clock.now());
  const found = made.map(({ row }) => row);
  // Asked for harm, what tells of it counts whatever the illness was.
  const isOnHarm = ({ harms = [], therapies: own }: EvidenceRow) =>
    asked.aspects?.includes('safety') === true && harms.length > 0 && own.some((name) => therapies.includes(name));
  const telling = found.filter(
    (row) => isOnHarm(row) || (row.alerts ?? []).some(({ therapy }) => therapies.includes(therapy)),
  );
  return telling.length === 0 ? { rows, changes: [] } : mergeTables(rows, telling);
}

function isEmpty({ subjects, setting, words, trials }: Topic): boolean {
  return subjects.length + setting.length + words.length + trials.length === 0;
}

const MOST_WARNED = 12;
const MOST_WARNINGS = 20;

/** What one order's look found is news for the others too, until each has told it. */
function toOthers(
  orders: StudyState['orders'],
  own: string | undefined,
  { changes, advances }: { changes: readonly TableChange[]; advances: readonly Advance[] },
): StudyState['orders'] {
  return Object.fromEntries(
    Object.entries(orders).map(([id, state]) => [
      id,
      id === (own ?? OWN)
        ? state
        : { ...state, changes: joinChanges(state.changes, changes), advances: [...state.advances, ...advances] },
    ]),
  );
}

/** What is asked now decides what is quoted; where it asks for nothing of its own, what was asked first does. */
function askedOf(question: string, query: string): Asked {
  const text = topicOf(query).words.length > 0 ? query : `${question} ${query}`;
  const now = aspectsAsked(query);
  const isOwn = now.length > 0 || outcomesAsked(withoutConditions(query)).length > 0 || isOnEffect(query);
  return {
    words: new Set([...topicOf(text).words.map(({ stem }) => stem), ...aspectsIn(text)]),
    aspects: isOwn ? now : aspectsAsked(question),
    outcomes: outcomesAsked(withoutConditions(query || question)).map(({ outcome }) => outcome),
    names: medicinesAsked(topicOf(query).words.length > 0 ? query : question),
    kinds: whomIn(query || question)?.kinds ?? [],
    ...(/\bplacebo\b/i.test(query) && { beside: ['placebo'] }),
  };
}

/** Pregnancy, children, a dose: somebody tells of each that was asked. */
function isToldOf(aspects: readonly string[], rows: readonly EvidenceRow[]): boolean {
  return aspects.every((id) => rows.some((row) => row.aspects?.includes(id)));
}

/** The question, then what it brought up: its therapies by name, then stronger designs. */
function* queriesFor(
  query: string,
  { requirements, name }: Study,
  rows: () => readonly EvidenceRow[],
  aspects: readonly string[],
): Generator<string> {
  const population = requirements.population ? ` ${requirements.population}` : '';
  const asked = withoutConditions(query);
  yield `${asked}${asked.toLowerCase().includes(population.trim()) ? '' : population}`;
  const own = topicOf(name.replace(/ Research$/, ''));
  // A trial by its number is found, or it is not.
  if (own.subjects.length + own.words.length === 0 && own.trials.length > 0) return;
  const topic = own.label || asked;
  const therapies = [...new Set(rows().flatMap((row) => row.therapies))].slice(0, 5);
  if (therapies.length > 0) yield [topic, ...therapies, ...aspects].join(' ');
  yield `${topic} randomised controlled trial`;
}
