/** Plays cases, each on its own copy of a home into which the patient was freshly imported. No model, no network. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp, toAnswer } from '../../../src/app/index.ts';
import { importSources, listPatients, listSources } from '../../../src/record/index.ts';
import { handleOf } from '../../../src/storage/handle.ts';
import { openHome } from '../../../src/storage/index.ts';
import type { Case, CaseSet } from './cases.ts';
import type { Played } from './judge.ts';

export interface Stage {
  play(one: Case): Promise<Played[]>;
  close(): void;
}

/** The day on which every case plays: the patients' records end shortly before it. */
export const TODAY = '2026-11-15T09:00:00Z';

export async function openStage({ patients }: Pick<CaseSet, 'patients'>): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'consult-'));
  const prepared = new Map<string, Promise<{ home: string; patient: string }>>();
  const prepare = async (name: string) => {
    const home = join(folder, `patient-${name}`);
    const opened = openHome(home);
    await importSources(handleOf(opened.data), await listSources([patients.get(name)!]));
    const [patient] = listPatients(handleOf(opened.data));
    opened.close();
    return { home, patient: patient!.id };
  };
  let played = 0;
  return {
    play: async (one) => {
      if (!prepared.has(one.patient)) prepared.set(one.patient, prepare(one.patient));
      const { home, patient } = await prepared.get(one.patient)!;
      const copy = join(folder, `case-${++played}`);
      cpSync(home, copy, { recursive: true });
      try {
        return await playTurns(one, copy, patient);
      } finally {
        rmSync(copy, { recursive: true, force: true });
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function playTurns(one: Case, home: string, patient: string): Promise<Played[]> {
  const app = openApp({ home, env: { CONSILIUM_CLOCK: TODAY } });
  try {
    const team = await app.team('health');
    const played: Played[] = [];
    let session: string | undefined;
    for (const { say } of one.turns) {
      const result = await team.send({ message: say, patient, session }).result;
      const answer = toAnswer(team.team.name, result);
      session = answer.session_id;
      const cited = answer.citations.some((each) => (each as { source_type?: string }).source_type === 'record');
      const written = answer.facts.map((fact) => (fact as { name?: string }).name ?? '');
      played.push({ text: answer.text, outcome: answer.outcome, cited, written });
    }
    return played;
  } finally {
    await app.close(0);
  }
}
