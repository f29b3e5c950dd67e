import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask, talk } from '../answers/fixture.ts';
import { outlookOf, outlooks } from './outlooks.ts';

const named = outlooks.rows.flatMap(({ of }) => of);

test('every row names illnesses that the catalogue knows, each once', () => {
  expect(named.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
});

test('an illness without a row goes on as the nearest it is a kind of', () => {
  expect(outlookOf('condition:chronic_kidney_disease_stage_3b')).toContain('mostly does not come back');
  expect(outlookOf('condition:frostbite')).toBeUndefined();
});

test('whether it goes away is settled first, with what the record has of it', () => {
  const told = ask({ age: 60, has: ['copd @2000'], takes: ['tiotropium 18 ug @500'] }, 'does copd go away?');
  expect(told).toMatch(/^Chronic obstructive pulmonary disease: it does not go away/);
  expect(told).toContain('In your record: copd since');
  expect(told).toContain('You take for it: tiotropium');
});

test('what a paper says of it goes before what is usual', () => {
  const told = ask(
    { age: 70, has: ['giant cell arteritis'], notes: ['Letter | Giant cell arteritis in remission since May.'] },
    'will my giant cell arteritis ever be cured?',
  );
  expect(told).toContain('in remission since May');
});

test('an explanation tells how it goes on; a question for how it is now does not ask for that', () => {
  expect(ask({ age: 30, has: ['celiac disease'] }, 'what is coeliac disease?')).toMatch(/How it goes on: .*for life/);
  expect(ask({ age: 30, has: ['asthma'] }, 'is my asthma getting worse?')).not.toContain('stays for life');
});

test('"it" is the illness that was spoken of', () => {
  const [, told] = talk({ age: 15, has: ['epilepsy'] }, ['what is epilepsy?', 'does it go away when she is grown up?']);
  expect(told).toMatch(/^Epilepsy: .*for life/);
});
