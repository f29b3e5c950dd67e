import { expect, test } from 'vitest';
import { formatProblems } from './problem.ts';

const problem = {
  file: '/clinic/Hours/config.yml',
  line: 12,
  column: 5,
  rule: 'unknown_tool',
  message: 'There is no tool "lookup". Did you mean "look_up"?',
  excerpt: '  - lookup',
};

test('a problem is shown with its place, its sentence and a mark under the spot', () => {
  expect(formatProblems([problem], { cwd: '/clinic' })).toBe(
    [
      'Hours/config.yml:12:5  unknown_tool',
      '  There is no tool "lookup". Did you mean "look_up"?',
      '   12 │   - lookup',
      '            ^',
    ].join('\n'),
  );
});

test('a file as a whole, and one outside of the folder, are shown by their path', () => {
  const { line, column, excerpt, ...whole } = problem;
  expect(formatProblems([whole], { cwd: '/elsewhere' })).toMatch(/^\/clinic\/Hours\/config\.yml {2}unknown_tool\n/);
  expect([line, column, excerpt]).toEqual([12, 5, '  - lookup']);
});

test('a long line is cut around the spot, which keeps its mark', () => {
  const excerpt = `${'x'.repeat(500)}HERE${'y'.repeat(500)}`;
  const [, , shown, mark] = formatProblems([{ ...problem, column: 501, excerpt }]).split('\n');
  expect(shown!.length).toBeLessThan(130);
  expect(shown!.slice(mark!.indexOf('^'), mark!.indexOf('^') + 4)).toBe('HERE');
});

test('colours only where they are wanted', () => {
  expect(formatProblems([problem])).not.toContain('\x1b');
  expect(formatProblems([problem], { color: true })).toContain('\x1b[36m');
});
