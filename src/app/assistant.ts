/** Opens the assistant's things over the house's database and triggers, with a way to the other teams. */
import { type AskTeam, type Assistant, type LastReport, openAssistant } from '../assistant/index.ts';
import { toAnswer } from './answer.ts';
import type { ServiceHouse } from './services.ts';

export async function openHouseAssistant({ home, clock, env, service, team }: ServiceHouse): Promise<Assistant> {
  /** As the same person: the other team decides on its own what they may see, and keeps its record to itself. */
  const askTeam: AskTeam = async (name, { message, principal, session, outer, key, signal, patient }) => {
    const other = await team(name);
    const turn = other.send({ message, principal, session, outer, key, signal, patient, stream: false });
    const { text, outcome, route, citations } = toAnswer(name, await turn.result);
    return { text, outcome, route, citations: citations as NonNullable<Awaited<ReturnType<AskTeam>>['citations']> };
  };
  /** What stands in the reports already; nobody is put to work for it. */
  const lastReport: LastReport = async (user, about) => {
    const desk = await service('research');
    const fitting = about === undefined ? undefined : desk.findFitting(about, user);
    const agents = about === undefined ? desk.agents(user) : fitting === undefined ? [] : [fitting];
    for (const agent of agents.toSorted((one, other) => other.lastActive - one.lastActive)) {
      const workspace = await desk.workspace(agent);
      const [newest] = (await workspace.list('reports')).files
        .map(({ path }) => path)
        .toSorted()
        .toReversed();
      if (newest === undefined) continue;
      const { content } = await workspace.read(newest, { actor: 'assistant' });
      return { name: agent.name, path: newest, text: content };
    }
    return undefined;
  };
  const [shelf, archive] = [home.stores.shelf(), home.stores.archive()];
  return openAssistant({
    shelf,
    archive,
    dir: home.dir,
    clock,
    triggers: await service('triggers'),
    askTeam,
    lastReport,
    env,
  });
}
