import { expect, test } from 'vitest';
import { sayData } from './data-words.ts';

test('data is told line by line, by the names that it has', () => {
  const data = {
    risk: 'low',
    hoursStudied: 3.5,
    is_due: true,
    tags: ['a', 'b'],
    none: [],
    next: { day: 'Monday', at: null },
  };
  expect(sayData(data)).toBe(
    [
      '- risk: low',
      '- hours studied: 3.5',
      '- is due: yes',
      '- tags: a, b',
      '- none: none',
      '- next:',
      '  - day: Monday',
      '  - at: none',
    ].join('\n'),
  );
  expect(sayData([{ name: 'One' }, { name: 'Two' }])).toBe('- name: One\n- name: Two');
  expect(sayData('just so')).toBe('just so');
});
