/**
 * Who of the house is served, and by which names: a team by its own, an agent by `team/Agent`, which no other can have, and by
 * its name alone where only one has that. What could mean two is refused: neither stands in for the other.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { App } from './index.ts';

export interface Entry {
  /** `team`, or `team/Agent`. */
  readonly id: string;
  readonly team: string;
  /** Absent: the team itself. */
  readonly agent?: string | undefined;
  /** Whether it is shown to whoever asks who is there; a root that offers nothing of its own is there as its team. */
  readonly isListed: boolean;
}

export interface Roll {
  readonly entries: readonly Entry[];
  /** Throws AGENT_AMBIGUOUS where several are called so. */
  find(reference: string): Entry | undefined;
  /** By each of which this one is meant, and nobody else; the id is the last. */
  namesOf(entry: Entry): readonly string[];
}

export function makeRoll(entries: readonly Entry[]): Roll {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byName = Map.groupBy(
    entries.filter(({ agent }) => agent !== undefined),
    ({ agent }) => agent!,
  );
  return {
    entries,
    find: (reference) => {
      const exact = byId.get(reference);
      const called = exact === undefined ? (byName.get(reference) ?? []) : [exact];
      if (called.length > 1) throw ambiguous(called[0]!.agent!, called);
      return called[0];
    },
    namesOf: ({ id, agent }) =>
      agent !== undefined && !byId.has(agent) && byName.get(agent)?.length === 1 ? [agent, id] : [id],
  };
}

/** Every team that can be loaded, its root and the agents that it offers. Who takes long to load is waited for: it may have the name, too. */
export async function callRoll(app: App): Promise<Entry[]> {
  const teams = (await app.listTeams()).map(({ name }) => name);
  const loaded = await Promise.allSettled(teams.map((name) => app.team(name)));
  return teams.flatMap((team, at) => {
    const own: Entry = { id: team, team, isListed: true };
    const each = loaded[at]!;
    if (each.status === 'rejected') return [own];
    const { root, offers } = each.value.team;
    return [
      own,
      ...[...new Set([root.name, ...offers.keys()])].map((agent) => entryOf(team, agent, offers.has(agent))),
    ];
  });
}

export function entryOf(team: string, agent: string, isListed = true): Entry {
  return { id: `${team}/${agent}`, team, agent, isListed };
}

/** The team that an agent belongs to; of several that have one of the name, the one that offers it. */
export async function findOwner(app: App, agent: string): Promise<string> {
  const names = (await app.listTeams()).map(({ name }) => name);
  const loaded = await Promise.allSettled(names.map((name) => app.team(name)));
  const teams = loaded.flatMap((each, at) =>
    each.status === 'fulfilled' ? [{ name: names[at]!, team: each.value.team }] : [],
  );
  const having = teams.filter(({ team }) => team.agents.includes(agent));
  const offering = having.filter(({ team }) => team.offers.has(agent));
  const found = offering.length > 0 ? offering : having;
  if (found.length > 1)
    throw ambiguous(
      agent,
      found.map(({ name }) => entryOf(name, agent)),
    );
  if (found.length === 1) return found[0]!.name;
  throw new ConsiliumError('AGENT_UNKNOWN', `No team has an agent ${agent}.`, {
    hint: `Teams: ${names.join(', ')}; consilium team list shows them.`,
  });
}

function ambiguous(name: string, entries: readonly Entry[]): ConsiliumError {
  const choices = entries.map(({ id }) => id);
  return new ConsiliumError('AGENT_AMBIGUOUS', `Several teams have an agent ${name}.`, {
    hint: `Say which, by its id: ${choices.join(', ')}.`,
    details: { choices },
  });
}
