import { describe, expect, test } from 'vitest';
import { createRunner, type Delta, type Event, type Runner, type TurnResult } from '../../src/kernel/index.ts';
import { createModels } from '../../src/models/index.ts';
import { openMemoryStore } from '../../src/storage/memory.ts';
import { checkTeam, loadTeam } from '../../src/teams/index.ts';
import { findDay } from './_shared/days.ts';
import { findSigns } from './_shared/signs.ts';

/** A patient at the desk on Monday 16 November, eight in the morning; no model is configured. */
async function arrive(): Promise<{
  say: (message: string) => Promise<TurnResult>;
  runner: Runner;
  events: () => Promise<Event[]>;
}> {
  const team = await loadTeam(import.meta.dirname);
  const store = openMemoryStore();
  const models = createModels({ env: {} });
  const runner = createRunner({ app: team.name, root: team.root, limits: team.limits, store, models });
  let state: Delta | undefined = { ...team.initialState, now: '2026-11-16T08:00' };
  const say = async (message: string) => {
    const result = await runner.ask({ session: 'visit', message, state });
    state = undefined;
    expect(result.outcome).toBe('completed');
    return result;
  };
  return { say, runner, events: async () => store.events('visit') };
}

test('the example is sound, without a warning', async () => {
  const { team, problems, warnings } = await checkTeam(import.meta.dirname);
  expect([problems, warnings]).toEqual([[], []]);
  expect(team?.agents).toEqual(['Reception', 'Hours', 'Booking', 'Nurse', 'Urgency']);
  expect(team?.welcome).toContain('Elm Street');
});

describe('at the desk, without a model', () => {
  test('each example of team.yml gets an answer from a specialist', async () => {
    const { examples } = await loadTeam(import.meta.dirname);
    for (const example of examples) {
      const { say } = await arrive();
      expect((await say(example)).route.length).toBeGreaterThan(1);
    }
  });

  test('questions about the practice are answered from its book', async () => {
    const { say } = await arrive();
    expect(await say('When are you open on Saturday?')).toMatchObject({
      route: ['Reception', 'Hours'],
      text: 'On Saturday 21 November we are closed. We are open again on Monday 23 November, 08:00–12:00 and 13:00–18:00. Until then the out-of-hours service on 116 117 will help.',
    });
    expect((await say('And tomorrow?')).text).toBe('Tomorrow we are open 08:00–12:00 and 13:00–18:00.');
    expect((await say('Are you open on 25 December?')).text).toMatch(
      /^No, on Friday 25 December we are closed \(Christmas Day\)\./,
    );
    expect((await say('Who speaks French?')).text).toMatch(/^Dr\. Amara Osei .*French\.$/);
    expect((await say('Is Dr. Tanaka in on Friday?')).text).toMatch(
      /^No, on Friday 20 November Dr\. Mei Tanaka is not in\./,
    );
    expect((await say('Where can I park?')).text).toContain('Mill Lane');
  });

  test('a visit is found, chosen, remembered and cancelled over several turns', async () => {
    const { say } = await arrive();
    const offer = await say("I'd like to see Dr. Lindqvist on Tuesday morning.");
    expect(offer.route).toEqual(['Reception', 'Booking']);
    expect(offer.text).toContain('2. Tomorrow, Tuesday 17 November, 09:40, Dr. Jonas Lindqvist');
    expect((await say('ok')).text).toBe('Which one? The number or the time will do.');
    expect((await say('The second one, please')).text).toMatch(
      /^Booked: tomorrow, Tuesday 17 November, 09:40, Dr\. Jonas Lindqvist\./,
    );
    expect((await say('When is my appointment?')).text).toContain(
      'You are booked for tomorrow, Tuesday 17 November, 09:40',
    );
    expect((await say('Please cancel the one with Dr. Osei')).text).toMatch(/^There is no such visit\./);
    expect((await say('Then cancel the one with Dr. Lindqvist')).text).toMatch(/^Cancelled: /);
    expect((await say('When is my appointment?')).text).toMatch(/^No visit is booked/);
  });

  test('a time that is taken is not offered again', async () => {
    const { say } = await arrive();
    await say('An appointment with Dr. Osei today');
    await say('9:40');
    expect((await say('An appointment with Dr. Osei today')).text).not.toContain('09:40');
  });

  test('a day on which nobody is there is told with its reason', async () => {
    const { say } = await arrive();
    expect((await say('An appointment on Saturday')).text).toMatch(
      /^The practice is closed that day\. The next times:/,
    );
    expect((await say('An appointment on 24 December')).text).toMatch(
      /^The diary is only open until Sunday 6 December\./,
    );
  });

  test('symptoms go to the nurse, whose judgement takes the patient straight to Booking', async () => {
    const { say, events } = await arrive();
    const { route, text } = await say("I've had a sore throat and a fever since Sunday.");
    expect(route).toEqual(['Reception', 'Nurse', 'Urgency', 'Booking']);
    expect(text).toMatch(/^Fever with a sore throat should be looked at today\. These times are free:\n\n1\. Today/);
    expect((await say('9:40')).text).toMatch(/^Booked: today, Monday 16 November, 09:40/);
    const log = await events();
    const moves = log.flatMap((event) => (event.type === 'transferred' ? [`${event.agent} → ${event.to}`] : []));
    expect(moves.slice(0, 2)).toEqual(['Reception → Nurse', 'Nurse → Booking']);
    expect(log.flatMap((event) => event.delta?.['temp:urgency'] ?? [])).toEqual([
      {
        urgency: 'today',
        signs: ['fever with a sore throat'],
        reason: 'Fever with a sore throat should be looked at today.',
      },
    ]);
  });

  test('what can wait is told so, with what would change that', async () => {
    const { say } = await arrive();
    expect(await say('I have a runny nose')).toMatchObject({
      route: ['Reception', 'Nurse', 'Urgency'],
      text: expect.stringMatching(/^Cold symptoms can wait\./),
    });
  });

  test('an emergency is answered before any model, and nobody is booked', async () => {
    const { say } = await arrive();
    const result = await say('Crushing chest pain since ten minutes, should I book a visit?');
    expect(result).toMatchObject({ route: ['Reception'], notes: { outcome: 'emergency' }, usage: { modelCalls: 0 } });
    expect(result.text).toMatch(/^\*\*Call 112 now/);
  });

  test('what is not a matter for a practice is declined', async () => {
    const { say } = await arrive();
    expect(await say('Book me a flight to Lisbon')).toMatchObject({
      route: ['Reception'],
      text: expect.stringMatching(/^That I cannot help with\./),
    });
  });
});

