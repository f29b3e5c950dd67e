/**
 * The desk that all agents share without a model: what the message wishes (read once a turn, kept in state), which of it is
 * done, and what to say at the end. State, not words, says what happened.
 */
import { type AgentContext, ConsiliumError, type Json, TRANSFER_TOOL } from 'consilium/kernel';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import type { StudyService } from 'consilium/study';
import { callAside } from 'consilium/threads';
import type { Setting } from './clause.ts';
import { UNDERSTANDING, type Understood, type Wish, works } from './understanding.ts';

const WISHES = 'temp:wishes';
const TOLD = 'temp:told';

export function studyOf({ services }: Pick<AgentContext, 'services'>): StudyService {
  if (services.study === undefined)
    throw new ConsiliumError('STUDY_MISSING', 'This application lends its agents no study room.');
  return services.study;
}

export function textOf({ state }: Pick<AgentContext, 'state'>, key: string): string | undefined {
  const value = state.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Wishes are short; what is longer is material, of which the beginning says what is wanted. */
const LONGEST_WISH = 4_000;

/** The words of a message in one line: a run of blanks says nothing, and takes time to read. */
export function wordsOf(message: string): string {
  return message
    .slice(0, 4 * LONGEST_WISH)
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST_WISH);
}

/** What the message leans on: the material it names (kept for the session), and what waits here. */
export async function readSetting(context: AgentContext, message: string): Promise<Setting> {
  const { clock, place, state } = context;
  const { material } = studyOf(context);
  const named = await material.named(message);
  // A heading may be what is asked about: what is made from it says so where it is made.
  if (named.material !== undefined && named.by === undefined) {
    state.set('study_material', named.material);
    state.delete('study_chapter');
  }
  if (named.chapter !== undefined && named.by === undefined) state.set('study_chapter', named.chapter);
  return {
    now: clock.now(),
    zone: place.timezone ?? 'UTC',
    ...named,
    ...(await titlesOf(context, named)),
    ...openQuestion(context),
    card: textOf(context, 'study_card') !== undefined,
    plan: state.get('study_wish') != null,
  };
}

function openQuestion(context: AgentContext): Pick<Setting, 'quiz' | 'options'> {
  const id = textOf(context, 'study_quiz');
  if (id === undefined) return { quiz: false };
  const { quizzes } = studyOf(context);
  const done = new Set(quizzes.grades(context.principal, id).map(({ question }) => question));
  const next = quizzes.get(context.principal, id).questions.find((question) => !done.has(question.id));
  return { quiz: true, options: next?.options.map(({ text }) => text) };
}

async function titlesOf(
  context: AgentContext,
  { material: name, chapter }: { material?: string | undefined; chapter?: string | undefined },
): Promise<Pick<Setting, 'titles' | 'headings'>> {
  if (name === undefined && chapter === undefined) return { titles: [] };
  const info = await studyOf(context).material.open(name ?? textOf(context, 'study_material'));
  const chapters = info.documents.flatMap((document) => document.chapters);
  const found = chapters.find(({ id }) => id === chapter);
  return {
    titles: name === undefined ? [] : [info.id, info.title],
    headings: found === undefined ? [] : [found.title],
  };
}

export async function readWishes(turn: Pick<OfflineTurn, 'context' | 'message'>): Promise<Understood> {
  const { context } = turn;
  const kept = context.state.get(WISHES);
  if (kept !== undefined) return kept as unknown as Understood;
  const words = wordsOf(turn.message);
  const setting = await readSetting(context, words);
  const understood = await callAside(UNDERSTANDING, works, 'understand', [words, setting]);
  context.state.set(WISHES, understood as unknown as Json);
  return understood;
}

/** The words of one wish, or why it came to nothing. */
interface Told {
  readonly say: string;
  readonly failed: boolean;
  /** Whether it states something of the world, for which a source is wanted. */
  readonly claims: boolean;
}

export function toldOf({ context }: Pick<OfflineTurn, 'context'>): readonly Told[] {
  return (context.state.get(TOLD) as unknown as readonly Told[] | undefined) ?? [];
}

export function note(turn: OfflineTurn, result: OfflineResult): void {
  const failed = result.error !== undefined;
  const say = failed ? [result.error!.message, result.error!.hint].filter(Boolean).join(' ') : sayOf(result.output);
  const claims = !failed && claimsSomething(result.output);
  turn.context.state.set(TOLD, [...toldOf(turn), { say, failed, claims }] as unknown as Json);
}

/** Tools say where they do not; what the other agents count and plan is the learner's own. */
function claimsSomething(output: Json): boolean {
  return typeof output !== 'string' && (output as { claims?: Json } | null)?.claims !== false;
}

function sayOf(output: Json): string {
  if (typeof output === 'string') return output;
  const say = (output as { say?: Json } | null)?.say;
  return typeof say === 'string' ? say : 'Done.';
}

export function nextWish(turn: OfflineTurn, wishes: readonly Wish[]): Wish | undefined {
  return wishes[toldOf(turn).length];
}

/** A specialist does the wishes that are its own, in order, and gives back what is not. */
export function specialist(agent: string): OfflinePolicy {
  return async (turn) => {
    const understood = await readWishes(turn);
    if (understood.kind !== 'wishes') return handBack(turn);
    noteNew(turn, understood.wishes, agent);
    const next = nextWish(turn, understood.wishes);
    if (next?.agent === agent && next.tool !== undefined) return { call: next.tool, input: next.input as Json };
    return next === undefined ? { say: tellAll(turn) } : handBack(turn);
  };
}

/** What the tools of this agent have come to since it was last asked. */
export function noteNew(turn: OfflineTurn, wishes: readonly Wish[], ...agents: string[]): void {
  const results = turn.results.filter(({ tool }) => tool !== TRANSFER_TOOL);
  const before = wishes.slice(0, toldOf(turn).length).filter((wish) => agents.includes(wish.agent)).length;
  for (const result of results.slice(before)) note(turn, result);
}

function handBack({ targets }: OfflineTurn): OfflineStep {
  return targets.some(({ name }) => name === 'SupervisorAgent') ? { transfer: 'SupervisorAgent' } : { say: '' };
}

export function tellAll(turn: OfflineTurn): string {
  const told = toldOf(turn);
  if (told.length > 0 && told.every(({ failed }) => failed)) turn.context.state.set('temp:outcome', 'fallback');
  if (told.every(({ claims }) => !claims)) turn.context.state.set('temp:claims', 'none');
  return told
    .map(({ say }) => say.trim())
    .filter(Boolean)
    .join('\n\n');
}
