import { afterEach, beforeEach, expect, test } from 'vitest';
import { playedClock, systemClock } from '../kernel/index.ts';
import { openService, type Service, sendJson } from '../sources/fixture.ts';
import type { CachedAnswer, SourceItem } from '../sources/research/index.ts';
import { makeRow } from './evidence/table.ts';
import { recheckNotices } from './rechecking.ts';

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const DAY = 86_400_000;
const START = Date.parse('2027-01-04T06:00:00Z');

const paper = (at: number): SourceItem => ({
  ...{ source: 'index', id: `paper-${at}`, title: `Zorbine in gout, study ${at}`, url: `https://x.example/${at}` },
  text: 'We randomly assigned 120 adults with gout to zorbine or placebo. Zorbine reduced flares (p=0.01).',
  ...{ kinds: ['Randomized Controlled Trial'], doi: `10.1000/z.${at}`, notices: [], seen: START, from: 'test' },
});

/** Twenty papers of earlier looks, none of which is found again. */
function openTable() {
  const kept = new Map<string, CachedAnswer>();
  const cache = {
    get: (key: string) => kept.get(key),
    put: (key: string, answer: CachedAnswer) => kept.set(key, answer),
  };
  const clock = playedClock(START);
  const rows = Array.from({ length: 20 }, (_, at) =>
    makeRow(paper(at), { words: new Set(), aspects: [], outcomes: [], names: [], kinds: [] }, START),
  );
  const env = { CONSILIUM_SOURCE_CROSSREF_URL: service.url };
  return {
    rows,
    clock,
    surroundings: { env, clock: { ...clock, work: { ...systemClock, sleep: async () => {} } }, cache },
  };
}

test('each publication has its turn, also one that no search finds any more and one that Crossref does not know', async () => {
  const { rows, clock, surroundings } = openTable();
  const asked = () => new Set(service.asked.map(({ url }) => url.pathname).filter((path) => path !== '/works'));
  service.answer = (_request, response) => response.writeHead(404).end();
  expect(await recheckNotices(rows, surroundings, clock.now())).toMatchObject({ changes: [], missing: undefined });
  expect(asked().size).toBe(12);
  await clock.advance(DAY);
  service.answer = ({ url }, response) => {
    if (!url.pathname.endsWith('z.19')) return void response.writeHead(404).end();
    const by = { DOI: '10.1000/notice', type: 'retraction', updated: { 'date-parts': [[2027, 1, 5]] } };
    sendJson(response, { message: { DOI: '10.1000/z.19', 'updated-by': [by] } });
  };
  const second = await recheckNotices(rows, surroundings, clock.now());
  expect(asked().size).toBe(20);
  expect(second.changes).toMatchObject([{ kind: 'retracted', row: { id: 'paper-19', grade: 'retracted' } }]);
  expect(second.rows.find(({ id }) => id === 'paper-19')?.level).toBe(0);
});

test('a Crossref that does not answer is asked once, and named as not looked at', async () => {
  const { rows, clock, surroundings } = openTable();
  service.answer = (_request, response) => response.writeHead(403).end();
  const { changes, missing } = await recheckNotices(rows, surroundings, clock.now());
  expect([changes, missing?.source, service.asked.length]).toEqual([[], 'Crossref', 1]);
});