test('the nurse falls back when the judgement fails: better seen soon than not at all', async () => {
  const team = await loadTeam(import.meta.dirname);
  const failing = createModels({ env: {} });
  const broken = {
    label: 'broken',
    model: async () => {
      throw Object.assign(new Error('the model is down'), { statusCode: 500 });
    },
  };
  const runner = createRunner({
    app: team.name,
    root: team.root,
    store: openMemoryStore(),
    models: { candidates: (agent) => (agent.name === 'Urgency' ? [broken] : failing.candidates(agent)) },
  });
  const result = await runner.ask({
    message: 'I have a rash',
    state: { ...team.initialState, now: '2026-11-16T08:00' },
  });
  expect(result).toMatchObject({ outcome: 'completed', route: ['Reception', 'Nurse', 'Urgency', 'Booking'] });
  expect(result.notes).toMatchObject({ urgency_status: 'error' });
});

test.each([
  ['no chest pain', undefined],
  ["I don't have any chest pain, but my arm is numb", 'emergency'],
  ["I don't feel well, chest pain", 'emergency'],
  ['I had a stroke in 2019 and need a check-up', undefined],
  ['a lump under my arm', 'soon'],
  ['WON’T STOP BLEEDING', 'emergency'],
])('"%s" is %s', (text, urgency) => {
  expect(findSigns(text)?.urgency).toBe(urgency);
});

test.each([
  ['on Tuesday', '2026-11-17'],
  ['on Monday', '2026-11-16'],
  ['sore since Sunday', undefined],
  ['the day after tomorrow', '2026-11-18'],
  ['next week', '2026-11-23'],
  ['on 3 March', '2027-03-03'],
  ['December 24th', '2026-12-24'],
  ['on 31 February', undefined],
  ['2026-12-01, please', '2026-12-01'],
  ['whenever', undefined],
])('the day in "%s" is %s', (text, day) => {
  expect(findDay(text, '2026-11-16')).toBe(day);
});
