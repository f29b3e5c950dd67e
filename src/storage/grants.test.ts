import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExpiry, readGrant, SCOPES } from './grants.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;
const refused = (code: string) => expect.objectContaining({ code, hint: expect.any(String) });

describe('when a token expires', () => {
  test('after a span of minutes, hours, days or weeks', () => {
    expect(readExpiry('5m', NOW)).toBe(NOW + 5 * 60_000);
    expect(readExpiry('12h', NOW)).toBe(NOW + DAY / 2);
    expect(readExpiry('30d', NOW)).toBe(NOW + 30 * DAY);
    expect(readExpiry('8w', NOW)).toBe(NOW + 56 * DAY);
  });

  test('with the end of a day here, at a moment anywhere, or never', () => {
    expect(readExpiry('2027-01-31', NOW)).toBe(new Date(2027, 1, 1).getTime());
    expect(readExpiry('2028-02-29', NOW)).toBe(new Date(2028, 2, 1).getTime());
    expect(readExpiry('2027-01-31T08:00:00+02:00', NOW)).toBe(Date.UTC(2027, 0, 31, 6));
    expect(readExpiry('never', NOW)).toBeNull();
  });

  test.each([
    '',
    '0d',
    '-1d',
    '1.5d',
    '30',
    '30 d',
    '5s',
    '0m',
    'tomorrow',
    '2027-02-30',
    '2027-13-01',
    '2027-1-1',
    '0000-00-00',
  ])('not at %j', (text) => expect(() => readExpiry(text, NOW)).toThrow(refused('EXPIRES_INVALID')));

  test('not in the past, and not beyond what a calendar holds', () => {
    for (const text of ['2026-11-14', '2026-11-15T11:59:59Z', '999999w'])
      expect(() => readExpiry(text, NOW)).toThrow(refused('EXPIRES_INVALID'));
  });

  test('whatever is written, it is ahead, never, or refused', () => {
    const near = fc.stringMatching(/^[0-9]{0,7}[hdwmy-]?[0-9]{0,2}-?[0-9T:Z]{0,9}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        let time: number | null;
        try {
          time = readExpiry(text, NOW);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'EXPIRES_INVALID' });
          return;
        }
        expect(time === null ? text === 'never' : time > NOW && !Number.isNaN(new Date(time).getTime())).toBe(true);
      }),
    );
  });
});

describe('what a token allows', () => {
  test('without a wish: reading, talking and working for 90 days, with everybody', () => {
    expect(readGrant({}, NOW)).toEqual({
      ...{ scopes: ['read', 'chat', 'work', 'a2a'], patients: null, expires: NOW + 90 * DAY },
      ...{ agents: null, bound: false },
    });
  });

  test('the scopes and patients that are named, each once', () => {
    const grant = readGrant({ scopes: ['read', ' chat', 'read'], patients: ['a', 'b', 'a '], expires: 'never' }, NOW);
    expect(grant).toMatchObject({ scopes: ['read', 'chat'], patients: ['a', 'b'], expires: null });
    expect(readGrant({ scopes: Object.keys(SCOPES) }, NOW).scopes).toEqual(Object.keys(SCOPES));
  });

  test('agents and actions by name: such a token calls agents and does nothing else unless it says so', () => {
    const agents = ['AnalyticsAgent', 'SchedulerAgent:next_reviews', 'AnalyticsAgent '];
    expect(readGrant({ agents, user: 'user_123' }, NOW)).toMatchObject({
      scopes: ['a2a'],
      agents: ['AnalyticsAgent', 'SchedulerAgent:next_reviews'],
      bound: true,
    });
    expect(readGrant({ agents: ['A'], scopes: ['a2a', 'work'] }, NOW).scopes).toEqual(['a2a', 'work']);
    for (const wrong of [[], [''], ['a b'], ['A:b:c'], ['../x']])
      expect(() => readGrant({ agents: wrong }, NOW)).toThrow(refused('AGENT_INVALID'));
  });

  test('no scope that there is not, none at all, or one of every object', () => {
    for (const scopes of [['write'], ['read', ''], [], ['toString'], ['Read']])
      expect(() => readGrant({ scopes }, NOW)).toThrow(refused('SCOPE_INVALID'));
  });

  test('no patients is not everybody', () => {
    for (const patients of [[], [''], [' '], ['x'.repeat(201)]])
      expect(() => readGrant({ patients }, NOW)).toThrow(expect.objectContaining({ code: 'PATIENT_INVALID' }));
  });

  test('nothing over the whole house where it is for certain patients', () => {
    for (const scope of ['admin', 'metrics'])
      expect(() => readGrant({ scopes: ['read', scope], patients: ['a'] }, NOW)).toThrow(refused('SCOPE_INVALID'));
  });
});

test('a token for certain agents is for nothing beside them', () => {
  expect(() => readGrant({ agents: ['Far'], scopes: ['a2a', 'chat'] }, 0)).toThrow(/certain agents/);
  expect(readGrant({ agents: ['Far'], scopes: ['a2a', 'work'] }, 0).scopes).toEqual(['a2a', 'work']);
});
