/** The assistant's things as teams are lent them, with a way to the other teams; and what of it is on today. */
import { ConsiliumError } from '../kernel/index.ts';
import { type ServiceHouse, service } from '../lending/index.ts';
import type { AskTeam, Assistant, Caution, LastReport } from './index.ts';

export const lends = service({
  name: 'assistant',
  loads: [
    new URL('./index.ts', import.meta.url),
    new URL('./today.ts', import.meta.url),
    new URL('./warming.ts', import.meta.url),
  ],
  warms: async () => (await import('./warming.ts')).warmAssistant(),
  own: true,
  open,
  close: ({ home, forgetting }) => {
    forgetting.stop();
    return home.close();
  },
  today: async (given) => (await import('./today.ts')).assistantToday(given),
});

/** The second of a day (2026-11-17-2) behind the first, the tenth behind the ninth. */
const byNumber = new Intl.Collator('en', { numeric: true, ignorePunctuation: true });

async function open({ home, clock, env, service: opened, ask }: ServiceHouse): Promise<Assistant> {
  const askTeam: AskTeam = async (name, { passing = false, ...request }) => {
    const { citations, cautions, whose, ...answer } = await ask(name, request).finally(() => {
      if (passing) void home.store.deleteSession(request.session);
    });
    // A team that failed has said nothing: that is told, and not taken for an answer.
    if (answer.outcome === 'error' || answer.text.trim() === '')
      throw new ConsiliumError('TEAM_FAILED', `The ${name} team could not answer.`, {
        hint: 'Ask again in a moment; "How it went" says why.',
        retryable: true,
      });
    return {
      ...answer,
      citations: citations as NonNullable<Awaited<ReturnType<AskTeam>>['citations']>,
      ...(typeof whose === 'string' && { whose }),
      ...(Array.isArray(cautions) ? { cautions: cautions as Caution[] } : { unweighed: true }),
    };
  };
  /** What stands in the reports already; nobody is put to work for it. */
  const lastReport: LastReport = async (user, about) => {
    const desk = await opened('research');
    if (about !== undefined) await desk.readTopics(user);
    const fitting = about === undefined ? undefined : desk.findFitting(about, user);
    const agents = about === undefined ? desk.agents(user) : fitting === undefined ? [] : [fitting];
    for (const agent of agents.toSorted((one, other) => other.lastActive - one.lastActive)) {
      const workspace = await desk.workspace(agent);
      // By when it was written: of two on one day the names do not say which came later.
      const [newest] = (await workspace.list('reports')).files.toSorted(
        (one, other) => other.modified - one.modified || byNumber.compare(other.path, one.path),
      );
      if (newest === undefined) continue;
      const { content } = await workspace.read(newest.path, { actor: 'assistant' });
      return { name: agent.name, path: newest.path, text: content };
    }
    return undefined;
  };
  const [shelf, archive] = [home.stores.shelf(), home.stores.archive()];
  const assistant = (await import('./index.ts')).openAssistant({
    shelf,
    archive,
    dir: home.dir,
    clock,
    triggers: await opened('triggers'),
    askTeam,
    lastReport,
    env,
  });
  await assistant.effects.takeUp();
  await assistant.forgetting.sweep();
  return assistant;
}
