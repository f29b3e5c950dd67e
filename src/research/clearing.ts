/**
 * What was stored before the desk took out who patients are: cleared once, when the desk is opened, by the rules of today.
 * What clinicians wrote is read for identifiers; what repeats it (reports, news, files with every version) loses the same
 * words and no others, so that authors of papers stay. The records and the note that it was done are one transaction and come
 * last: a process that is killed before begins anew. The letters that went out stay as they went, and so does the log of turns.
 */
import type { Json, Log } from '../kernel/index.ts';
import { slugOf, type Workspaces } from '../memory/index.ts';
import type { Triggers } from '../triggers/index.ts';
import { type Identifiers, identifiersIn, withoutThese } from './identifiers.ts';
import { instructionOf } from './looks.ts';
import type { Roster } from './people.ts';
import type { AgentRow, Records } from './records.ts';
import { requirementsSchema, type Wish } from './request.ts';
import { RESEARCH_FOLDERS } from './study.ts';

/** Counted up when the rules find more than before: what is stored is then cleared again. */
export const RULES = 1;

export interface Clearing {
  readonly records: Records;
  readonly triggers: Triggers;
  readonly workspaces: Workspaces;
  readonly roster: Roster;
  readonly log: Log;
  now(): number;
  /** Without who the patient is. */
  bare(text: string): string;
}

export async function clearStored(given: Clearing): Promise<void> {
  const { records, triggers, workspaces, bare, log } = given;
  if (records.clearedBy() >= RULES) return;
  const agents = records.everybody();
  const cleared = agents.map((agent) => clearAgent(agent, bare));
  const rewords = new Map<string, (text: string) => string>();
  for (const owner of records.owners()) {
    const own = agents.filter((agent) => agent.owner === owner);
    const asked = await writtenBy(owner, own, given);
    rewords.set(owner, rewordFor(asked, given));
  }
  const rewritten = instructions(agents, cleared);
  const reword = (owner: string, text: string) => rewritten.get(text) ?? rewords.get(owner)?.(text) ?? bare(text);
  let changed = await triggers.reword('research', reword);
  const by = { actor: 'desk', action: 'identifiers taken out' };
  for (const { owner, workspacePath } of agents) {
    const space = await workspaces.open(workspacePath.replace('/memory/', ''), RESEARCH_FOLDERS);
    changed += await space.reword((text) => reword(owner, text), by);
  }
  for (const owner of rewords.keys()) {
    const space = await workspaces.open(talkFolder(owner));
    changed += await space.reword((text) => reword(owner, text), by);
  }
  records.clear({ rules: RULES, at: given.now() }, reword, cleared);
  if (changed > 0) log.info({ changed }, 'who patients are was taken out of what was stored before');
}

/** What somebody wrote to the desk, wherever it was kept. */
async function writtenBy(
  owner: string,
  agents: readonly AgentRow[],
  { records, triggers }: Clearing,
): Promise<string[]> {
  const said = (messages: readonly Json[], role: string) =>
    messages
      .map((message) => message as { role?: string; text?: string })
      .filter((message) => message.role === role)
      .map(({ text = '' }) => text);
  const orders = await triggers.list({ room: 'research', owner, limit: MOST_ORDERS });
  return [
    ...agents.flatMap(({ requirements }) => wishesOf(requirements).map(({ question }) => question)),
    ...agents.flatMap(({ id }) => said(records.agentMemory(id).messages, 'request')),
    ...records.asks(owner).map(({ question }) => question),
    ...said(records.conversation(owner).messages, 'user'),
    ...orders.map(({ instruction }) => instruction),
  ];
}

const MOST_ORDERS = 100_000;

function wishesOf(kept: Json): Wish[] {
  const { orders, ...own } = requirementsSchema.parse(kept);
  return [own, ...orders];
}

/** A whole request that stands in a text is the request without identifiers; elsewhere go the words that it held. */
function rewordFor(written: readonly string[], { bare, roster }: Clearing): (text: string) => string {
  const named = [...new Set(written)].filter((text) => bare(text) !== text).toSorted((a, b) => b.length - a.length);
  const found = named.map((text) => identifiersIn(text, roster));
  const all = (of: keyof Identifiers) =>
    [...new Set(found.flatMap((each) => each[of]))].toSorted((a, b) => b.length - a.length);
  const these = { names: all('names'), others: all('others') };
  const whole = new Map(named.map((text) => [text, bare(text)]));
  return (text) => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    const quoted = named.reduce(
      (rest, one) => (rest.includes(one) ? rest.replaceAll(one, whole.get(one)!) : rest),
      text,
    );
    return withoutThese(quoted, these);
  };
}

function clearAgent(agent: AgentRow, bare: (text: string) => string): AgentRow {
  const { name, description, lastFinding, requirements } = agent;
  const clear = (value: Json): Json => {
    if (typeof value === 'string') return bare(value);
    if (Array.isArray(value)) return value.map(clear);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clear(each as Json)]));
  };
  return {
    ...agent,
    ...{ name: bare(name) || name, description: bare(description), requirements: clear(requirements) },
    ...(lastFinding !== undefined && { lastFinding: bare(lastFinding) }),
  };
}

/** An order is known by its instruction: both change to the same words. */
function instructions(before: readonly AgentRow[], after: readonly AgentRow[]): Map<string, string> {
  const all = (agents: readonly AgentRow[]) =>
    agents.flatMap(({ requirements }) => wishesOf(requirements).map(instructionOf));
  const [old, next] = [all(before), all(after)];
  return new Map(old.map((instruction, at) => [instruction, next[at]!]));
}

/** As the interaction agent names its folder. */
export function talkFolder(owner: string): string {
  return owner === 'local' ? 'interaction' : `interaction/${slugOf(owner)}`;
}
