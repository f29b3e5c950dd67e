/**
 * What becomes of what agents report by themselves: the interaction agent surfaces it or keeps it back, with a reason,
 * and it is matched with what clinicians asked before, weeks ago too.
 */
import {
  type Clock,
  ConsiliumError,
  fromShape,
  type Json,
  type Log,
  newId,
  type Principal,
  type Runner,
  toConsiliumError,
} from '../kernel/index.ts';
import { isOnlyLetter } from './correspondence.ts';
import { FITS, fitOf } from './fit.ts';
import { inEnglish } from './language.ts';
import type { AgentRow, AskRow, FeedRow, Records, RelayRow } from './records.ts';
import { stageAsked } from './standing.ts';
import { isOn, type Reading, readText, type Subject, type Topic, topicOf } from './topic.ts';
import { medicinesOf } from './treating.ts';

export interface FeedOptions {
  readonly records: Records;
  readonly clock: Clock;
  readonly log: Log;
  interaction(): Promise<Runner>;
  announce(session: string, row: FeedRow): Promise<void>;
}

/** What an agent says about its own report, in figures. */
export interface RelayFacts {
  readonly headline?: string | undefined;
  readonly fresh?: number | undefined;
  readonly changed?: number | undefined;
  readonly retracted?: number | undefined;
  readonly advanced?: number | undefined;
  /** The best new row: 4 high … 1 very low. */
  readonly level?: number | undefined;
  readonly titles?: readonly string[] | undefined;
  /** The standing order that it is on, in the clinician's words. */
  readonly order?: string | undefined;
  /** How many orders got what they waited for. */
  readonly ended?: number | undefined;
  /** How many bar a medicine, warn of it, or cast doubt on what was told. */
  readonly alerts?: number | undefined;
  /** Which changes it tells, each by its key. */
  readonly told?: readonly string[] | undefined;
  /** Which of these only say that something could not be looked at. */
  readonly unseen?: readonly string[] | undefined;
  /** What is watched by name could not be looked at. */
  readonly blind?: boolean | undefined;
  /** The designs of what changed. */
  readonly designs?: readonly string[] | undefined;
  /** What changed, in the words of the sources. */
  readonly about?: string | undefined;
  /** What alone is to be told, in the clinician's words, and how many of the changes are that. */
  readonly condition?: string | undefined;
  readonly meeting?: number | undefined;
  /** Where evidence of some kind, or for some people, was asked for: that in words, and how many of the changes are it. */
  readonly limits?: string | undefined;
  readonly wanted?: number | undefined;
  readonly report?: string | undefined;
  /** It was handed in over HTTP: nothing of it was looked up by the agent. */
  readonly outside?: boolean | undefined;
  /** Who handed it in. */
  readonly by?: string | undefined;
  /** How many of its sentences gave orders to whoever reads it, and were left out. */
  readonly orders?: number | undefined;
  /** Beside them it said nothing. */
  readonly empty?: boolean | undefined;
}

export interface Match {
  readonly ask: AskRow;
  readonly fit: number;
  /** The question is on what changed; else only its agent is the same. */
  readonly answered: boolean;
  /** The medicines that it names and that what changed is on. */
  readonly named: readonly string[];
}

const ORDERED = 0.25;

/** The session in which the interaction agent deals with reports. */
const RELAY_SESSION = 'relay';

export class Feed {
  readonly #options: FeedOptions;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Takes a report in, once for each key, and lets the interaction agent decide. */
  async relay(given: {
    key: string;
    owner: string;
    agent: string;
    message: string;
    facts: RelayFacts;
  }): Promise<RelayRow> {
    const { records, clock } = this.#options;
    const message = given.message.trim();
    if (message === '') throw new ConsiliumError('MESSAGE_EMPTY', 'There is no message.');
    const row: RelayRow = {
      id: newId(),
      at: clock.now(),
      ...given,
      message: message.slice(0, 20_000),
      facts: given.facts as Json,
    };
    const kept = records.addRelay(row) ? row : records.relay(given.key)!;
    if (!records.isDecided(kept.id)) await this.#decide(kept);
    return kept;
  }

