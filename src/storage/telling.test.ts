/** What a store writes and the row that tells of it are one transaction, in every room. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { actAs, machineUser } from '../kernel/index.ts';
import { openAudit } from './audit.ts';
import { openDatabase } from './database.ts';
import { openStores, type Stores } from './stores.ts';

const db = openDatabase(join(tempDir('telling'), 'a.db'));
const audit = openAudit(db);
const stores = openStores(db, () => 1_000, audit);
// Their tables are made when they are first asked for.
for (const open of ['research', 'triggers', 'letters', 'archive', 'study', 'todayMarks', 'shelf', 'indexJobs'] as const)
  stores[open]();
afterAll(() => db.close());

const agent = {
  ...{ id: 'a-1', owner: 'ada', name: 'Gout', slug: 'gout', description: '', workspacePath: '/memory/gout' },
  ...{ requirements: {}, status: 'idle', created: 1, lastActive: 1 },
} as Parameters<ReturnType<Stores['research']>['addAgent']>[0];
const trigger = {
  ...{ id: 't-1', room: 'research', owner: 'ada', agent: 'a-1', schedule: 'daily', plan: { zone: 'UTC' } },
  ...{ instruction: 'look', payload: null, missed: 'once', status: 'pending', fireAt: 9, occasions: 0, created: 1 },
} as unknown as Parameters<ReturnType<Stores['triggers']>['insert']>[0];
const firing = {
  ...{ id: 'f-1', trigger: 't-1', room: 'research', agent: 'a-1', due: 5, manual: true, state: 'waiting' },
  ...{ tries: 0, nextTry: 5, missed: 0 },
} as Parameters<ReturnType<Stores['triggers']>['addFiring']>[0];
const letter = {
  ...{ id: 'l-1', key: 'k', messageId: 'm', thread: 't', direction: 'in', state: 'received', owner: 'ada' },
  ...{ agent: 'a-1', correspondent: 'x@y', subject: 's', body: 'b', at: 1 },
} as Parameters<ReturnType<Stores['letters']>['add']>[0];
const card = {
  ...{ id: 'c-1', course: 'own', topic: '', kind: 'own', front: 'f', back: 'b', tags: [] },
  schedule: { due: '2026-01-01T00:00:00Z' },
} as unknown as Parameters<ReturnType<Stores['study']>['addCard']>[1];
const report = { id: 'r-1', key: 'k', owner: 'ada', agent: 'a-1', at: 1, message: 'm', facts: {} };
const job = {
  ...{ owner: 'ada', request: { paths: ['/docs'], scope: 'docs' } },
  job: { id: 'j-1', scope: 'docs', state: 'running', started_at: 1 },
} as const;
const stopped = { ...job, job: { ...job.job, state: 'cancelled', ended_at: 2 } } as const;
const version = { path: 'a.md', key: 'a.md', content: new Uint8Array([65]), mtime: 1, at: 1, actor: 'ada' };

/** In order: what comes later changes or deletes what came before. */
const DEEDS: readonly [action: string, table: string, deed: () => unknown][] = [
  ['write:agent', 'research_agents', () => stores.research().addAgent(agent)],
  ['write:report', 'research_relay', () => stores.research().addRelay(report)],
  ['write:trigger', 'triggers', () => stores.triggers().insert(trigger)],
  ['write:trigger', 'triggers', () => stores.triggers().change('t-1', { instruction: 'look again' })],
  ['run:trigger', 'firings', () => stores.triggers().addFiring(firing)],
  ['cancel:trigger', 'triggers', () => stores.triggers().end('t-1', 'cancelled', 'x')],
  ['receive:letter', 'mail_letters', () => stores.letters().add(letter)],
  ['write:contact', 'mail_contacts', () => stores.letters().approve('ada', 'x@y', 1, 'ada')],
  ['write:file', 'memory_versions', () => stores.archive().addVersion('gout', { ...version, action: 'written' })],
  ['forget:files', 'memory_files', () => stores.archive().forget('gout', { at: 1, actor: 'ada' })],
  ['write:card', 'study_card', () => stores.study().addCard('ada', card)],
  ['delete:card', 'study_card', () => stores.study().removeCard('ada', 'c-1')],
  ['write:cards', 'study_card', () => stores.study().addCards('ada', () => stores.study().addCard('ada', card))],
  ['forget:study', 'study_card', () => stores.study().forget('ada')],
  ['write:course', 'study_course', () => stores.study().keepCourse('s', 'Renal', [], 'ada')],
  ['delete:course', 'study_course', () => stores.study().dropCourse('s')],
  ['write:today', 'today_mark', () => stores.todayMarks().put('ada', 'i-1', null)],
  [
    'write:todo',
    'assistant_thing',
    () => stores.shelf().put({ user: 'ada', kind: 'todo', id: 'x', body: {}, what: 'w', text: 't' }),
  ],
  ['delete:todo', 'assistant_thing', () => stores.shelf().remove('ada', 'todo', 'x', 'w')],
  ['write:search/index', 'index_job', () => stores.indexJobs().put(job, 'write:search/index')],
  ['cancel:indexing', 'index_job', () => stores.indexJobs().put(stopped, 'cancel:indexing')],
  ['delete:indexing', 'index_job', () => stores.indexJobs().remove(stopped, 'delete:indexing')],
  ['delete:agent', 'research_agents', () => stores.research().removeAgent(agent)],
];

test.each(DEEDS)('a deed that cannot be told has not been done: %s', (action, table, deed) => {
  const contents = () => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all());
  const [before, rows] = [contents(), audit.list({ limit: 1 })[0]?.id ?? 0];
  db.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const who = { principal: machineUser('ada'), actor: 'command line', why: 'consilium x' };
  const asAda = () => actAs(who, deed);
  expect(asAda).toThrow('no room');
  expect(contents()).toBe(before);
  db.exec('DROP TRIGGER full');
  asAda();
  expect(contents()).not.toBe(before);
  const told = audit.list({ limit: 10 }).filter(({ id }) => id > rows);
  expect(told).toMatchObject([{ action, user: 'ada', actor: 'command line', why: 'consilium x' }]);
});
