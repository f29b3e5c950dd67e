import { expect, test } from 'vitest';
import type { PlanSession } from '../types.ts';
import { readBusy, writePlan } from './calendar.ts';
import { checkPlan, checkPlanFor } from './checking.ts';
import { makeStudyPlan } from './plan.ts';

const NOW = '2026-11-15T12:00:00Z';
const base = {
  exam_date: '2026-12-13',
  hours_per_week: 7,
  topics: ['Filtration', 'Tubules', 'Acid and base'],
  now: NOW,
};

test('sessions fill the weeks up to the exam, every topic is learned, and the last is a mock exam', () => {
  const plan = makeStudyPlan(base);
  expect(plan.hours).toBeGreaterThan(26);
  expect(plan.hours).toBeLessThanOrEqual(28);
  expect(plan.sessions.at(-1)).toMatchObject({ kind: 'mock_exam' });
  const learned = plan.sessions.filter(({ kind }) => kind === 'learn').map(({ topic }) => topic);
  for (const topic of base.topics) expect(learned.some((held) => held.includes(topic))).toBe(true);
  expect(plan.sessions.every(({ start }) => start >= NOW && start < '2026-12-13')).toBe(true);
  expect(plan.sessions.some(({ kind }) => kind === 'review')).toBe(true);
});

test('a short course takes no more hours than it needs, spread up to the exam', () => {
  const { sessions, hours, notes } = makeStudyPlan({ ...base, learning_minutes: 120 });
  expect(hours).toBeLessThan(12);
  expect(sessions.filter(({ kind }) => kind === 'learn').length).toBeGreaterThanOrEqual(3);
  expect(sessions.at(-1)).toMatchObject({ kind: 'mock_exam' });
  expect((sessions.at(-1) as PlanSession).start > '2026-12-11').toBe(true);
  expect(notes.join(' ')).toMatch(/takes about [\d.]+ hours to learn and keep/);
});

test('a course that does not fit is said not to', () => {
  const { hours, notes } = makeStudyPlan({ ...base, learning_minutes: 6000 });
  expect(hours).toBeGreaterThan(26);
  expect(notes.join(' ')).toContain('about 100 hours to go through once');
});

test('what is said of the size of a plan may come from elsewhere', () => {
  const asked = { ...base, learning_minutes: 120 };
  const plan = makeStudyPlan(asked);
  expect(checkPlanFor(plan, asked).notes).toEqual(plan.notes);
});

test.each([
  [1, 60, 1],
  [0.5, 30, 1],
  [1.5, 45, 2],
  [2, 60, 2],
])('%s hours a day are sessions of %s minutes, and no day gets more', (hours_per_day, minutes, most) => {
  const { sessions } = makeStudyPlan({ ...base, hours_per_week: hours_per_day * 7, hours_per_day });
  const days = Map.groupBy(sessions, ({ start }) => start.slice(0, 10));
  expect([...days.values()].every((day) => day.length <= most)).toBe(true);
  expect(days.size).toBe(28);
  for (const { start, end } of sessions) expect(Date.parse(end) - Date.parse(start)).toBe(minutes * 60_000);
});

test('busy times are left alone, given or from a calendar', () => {
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:ward',
    'DTSTART:20261116T080000Z',
    'DTEND:20261116T180000Z',
    'RRULE:FREQ=DAILY;COUNT=60',
    'SUMMARY:Ward',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const busy = [{ start: '2026-11-17T18:00:00Z', end: '2026-11-17T21:00:00Z' }];
  const plan = makeStudyPlan({ ...base, busy, ics });
  expect(plan.sessions.length).toBeGreaterThan(0);
  for (const { start, end } of plan.sessions.filter((session) => session.start >= '2026-11-16')) {
    expect(start.slice(11, 16) >= '18:00').toBe(true);
    expect(end.slice(11, 16) <= '21:00').toBe(true);
    expect(start.startsWith('2026-11-17')).toBe(false);
  }
});