  /** Who was to decide may have failed or been killed before: then it is decided anew. Throws where that fails too. */
  async #decide(row: RelayRow): Promise<void> {
    const { records } = this.#options;
    const principal: Principal = { user: row.owner, how: 'system', via: row.id, scopes: null, patients: [] };
    const runner = await this.#options.interaction();
    const session = `${RELAY_SESSION}-${row.id}`;
    const message = `A report came in by relay ${row.id}:\n\n${row.message}`;
    const ask = (key: string) => runner.ask({ message, principal, session, key });
    await ask(`relay:${row.id}`);
    if (records.isDecided(row.id)) return;
    const { error } = await ask(`relay:${row.id}:${newId()}`);
    if (error !== undefined && !records.isDecided(row.id)) throw fromShape(error);
  }

  find(relay: string): RelayRow {
    const row = this.#options.records.relay(relay);
    if (row === undefined) throw new ConsiliumError('RELAY_UNKNOWN', 'There is no such report.');
    return row;
  }

  /** Which earlier questions a report answers, the best first. */
  matches(relay: RelayRow): Match[] {
    const facts = relay.facts as RelayFacts;
    const text = facts.about ?? `${relay.message.slice(0, 3000)} ${(facts.titles ?? []).join('. ')}`;
    const [reading, about] = [readText(text), topicOf(text)];
    return (
      this.#options.records
        .asks(relay.owner)
        // To write to somebody asks nothing that a later finding could answer.
        .filter(({ question }) => !isOnlyLetter(question))
        .map((ask) => {
          const asked = topicOf(inEnglish(ask.question).text);
          // To write to somebody asks nothing that a later finding could answer.
          const answered = answers(asked, reading, about) >= FITS && !isOnlyLetter(ask.question);
          const isOwn = ask.agent === relay.agent;
          // Of questions that it answers as well, the order that it was looked for by.
          const order = isOwn && ask.question === facts.order ? ORDERED : 0;
          const answer = 1 + sharedNames(asked, reading) / 10 + knows(ask.question, facts);
          const fit = (answered ? answer : isOwn ? FITS : 0) + order;
          const named = answered ? medicinesOf(asked).flatMap((each) => (isOnOne(reading, each) ? each.text : [])) : [];
          return { ask, answered, fit, named };
        })
        .filter(({ fit }) => fit >= FITS)
        .toSorted((a, b) => b.fit - a.fit || b.ask.at - a.ask.at)
        .slice(0, 20)
    );
  }

  /** Whether the same was surfaced before. */
  isKnown(owner: string, text: string): boolean {
    return this.#options.records.feed(owner, 500).some((row) => row.kind === 'surfaced' && row.text === text);
  }

  surface(relay: RelayRow, text: string, because: string): FeedRow {
    const sessions = [...new Set(this.matches(relay).map(({ ask }) => ask.session))];
    const row = this.#add(relay, { kind: 'surfaced', text, reason: because }, sessions);
    for (const session of sessions)
      this.#options
        .announce(session, row)
        .catch((thrown) =>
          this.#options.log.warn({ feed: row.id, code: toConsiliumError(thrown).code }, 'news could not be told'),
        );
    return row;
  }

  suppress(relay: RelayRow, summary: string, reason: string): FeedRow {
    return this.#add(relay, { kind: 'suppressed', text: summary, reason }, []);
  }

  /** What somebody was told at once, because they asked: its first lines, for the rest stands in the conversation. */
  answer(owner: string, given: { session: string; question: string; agent: string; text: string; key: string }): void {
    const { session, question, agent, key } = given;
    const at = this.#options.clock.now();
    const [text = ''] = given.text.replace(/\[\^\d+\]/g, '').split(/\n\s*\n/);
    const reason = `you asked: "${question.replace(/\s+/g, ' ').slice(0, 160)}"`;
    const row: FeedRow = { id: `answer:${key}`, owner, agent, at, kind: 'surfaced', text: text.slice(0, 1000), reason };
    this.#options.records.addAnswer(row, { session, at, question, agent });
  }

  /** Newest first, each with the conversation in which it was given. */
  answers(owner: string): (FeedRow & { readonly session: string })[] {
    return this.#options.records.answers(owner);
  }

  list(owner: string): FeedRow[] {
    return this.#options.records.feed(owner);
  }

  row(id: string): FeedRow | undefined {
    return this.#options.records.feedRow(id);
  }

  /** What was surfaced of an agent's work, by the keys of its changes, and when that was last. */
  toldOf({ id, owner }: Pick<AgentRow, 'id' | 'owner'>): { told: ReadonlySet<string>; at: number } {
    const { records } = this.#options;
    const rows = records.feed(owner, 500).filter((row) => row.kind === 'surfaced' && row.agent === id);
    const told = rows.flatMap(({ relay }) => {
      const facts = relay === undefined ? undefined : (records.relay(relay)?.facts as RelayFacts | undefined);
      return facts?.told ?? [];
    });
    return { told: new Set(told), at: Math.max(0, ...rows.map(({ at }) => at)) };
  }

  /** What was surfaced for this session and not said there yet. */
  untold(session: string): FeedRow[] {
    return this.#options.records.untold(session);
  }

  markTold(session: string, rows: readonly FeedRow[]): void {
    for (const { id } of rows) this.#options.records.markTold(session, id, this.#options.clock.now());
  }

  #add(relay: RelayRow, what: Pick<FeedRow, 'kind' | 'text' | 'reason'>, sessions: readonly string[]): FeedRow {
    const { records, clock } = this.#options;
    const row: FeedRow = {
      id: newId(),
      relay: relay.id,
      owner: relay.owner,
      agent: relay.agent,
      at: clock.now(),
      ...what,
    };
    records.addFeed(row, sessions);
    return row;
  }
}

/** Whether something is approved is answered by who decides it; by a study it is not. */
function knows(question: string, { designs = [] }: RelayFacts): number {
  const stage = stageAsked(inEnglish(question).text);
  if (stage === undefined) return 0;
  return designs.some((id) => stage.known_by.includes(id)) ? 0.5 : -0.2;
}

const isOnOne = (reading: Reading, subject: Subject) =>
  isOn(reading, { ...topicOf(subject.text), subjects: [subject], setting: [] });

/** How much of what was asked by name is in what changed. */
function sharedNames({ words }: Topic, { stems }: Reading): number {
  return words.filter(({ stem }) => stems.has(stem)).length;
}

/** A report answers a question when it is about its subjects; without any, when their words are the same. */
function answers(asked: Topic, report: Reading, about: Topic): number {
  return asked.subjects.length > 0 ? Number(isOn(report, asked)) : fitOf(asked, about);
}
