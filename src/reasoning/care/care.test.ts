/** Every measure holds for its example and not for its counter-example; every domain is asked for as its row says. */
import { describe, expect, test } from 'vitest';
import { inputOf } from '../concerns/examples.ts';
import { readAspects } from '../frames/recognise.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { adviceFor, asking, careAsked, measures } from './index.ts';

const holdsFor = (id: string, domain: string, example: Parameters<typeof inputOf>[0]) =>
  adviceFor(domain, inputOf(example).record).some(({ measure }) => measure.id === id);

describe('measures', () => {
  test.each(measures.map((each) => [each.id, each] as const))('%s', (id, { domain, example, counter }) => {
    expect(holdsFor(id, domain, example)).toBe(true);
    expect(holdsFor(id, domain, counter)).toBe(false);
  });

  test('each has a domain that can be asked for, and an id of its own', () => {
    expect(measures.filter(({ domain }) => asking.domains[domain] === undefined)).toEqual([]);
    expect(new Set(measures.map(({ id }) => id)).size).toBe(measures.length);
  });
});

describe('domains', () => {
  const asked = (text: string) => {
    const subjects = subjectsIn(text);
    const [read = { aspect: 'about' as const, score: 0 }] = readAspects(text, subjects);
    return careAsked({ ...read, text, subjects }, text);
  };
  test.each(Object.entries(asking.domains))('%s', (id, { example, counter }) => {
    expect(asked(example)).toContain(id);
    expect(asked(counter)).not.toContain(id);
  });
});
