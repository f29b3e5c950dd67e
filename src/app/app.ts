/** What the app is to its doors: the rooms that it holds open, the teams that it finds, and what can be asked of them. */
import type { Traces } from '../a2a/trace.ts';
import type { CitationAudit } from '../citations/index.ts';
import type {
  Clock,
  Env,
  GivenReply,
  Lanes,
  Log,
  Pending,
  Principal,
  Runner,
  RunnerOptions,
  Services,
  Turn,
  TurnResult,
} from '../kernel/index.ts';
import type { RuntimeAgent, ServiceHouse, Talk } from '../lending/index.ts';
import type { Models } from '../models/index.ts';
import type { Records } from '../record/index.ts';
import type { Home } from '../storage/index.ts';
import type { TeamChange, TeamEntry } from '../teams/index.ts';
import type { Guess } from './guess.ts';
import type { RemoteDesk } from './remotes.ts';
import type { OpenTeam } from './team.ts';

/** Search, functions and pipelines. */
export type Workshop = { readonly [Name in 'search' | 'functions' | 'pipelines']: NonNullable<Services[Name]> };

export interface AppOptions {
  readonly home?: string | undefined;
  readonly env?: Env;
  readonly log?: Log;
  /** Without it, the machine's, or the one that CONSILIUM_CLOCK starts. */
  readonly clock?: Clock | undefined;
  /** Loads teams anew when their files change, and tells what came of it. */
  readonly onTeamChange?: ((change: TeamChange) => void) | undefined;
}

export interface App {
  readonly home: Home;
  readonly models: Models;
  /** The record, opened patient by patient. */
  readonly records: Records;
  /** What each answer rested on. */
  readonly citations: CitationAudit;
  /** Which turn goes first. */
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** The surroundings that it was opened in. */
  readonly env: Env;
  /** Agents of other machines that were called from here. */
  remotes: RemoteDesk['remotes'];
  /** Which traces of other machines the turns of this one belong to. */
  readonly traces: Traces;
  /** Has every room wait for what may come to it from outside. */
  listen(): Promise<void>;
  /** The names of all services there are. */
  readonly services: readonly string[];
  /** A service of the house, opened if it is not yet. */
  readonly service: ServiceHouse['service'];
  /** Search, functions and pipelines; opened at the first call. */
  workshop(): Promise<Workshop>;
  /** The teams of the house, as far as their team.yml says. */
  listTeams(): Promise<TeamEntry[]>;
  /** Opens a team that the house lists, by name; without a name, the house's default. */
  team(name?: string): Promise<OpenTeam>;
  /** The same, or the team of a folder, whose code is then run: for whoever sits at this machine. */
  teamOrFolder(name?: string): Promise<OpenTeam>;
  /** Whose question it is, of the teams that this principal may talk to; undefined where that is not plain. */
  guess(message: string, principal: Principal): Promise<Guess | undefined>;
  /** One agent of a team as a root of its own, with sessions of its own. */
  root(team: string | undefined, agent: string): Promise<OpenTeam>;
  /** The same of a team's folder, for whoever sits at this machine. */
  rootOrFolder(team: string, agent: string): Promise<OpenTeam>;
  /** A runner for an agent that was made at run time; it shares the house with all others. */
  runner(given: RuntimeAgent): Promise<Runner>;
  /** Asks before each step of a turn whether its principal may still act: `check` throws if not. */
  admitBy(check: NonNullable<RunnerOptions['admit']>): void;
  /** Shows what happens in every turn of the house, those that nobody asked for by hand too. */
  watchBy(see: NonNullable<RunnerOptions['see']>): void;
  /** Whether what was said in a session of this app is about whom this principal acts for, and nobody's own beside. */
  mayReach(principal: Principal, app: string, session: string): Promise<boolean>;
  /** Has the rooms take out what they kept of a session that is being deleted, beside its log. */
  forgetKept(talk: Talk): Promise<void>;
  /** Drops what is held in memory of a session that was deleted. */
  forget(session: string): Promise<void>;
  /** The open questions that this principal may answer, oldest first. */
  pending(principal: Principal): Promise<Pending[]>;
  /** Answers one of them, whichever agent asked, and goes on with the turn. */
  answer(question: string, reply: GivenReply, principal: Principal, options?: AnswerOptions): Promise<AnsweredTurn>;
  /** The turn that asked this, once nobody is at work on it: how it ended, or what it asks now. */
  follow(question: string): Promise<Turn>;
  /** Tells of questions that are open no more, whoever settled them. */
  hearSettled(hear: NonNullable<RunnerOptions['onSettled']>): void;
  /** These went away with their sessions: whoever asked elsewhere, or waits for them elsewhere, is to know. */
  settle(gone: readonly Pending[]): void;
  /** Ends the turn that waits for this question. `also`: written in the same transaction. */
  cancel(question: string, principal: Principal, also?: () => void): Promise<TurnResult>;
  /** Finishes the turns that a dead process left open, and those whose questions are out of date; says how many. */
  resume(): Promise<number>;
  /** Waits for running turns, at most `graceMs`; those still open then are resumed at the next start. */
  close(graceMs?: number): Promise<void>;
}

/** A turn that goes on after its question, and the app (a team's name, as a rule) whose it is. */
export interface AnsweredTurn {
  readonly app: string;
  readonly turn: Turn;
}

export type AnswerOptions = Parameters<Runner['answer']>[3];
