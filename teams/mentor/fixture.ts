/** For tests: the mentor on a data folder of its own, with a small course and a clock that is played. */
import { type Answer, type App, openApp, toAnswer } from '../../src/app/index.ts';
import { machineUser, type PlayedClock, playedClock } from '../../src/kernel/index.ts';
import type { StudyService } from '../../src/study/index.ts';
import { tempDir } from '../../test/house.ts';
import { writeCourse } from '../../test/study/course.ts';

export const BERLIN = 'Europe/Berlin';

export interface Mentor {
  readonly app: App;
  readonly clock: PlayedClock;
  readonly study: StudyService;
  ask(message: string, session?: string, user?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** A Sunday noon in Berlin. */
export async function openMentor(env: Record<string, string> = {}): Promise<Mentor> {
  const clock = playedClock(Date.parse('2026-11-15T11:00:00Z'));
  const app = openApp({ home: tempDir('mentor'), env: { CONSILIUM_EMBEDDINGS: 'off', ...env }, clock });
  const study = await app.service('study');
  await study.material.add({ paths: [writeCourse()], title: 'Renal physiology' });
  const { send } = await app.team('mentor');
  let sessions = 0;
  return {
    app,
    clock,
    study,
    ask: async (message, session = `s${++sessions}`, user = 'ada') => {
      const turn = send({ message, session, principal: machineUser(user), place: { timezone: BERLIN }, stream: false });
      return toAnswer('mentor', await turn.result);
    },
    close: () => app.close(),
  };
}
