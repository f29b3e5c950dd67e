/** The same conversation here and in threads: the same words, the same entries, the same trail. */
import { expect, test } from 'vitest';
import { keepThreads } from '../../src/threads/index.ts';
import type { Told } from './_shared/facts.ts';
import { openClinic } from './fixture.ts';

const MESSAGES = [
  'my allergies',
  'Can I take ibuprofen with my medicines?',
  'My blood pressure was 133/82 this morning, and I have had a headache since Monday.',
  'No, it was 138/84.',
  'What is asthma?',
  'I have crushing chest pain and cannot breathe',
  `${'pain and '.repeat(600)}my weight is 71 kg`,
];

async function play() {
  const clinic = await openClinic();
  try {
    const chat = clinic.open('Elena');
    const replies = [];
    for (const message of MESSAGES) {
      const { text, outcome, rule, route, facts, citations } = await chat.say(message);
      const told = (facts as unknown as Told[]).map(({ kind, name, value, time }) => ({ kind, name, value, time }));
      const cited = (citations as { title: string }[]).map(({ title }) => title);
      replies.push({ text, outcome, rule, route, told, cited });
    }
    const trail = clinic.home.audit.list({ limit: 1_000 }).map(({ action, actor }) => `${actor} ${action}`);
    return { replies, trail: trail.toSorted() };
  } finally {
    clinic.close();
  }
}

test('a turn is the same, whoever does the thinking', async () => {
  const here = await play();
  const close = keepThreads({ most: 2 });
  try {
    expect(await play()).toEqual(here);
  } finally {
    await close();
  }
  expect(here.replies.map(({ rule }) => rule)).toEqual([
    ...['patient', 'patient', 'patient', 'patient', 'general', 'emergency', 'patient'],
  ]);
});
