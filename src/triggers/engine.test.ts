import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConsiliumError, playedClock, systemClock } from '../kernel/index.ts';
import { openTriggerStore } from '../storage/rooms/triggers.ts';
import { type Occasion, type TriggerLimits, Triggers, type TriggerWish } from './index.ts';

const START = Date.parse('2027-01-04T06:00:00Z');
const DAY = 86_400_000;

function open(limits: Partial<TriggerLimits> = {}, db = new DatabaseSync(':memory:'), clock = playedClock(START)) {
  const triggers = new Triggers({ store: openTriggerStore(db), clock, zone: 'UTC', limits });
  const fired: Occasion[] = [];
  triggers.handle('research', async (occasion) => {
    fired.push(occasion);
    return { text: `did: ${occasion.trigger.instruction}` };
  });
  /** Moves the clock from one thing to do to the next. */
  const play = async (until: number) => {
    for (;;) {
      const next = await triggers.nextAt();
      if (next === undefined || next > until) break;
      clock.set(Math.max(clock.now(), next));
      await triggers.tick();
      await triggers.drain();
    }
    clock.set(until);
  };
  return { triggers, fired, play, clock, db };
}

const wish = (given: Partial<TriggerWish> = {}): TriggerWish => ({
  ...{ room: 'research', owner: 'local', agent: 'dmd', schedule: 'every Monday at 8', instruction: 'Look for news.' },
  ...given,
});

test('a year of Mondays (53 of them): each fires once, with a key of its own', async () => {
  const { triggers, fired, play } = open();
  const { id, status } = await triggers.create(wish());
  expect(status).toBe('pending');
  await play(START + 365 * DAY);
  expect(fired).toHaveLength(53);
  expect(new Set(fired.map(({ key }) => key)).size).toBe(53);
  expect(fired.every(({ firing }) => new Date(firing.due).getUTCDay() === 1)).toBe(true);
  expect((await triggers.firings({ trigger: id })).every(({ state }) => state === 'done')).toBe(true);
  expect(await triggers.get(id)).toMatchObject({ status: 'pending', occasions: 53 });
});

test('what happens once is completed when it has been done', async () => {
  const { triggers, play } = open();
  const { id, fireAt } = await triggers.create(wish({ schedule: '+1 week' }));
  await play(START + 30 * DAY);
  expect(await triggers.get(id)).toMatchObject({ status: 'completed', fireAt });
  await expect(triggers.cancel(id)).rejects.toMatchObject({ code: 'TRIGGER_ENDED' });
});

describe('occasions that came while nobody was there', () => {
  test.each([
    ['once', 1, 2],
    ['all', 3, 0],
    ['skip', 0, 0],
  ] as const)('%s', async (missed, firings, standsFor) => {
    const { triggers, fired, clock } = open();
    await triggers.create(wish({ missed }));
    clock.set(Date.parse('2027-01-20T00:00:00Z'));
    for (let i = 0; i < 5; i++) {
      await triggers.tick();
      await triggers.drain();
    }
    expect(fired).toHaveLength(firings);
    if (firings > 0) expect(fired.at(-1)!.firing.missed).toBe(standsFor);
    expect((await triggers.list())[0]).toMatchObject({ fireAt: Date.parse('2027-01-25T08:00:00Z'), occasions: 3 });
  });
});

test('an agent does one thing at a time, others do not wait for it', async () => {
  const { triggers, clock } = open();
  const gate = Promise.withResolvers<void>();
  const running = new Map<string, number>();
  let most = 0;
  triggers.handle('research', async ({ trigger: { agent } }) => {
    running.set(agent, (running.get(agent) ?? 0) + 1);
    most = Math.max(most, running.get(agent)!);
    if (agent === 'dmd') await gate.promise;
    running.set(agent, running.get(agent)! - 1);
  });
  for (const agent of ['dmd', 'dmd', 'dmd', 'als']) await triggers.create(wish({ agent, schedule: '+1 day' }));
  clock.set(START + DAY);
  await triggers.tick();
  await triggers.tick();
  expect(running.get('dmd')).toBe(1);
  expect(await triggers.firings({ agent: 'als', state: 'done' })).toHaveLength(1);
  gate.resolve();
  do await triggers.drain();
  while ((await triggers.tick()) > 0);
  expect(most).toBe(1);
  expect(await triggers.firings({ agent: 'dmd', state: 'done' })).toHaveLength(3);
});

