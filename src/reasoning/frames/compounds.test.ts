import { describe, expect, test } from 'vitest';
import { ask } from '../answers/fixture.ts';
import { compounds, compoundsIn, unknownIn } from './compounds.ts';
import { subjectsIn } from './subjects.ts';

test('all that they stand for is known', () => expect(unknownIn()).toEqual([]));

test.each(compounds.map((row) => [row.says[0]!, row] as const))('%s', (_, { of, example, counter }) => {
  expect(compoundsIn(example).map(({ id }) => id)).toContain(of[0]);
  expect(compoundsIn(counter)).toEqual([]);
});

describe('the whole binds before its parts', () => {
  test('a tumour marker is no tumour, and is the one that is followed', () => {
    expect(subjectsIn('what was the last tumor marker').map(({ id }) => id)).toEqual(['observation:cea']);
    const told = ask({ age: 60, had: ['ovarian cancer'], values: { 'ca 125': 48 } }, 'what was the last tumor marker?');
    expect(told).toMatch(/CA.?125 was 48/i);
  });

  test('a number behind a name makes it the value, a dose does not', () => {
    const ids = (text: string) => subjectsIn(text).map(({ id }) => id);
    expect(ids('vitamin D 22')).toEqual(['observation:vitamin_d']);
    expect(ids('vitamin D 1000 IU')).toContain('drug:vitamin_d');
    expect(ids('oxygen shows 91 %')).toEqual(['observation:oxygen_saturation']);
  });

  test('a guess at the cause asks for no leave', () => {
    const told = ask(
      { age: 55, takes: ['lithium 400 mg @900'], values: { calcium: 11.2 } },
      'calcium 11.2 - what is that, too much milk?',
    );
    expect(told).not.toMatch(/^Yes/);
    expect(told).toMatch(/milk and cheese hardly move the calcium/);
    expect(told).toContain('lithium');
  });

  test('a value beside a rule from elsewhere is weighed', () => {
    const told = ask({ age: 40, values: { potassium: 4.1 } }, 'potassium 5.1, google says over 5 is dangerous');
    expect(told).toMatch(/^No: potassium 5\.1 mmol\/L is within the range/);
  });
});
