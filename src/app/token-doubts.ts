/** Names in a token that nobody here has: said when it is made, since a typo would only show when it is refused. */
import { namesOf } from '../a2a/served.ts';
import { machineUser } from '../kernel/index.ts';
import { suggest } from '../teams/nearest.ts';
import type { App } from './index.ts';
import { serveAgents } from './served.ts';

export interface Named {
  /** Each as Agent or Agent:action; null: all. */
  readonly agents: readonly string[] | null;
  readonly patients: readonly string[] | null;
}

/** One sentence a name. What is not here yet may come, or be elsewhere: it is a doubt, not a mistake. */
export async function doubtsAbout(app: App, { agents, patients }: Named): Promise<string[]> {
  const visitor = { principal: machineUser(), actor: 'command line' };
  const people = patients === null ? [] : (await app.records.list(visitor)).map(({ id }) => id);
  const served = agents === null ? [] : await serveAgents(app).list();
  const actionsOf = new Map(
    served.flatMap((agent) => namesOf(agent).map((name) => [name, [...agent.actions.keys()]] as const)),
  );
  const doubted = (agents ?? []).flatMap((each) => {
    const [agent = '', action] = each.split(':');
    const several = served.filter(({ id }) => id.split('/')[1] === agent).map(({ id }) => id);
    if (!actionsOf.has(agent) && several.length > 1)
      return [
        `Several teams have an agent "${agent}": a token for the name alone is for none of them. Say which: ${several.join(', ')}.`,
      ];
    const actions = actionsOf.get(agent);
    if (actions === undefined)
      return [
        `${unknown(
          'agent',
          agent,
          served.map(({ name }) => name),
          'Agents',
        )} ${FOLDERS}`,
      ];
    if (action === undefined || actions.includes(action)) return [];
    return [`${agent} has no action "${action}".${suggest(action, actions, 'It has')}`];
  });
  const strangers = (patients ?? []).filter((id) => !people.includes(id));
  return [...doubted, ...strangers.map((id) => unknown('patient', id, people))];
}

const FOLDERS = 'One of a folder that is served with --team is not known here.';

function unknown(kind: string, name: string, known: readonly string[], list?: string): string {
  return `There is no ${kind} "${name}" here.${suggest(name, known, list)}`;
}