test('who replays a dead letter may wait for what becomes of it, where nobody else works on what is due', async () => {
  const { triggers, play } = open({ tries: 1, backoffMs: [] });
  let broken = true;
  triggers.handle('research', async () => {
    if (broken) throw new ConsiliumError('SOURCE_DOWN', 'PubMed does not answer.', { retryable: true });
    return { text: 'Nothing new.' };
  });
  await triggers.create(wish({ schedule: '+1 day' }));
  await play(START + 2 * DAY);
  const [letter] = await triggers.dead();
  expect(await triggers.replay(letter!.id, true)).toMatchObject({ state: 'dead', error: { code: 'SOURCE_DOWN' } });
  broken = false;
  expect(await triggers.replay(letter!.id, true)).toMatchObject({ state: 'done', report: { text: 'Nothing new.' } });
});

test('what fails is tried again, later each time, then kept for a person, who can replay it', async () => {
  const { triggers, play } = open({ tries: 3, backoffMs: [1000, 5000] });
  let broken = true;
  const keys: string[] = [];
  triggers.handle('research', async ({ key }) => {
    keys.push(key);
    if (broken) throw new ConsiliumError('SOURCE_DOWN', 'PubMed does not answer.', { retryable: true });
  });
  const { id } = await triggers.create(wish({ schedule: '+1 day' }));
  await play(START + 2 * DAY);
  const [letter] = await triggers.dead();
  expect(letter).toMatchObject({ trigger: id, tries: 3, error: { code: 'SOURCE_DOWN' } });
  expect(letter!.finished! - letter!.due).toBe(6000);
  expect(new Set(keys).size).toBe(3);
  broken = false;
  await triggers.replay(letter!.id);
  await play(START + 3 * DAY);
  expect(await triggers.dead()).toEqual([]);
  expect((await triggers.firings({ trigger: id }))[0]).toMatchObject({ state: 'done', tries: 3 });
  await expect(triggers.replay(letter!.id)).rejects.toMatchObject({ code: 'FIRING_NOT_DEAD' });
});

test('run now waits for the end and leaves the schedule alone', async () => {
  const { triggers, fired } = open();
  const { id, fireAt } = await triggers.create(wish());
  expect(await triggers.runNow(id)).toMatchObject({
    state: 'done',
    manual: true,
    report: { text: 'did: Look for news.' },
  });
  expect(fired).toHaveLength(1);
  expect(await triggers.get(id)).toMatchObject({ status: 'pending', fireAt, occasions: 0 });
});

test('an edit keeps the zone', async () => {
  const { triggers } = open();
  const { id } = await triggers.create(wish({ schedule: 'every Monday at 8', zone: 'America/New_York' }));
  const edited = await triggers.edit(id, { schedule: 'every Tuesday at 8' });
  expect(new Date(edited.fireAt).toISOString()).toBe('2027-01-05T13:00:00.000Z');
  expect(edited.plan.zone).toBe('America/New_York');
});

test('days are left out beside those that were, and what was counted stays as it was', async () => {
  const { triggers } = open();
  const { id } = await triggers.create(wish({ schedule: 'every day except Sundays at 8 for 10 days' }));
  const before = await triggers.get(id);
  await triggers.leaveOut(id, '2027-01-05');
  const { plan, fireAt } = await triggers.leaveOut(id, 'Saturdays');
  expect(plan).toMatchObject({ except: { weekdays: [0, 6], spans: [{}] } });
  expect('end' in plan && 'end' in before.plan && plan.end).toEqual('end' in before.plan && before.plan.end);
  expect(fireAt).toBe(before.fireAt);
  const { id: hourly } = await triggers.create(wish({ schedule: 'every 90 minutes' }));
  await expect(triggers.leaveOut(hourly, 'Sundays')).rejects.toMatchObject({ code: 'SCHEDULE_UNCLOCKED' });
});

test('a cancelled trigger fires no more, not even what was waiting', async () => {
  const { triggers, fired, clock, play } = open({ atOnce: 0 });
  const { id } = await triggers.create(wish({ schedule: 'daily at 8' }));
  clock.set(START + DAY);
  await triggers.tick();
  expect(await triggers.firings({ trigger: id })).toMatchObject([{ state: 'waiting' }]);
  await triggers.cancel(id, 'not needed any more');
  await play(START + 5 * DAY);
  expect(fired).toEqual([]);
  expect(await triggers.get(id)).toMatchObject({ status: 'cancelled', ended: 'not needed any more' });
});