test('sessions do not overlap and stay within the day of the zone', () => {
  const { sessions } = makeStudyPlan({ ...base, hours_per_week: 40, zone: 'America/New_York' });
  for (const [index, session] of sessions.entries()) {
    expect(session.start.slice(11, 16) >= '08:00' && session.end.slice(11, 16) <= '21:00').toBe(true);
    const before = sessions[index - 1];
    if (before) expect(Date.parse(before.end)).toBeLessThanOrEqual(Date.parse(session.start));
  }
});

test('more topics than sessions share them, and the plan says so', () => {
  const topics = Array.from({ length: 40 }, (_, index) => `Topic ${index + 1}`);
  const plan = makeStudyPlan({ ...base, exam_date: '2026-11-20', hours_per_week: 2, topics });
  const told = plan.sessions.map(({ topic }) => topic).join('; ');
  for (const topic of topics) expect(told).toContain(topic);
  expect(plan.notes.join(' ')).toContain('share');
});

test('no free time is said', () => {
  const busy = [{ start: '2026-11-15', end: '2026-12-13' }];
  expect(makeStudyPlan({ ...base, busy })).toMatchObject({
    sessions: [],
    notes: ['There is no free time left before the exam.'],
  });
});

test('an exam more than ten years ahead is a slip of the pen', () => {
  expect(() => makeStudyPlan({ ...base, exam_date: '9999-03-31' })).toThrow(
    expect.objectContaining({ code: 'EXAM_FAR', message: 'The exam date 9999-03-31 is more than 10 years ahead.' }),
  );
  expect(makeStudyPlan({ ...base, exam_date: '2036-11-15' }).notes).toContain('The plan covers the first 400 days.');
});

test('an exam date yesterday is refused with today', () => {
  expect(() => makeStudyPlan({ ...base, exam_date: '2026-11-14' })).toThrow(
    expect.objectContaining({ code: 'EXAM_PAST', message: 'The exam date 2026-11-14 is past: today is 2026-11-15.' }),
  );
});

test.each([
  [{ exam_date: '2026-02-31' }, 'exam_date'],
  [{ hours_per_week: 0 }, 'hours_per_week'],
  [{ topics: [] }, 'topics'],
  [{ day_start: '22:00' }, 'day_end'],
])('wrong input is refused with its place: %j', (wrong, path) => {
  expect(() => makeStudyPlan({ ...base, ...wrong })).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID', details: { path } }),
  );
});

