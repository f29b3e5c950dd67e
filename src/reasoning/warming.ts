/** Loads what reasoning needs, and has it run a few times, before somebody waits for it. */
import { extractFacts, triage } from '../clinical/index.ts';
import { systemClock } from '../kernel/clock.ts';
import { searchKnowledge } from '../knowledge/index.ts';
import { consult, emptyChart } from './index.ts';

const MESSAGES = [
  'Is my blood pressure of 152/94 high?',
  'I have had a headache since Monday and took 400 mg ibuprofen.',
  'Can I take ibuprofen with lisinopril?',
];

export const works = {
  warm: (): void => {
    const now = `${new Date(systemClock.now()).toISOString().slice(0, 19)}Z`;
    const chart = emptyChart(now);
    for (const message of MESSAGES) {
      triage(message);
      extractFacts(message, { now });
      searchKnowledge(message);
      consult({ chart, message, now });
    }
  },
};