test('a flood of triggers from one agent meets a quota', async () => {
  const { triggers, clock } = open({ perMinute: 10, perAgent: 15 });
  const flood = async () => {
    for (let i = 0; i < 100; i++) await triggers.create(wish());
  };
  await expect(flood()).rejects.toMatchObject({ code: 'TRIGGER_QUOTA', retryable: true });
  expect(await triggers.list({ agent: 'dmd' })).toHaveLength(10);
  await triggers.create(wish({ agent: 'als' }));
  clock.set(START + 61_000);
  await expect(flood()).rejects.toMatchObject({ code: 'TRIGGER_QUOTA', retryable: false });
  expect(await triggers.list({ agent: 'dmd' })).toHaveLength(15);
});

test('bad wishes are refused in words', async () => {
  const { triggers } = open();
  await expect(triggers.create(wish({ schedule: 'now and then' }))).rejects.toMatchObject({
    code: 'SCHEDULE_UNREADABLE',
  });
  await expect(triggers.create(wish({ instruction: '  ' }))).rejects.toMatchObject({ code: 'TRIGGER_EMPTY' });
  await expect(triggers.create(wish({ zone: 'Mars/Olympus' }))).rejects.toMatchObject({ code: 'ZONE_UNKNOWN' });
  await expect(triggers.get('nobody')).rejects.toMatchObject({ code: 'TRIGGER_UNKNOWN' });
});

test('what a dead process held is taken up again, as the same try', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'consilium-triggers-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const db = new DatabaseSync(join(dir, 'triggers.db'));
  onTestFinished(() => db.close());
  const before = open({}, db);
  const keys: string[] = [];
  before.triggers.handle('research', async ({ key }) => {
    keys.push(key);
    await new Promise(() => {}); // as if the process died here
  });
  await before.triggers.create(wish({ schedule: '+1 day' }));
  before.clock.set(START + DAY);
  await before.triggers.tick();

  const after = open({}, db, playedClock(START + DAY + 1000));
  expect(await after.triggers.tick()).toBe(0);
  expect(await after.triggers.recover()).toBe(1);
  await after.triggers.tick();
  await after.triggers.drain();
  expect(after.fired.map(({ key }) => key)).toEqual(keys);
  expect(await after.triggers.firings({ state: 'done' })).toMatchObject([{ tries: 0 }]);
});

test('the worker fires what comes due while it runs', async () => {
  const db = new DatabaseSync(':memory:');
  const triggers = new Triggers({ store: openTriggerStore(db), clock: systemClock, zone: 'UTC' });
  const fired = Promise.withResolvers<Occasion>();
  triggers.handle('research', async (occasion) => fired.resolve(occasion));
  triggers.start();
  onTestFinished(() => triggers.stop());
  await triggers.create(wish({ schedule: new Date(Date.now() + 1500).toISOString() }));
  expect((await fired.promise).trigger.instruction).toBe('Look for news.');
});

test('two who fire the same by hand at once are one occasion', async () => {
  const { triggers, fired, clock } = open();
  const { id } = await triggers.create(wish());
  const [one, other] = await Promise.all([triggers.runNow(id), triggers.runNow(id)]);
  expect(fired).toHaveLength(1);
  expect(other).toEqual(one);
  await clock.advance(1000);
  await triggers.runNow(id);
  expect(fired).toHaveLength(2);
});

test('by hand twice in the same moment is done twice, one after the other', async () => {
  const { triggers, fired } = open();
  const { id } = await triggers.create(wish());
  const first = await triggers.runNow(id);
  const second = await triggers.runNow(id);
  expect(second).toMatchObject({ state: 'done', due: first.due + 1 });
  expect(fired.map(({ key }) => key)).toHaveLength(2);
  expect(new Set(fired.map(({ key }) => key)).size).toBe(2);
});

test('what ended hides nothing that is to come, and dead letters are each owner’s', async () => {
  const { triggers, play } = open({ perMinute: 10_000, perAgent: 10_000, tries: 1 });
  for (let i = 0; i < 1001; i++)
    await triggers.cancel((await triggers.create(wish({ schedule: '+1 hour', agent: `a${i}` }))).id);
  const { id } = await triggers.create(wish({ schedule: 'in May 2027' }));
  expect((await triggers.list({ owner: 'local' }))[0]).toMatchObject({ id, status: 'pending' });
  triggers.handle('broken', async () => {
    throw new ConsiliumError('SOURCE_DOWN', 'No answer.');
  });
  const theirs = await triggers.create(wish({ room: 'broken', owner: 'ada', schedule: '+1 hour' }));
  await play(START + DAY);
  const [letter] = await triggers.dead({ owner: 'ada' });
  expect(letter).toMatchObject({ trigger: theirs.id });
  expect(await triggers.firing(letter!.id)).toMatchObject({ state: 'dead' });
  expect(await triggers.dead({ owner: 'local' })).toEqual([]);
});
