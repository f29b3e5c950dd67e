import { expect, test } from 'vitest';
import { readAsked } from '../deeds/wording.ts';
import { judge, makeBench } from '../judgement.ts';
import { numbersAsked, numbersOf } from './numbers.ts';

const SOURCE = `const MAX_LINES = 500;
const WORK = mkdtemp('/tmp/load');
export function load(lines: string[]): string[] {
  if (lines.length > MAX_LINES) throw new RangeError('too many lines');
  const kept = [];
  for (const line of lines) {
    if (!line) continue;
    kept.push(line.trim());
  }
  rm(WORK);
  return kept;
}
`;

test('a fact has its own words, those of its signs, of its case and of what its names were made from', async () => {
  const { facts } = await makeBench({ artifact: SOURCE, path: 'load.ts' }, []);
  const one = (text: string) => facts.find(({ statement }) => statement.text.startsWith(text))!;
  expect(one('if (lines').says).toContain('refus');
  expect(one('if (lines').numbers).toContain(500);
  expect(one('if (!line').says).toContain('skip');
  expect(one('kept.push').own).toContain('trim');
  expect(one('rm(').source).toContain('temporari');
});

test('numbers of code and of claims meet', () => {
  const any = (said: string) => numbersAsked(said).map((one) => [...one.any])[0]!;
  expect(numbersOf('limit(5 * 1024 * 1024)', new Map())).toContain(5242880);
  expect(numbersOf('sleep(WAIT)', new Map([['WAIT', '30_000']]))).toContain(30000);
  expect(any('waits 30 seconds')).toContain(30000);
  expect(any('cached for one hour')).toContain(3600);
  expect(any('at most 2 MB')).toContain(2097152);
  expect(numbersAsked('a single pass')).toEqual([]);
});

const verdict = async (criterion: string) =>
  (
    await judge({
      artifact: SOURCE,
      path: 'load.ts',
      specification: '',
      invariants: [],
      acceptance_criteria: [criterion],
    })
  )[0]!;

test('what the statements bear is likely, and never proof', async () => {
  expect(await verdict('Input of more than 500 lines is refused.')).toMatchObject({ verdict: 'met', how: 'likely' });
  expect((await verdict('Input of more than 900 lines is refused.')).verdict).not.toBe('met');
  expect((await verdict('`load` does not change the list it is given.')).verdict).toBe('met');
  expect((await verdict('Everything is sent to a remote database.')).verdict).not.toBe('met');
});

test('a case that is named first denies nothing', () => {
  expect(readAsked('Without an argument the program ends with status 2').negative).toBe(false);
  expect(readAsked('Without any use of global variables').negative).toBe(true);
  expect(readAsked('If no target is given, the script writes to /srv').negative).toBe(false);
  expect(readAsked('Payments that are not settled are left in').negative).toBe(false);
  expect(readAsked('If a target is given, nothing is written').negative).toBe(true);
});