test('a busy time that ends before it starts, and a file that is no calendar, are refused', () => {
  const busy = [{ start: '2026-11-17T18:00:00Z', end: '2026-11-17T17:00:00Z' }];
  expect(() => makeStudyPlan({ ...base, busy })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  expect(() => makeStudyPlan({ ...base, ics: '<script>' })).toThrow(expect.objectContaining({ code: 'ICS_INVALID' }));
});

test('what is written as a calendar is read back as the same times', () => {
  const plan = makeStudyPlan(base);
  const frame = { from: Date.parse(NOW), to: Date.parse('2026-12-20T00:00:00Z'), zone: 'UTC' };
  const spans = readBusy(writePlan(plan, Date.parse(NOW)), frame);
  expect(spans.length).toBe(plan.sessions.length + 1);
  expect(spans[0]).toEqual({
    start: Date.parse(plan.sessions[0]?.start ?? ''),
    end: Date.parse(plan.sessions[0]?.end ?? ''),
  });
});

test('a plan from elsewhere is checked', () => {
  const plan = makeStudyPlan(base);
  expect(checkPlan(plan)).toEqual(plan);
  const late = {
    ...plan,
    sessions: [{ ...plan.sessions[0], start: '2027-01-01T08:00:00Z', end: '2027-01-01T09:00:00Z' }],
  };
  for (const nonsense of [null, [], { sessions: 'many' }, late])
    expect(() => checkPlan(nonsense)).toThrow(expect.objectContaining({ code: 'REMOTE_NONSENSE' }));
});

test('a calendar whose events come every second is refused, not walked through', () => {
  const event = ['BEGIN:VEVENT', 'DTSTART:20200101T080000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:x', 'END:VEVENT'];
  const ics = ['BEGIN:VCALENDAR', ...Array(2_000).fill(event).flat(), 'END:VCALENDAR'].join('\r\n');
  expect(() => makeStudyPlan({ ...base, ics })).toThrow(expect.objectContaining({ code: 'ICS_TOO_LARGE' }));
});

test('a plan from elsewhere must be one for what was asked', () => {
  const asked = { ...base, busy: [{ start: '2026-11-17T08:00:00Z', end: '2026-11-17T20:00:00Z' }] };
  const plan = makeStudyPlan(asked);
  const note = 'Some topics share one session.';
  expect(checkPlanFor({ ...plan, notes: [note, 'Stop your insulin.', 'See http://evil.example'] }, asked)).toEqual({
    ...plan,
    notes: [note],
  });
  const [first, ...rest] = plan.sessions as [PlanSession, ...PlanSession[]];
  const at = (start: string, end: string) => ({ ...first, start, end });
  const nonsense: [string, PlanSession[]][] = [
    ['the past', [at('2026-11-01T08:00:00Z', '2026-11-01T08:50:00Z'), ...rest]],
    ['one time', [first, first, ...rest.slice(1)]],
    ['no time', [at('2026-11-17T10:00:00Z', '2026-11-17T10:50:00Z'), ...rest]],
    ['no time', [at('2026-11-18T03:00:00Z', '2026-11-18T03:50:00Z'), ...rest]],
    ['not before the exam', [at(`${plan.exam_date}T08:00:00Z`, `${plan.exam_date}T08:50:00Z`), ...rest]],
    ['nobody asked for', [{ ...first, topic: 'Astrology' }, ...rest]],
    ['nobody asked for', [{ ...first, topic: 'All topics' }, ...rest]],
    ['other hours', rest],
  ];
  for (const [why, sessions] of nonsense)
    expect(() => checkPlanFor({ ...plan, sessions }, asked)).toThrow(
      expect.objectContaining({ code: 'REMOTE_NONSENSE', message: expect.stringContaining(why) }),
    );
  const more = makeStudyPlan({ ...asked, hours_per_week: 40 });
  expect(() => checkPlanFor(more, { ...asked, hours_per_week: 5 })).toThrow(/more hours/);
});

test('all that was learned is gone over before the exam', () => {
  const topics = Array.from({ length: 15 }, (_, at) => `Chapter ${at + 1}`);
  const { sessions } = makeStudyPlan({
    ...{ exam_date: '2026-12-05', hours_per_week: 6, topics, now: '2026-11-17T18:00:00Z' },
    learning_minutes: 60,
  });
  const reviewed = sessions.filter(({ kind }) => kind === 'review').flatMap(({ topic }) => topic.split('; '));
  expect(topics.filter((topic) => !reviewed.includes(topic))).toEqual([]);
});

test('a week with one free day gives no day of five sessions', () => {
  const busy = ['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22'].map((day) => ({ start: day, end: day }));
  const { sessions } = makeStudyPlan({
    ...{ exam_date: '2026-12-05', hours_per_week: 6, topics: ['Glaucoma', 'Porphyria'], busy },
    ...{ now: '2026-11-17T22:00:00Z', learning_minutes: 300 },
  });
  const days = Map.groupBy(sessions, ({ start }) => start.slice(0, 10));
  expect(Math.max(...[...days.values()].map((held) => held.length))).toBeLessThan(4);
});

test('who has hours left is not told that more of them would help', () => {
  const topics = Array.from({ length: 18 }, (_, at) => `Topic ${at}`);
  const { notes } = makeStudyPlan({ ...base, topics, hours_per_week: 20, learning_minutes: 120, session_minutes: 50 });
  expect(notes.some((note) => note.includes('no more are planned'))).toBe(true);
  expect(notes.join(' ')).not.toContain('More hours');
});
