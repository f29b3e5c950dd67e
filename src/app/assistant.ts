/** Opens the assistant's things over the house's database and triggers, with a way to the other teams. */
import { type AskTeam, type Assistant, openAssistant } from '../assistant/index.ts';
import { toAnswer } from './answer.ts';
import type { ServiceHouse } from './services.ts';

export async function openHouseAssistant({ home, clock, env, service, team }: ServiceHouse): Promise<Assistant> {
  /** As the same person: the other team decides on its own what they may see, and keeps its record to itself. */
  const askTeam: AskTeam = async (name, { message, principal, session, key, signal, patient }) => {
    const other = await team(name);
    const turn = other.send({ message, principal, session, key, signal, patient, stream: false });
    const { text, outcome, route } = toAnswer(name, await turn.result);
    return { text, outcome, route };
  };
  const [shelf, archive] = [home.stores.shelf(), home.stores.archive()];
  return openAssistant({ shelf, archive, dir: home.dir, clock, triggers: await service('triggers'), askTeam, env });
}
