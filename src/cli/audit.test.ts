/** The trail on the command line: what commands leave on it, and the whole of it as FHIR. */
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { type AuditRow, openHome } from '../storage/index.ts';
import { bundleOf, toAuditEvent } from './audit.ts';

const home = tempDir('cli-audit');
const consilium = async (...args: string[]) => (await runHere([...args, '--home', home])).out;
const newest = async (many: number) =>
  (JSON.parse(await consilium('audit', 'list', '--json')).audit as AuditRow[]).slice(0, many).reverse();

test('commands are told with their name, never with what they were given', async () => {
  const made = JSON.parse(await consilium('study', 'quiz', '--count', '1', '--json'));
  expect(await newest(1)).toMatchObject([
    { action: 'write:quiz', object: made.id, user: 'local', actor: 'command line', why: 'consilium study quiz' },
  ]);
  await consilium('study', 'cards');
  expect((await newest(1))[0]?.action).toBe('read:audit'); // nothing to see is no row
  await consilium('study', 'progress');
  expect(await newest(1)).toMatchObject([{ action: 'read:study/progress', why: 'consilium study progress' }]);
  await consilium('study', 'forget', '--yes');
  expect(await newest(1)).toMatchObject([{ action: 'forget:study', why: 'consilium study forget' }]);
  const input = JSON.stringify({ content: 'Gout is common. It hurts.', extraction_type: 'keywords' });
  const { out } = await runHere(['fn', 'extract_structure', '--json', '--home', home], { input });
  expect(await newest(1)).toMatchObject([
    { action: 'run:function', object: JSON.parse(out).meta.run, actor: 'command line', why: 'consilium fn' },
  ]);
});

test('FHIR: every row with its hash, the token by which somebody came, whom they acted for; in pieces', async () => {
  const dir = tempDir('audit-fhir');
  const open = openHome(dir);
  const principal = { user: 'ada', via: 'tok-7', onBehalfOf: 'elena' };
  open.audit.write({
    patientId: 'p1',
    action: 'read:conditions',
    actor: 'app',
    principal,
    why: 'GET /x',
    object: 's-1',
  });
  open.audit.write({
    action: 'GET /v1/patients',
    actor: 'app',
    principal: null,
    outcome: 'denied',
    why: 'TOKEN_REQUIRED',
  });
  for (let row = 0; row < 2_000; row++) open.audit.write({ action: 'write:card', actor: 'house' });
  const rows = [...open.audit.all()];
  const pieces: string[] = [];
  for await (const piece of bundleOf(open.audit.all(), rows.length)) pieces.push(piece);
  open.close();
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  const { out } = await runHere(['audit', 'export', '--home', dir]);
  expect(out).toBe(pieces.join(''));
  const { entry, ...bundle } = JSON.parse(out);
  expect(bundle).toEqual({ resourceType: 'Bundle', type: 'collection' });
  expect(entry).toHaveLength(rows.length);
  expect(entry.map(({ resource }: { resource: object }) => resource)).toEqual(rows.map(toAuditEvent));
  expect(entry[0].resource).toMatchObject({
    ...{ resourceType: 'AuditEvent', id: '1', action: 'R', outcome: '0', purposeOfEvent: [{ text: 'GET /x' }] },
    agent: [
      { altId: 'ada', requestor: true, policy: ['urn:consilium:token:tok-7'] },
      { who: { display: 'app' }, requestor: false },
      { who: { identifier: { value: 'elena' } }, requestor: false },
    ],
    entity: [
      { what: { reference: 'Patient/p1' } },
      { what: { identifier: { value: 's-1' } } },
      { what: { identifier: { value: '1' } }, detail: [{ type: 'sha256', valueString: rows[0]!.hash }] },
    ],
  });
  expect(rows[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
  const denied = entry[1].resource;
  expect(denied).toMatchObject({ outcome: '4', outcomeDesc: 'TOKEN_REQUIRED' });
  expect(denied.agent[0]).toEqual({ who: { display: 'not authenticated' }, requestor: true });
});
