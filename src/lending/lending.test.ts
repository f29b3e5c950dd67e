import { expect, onTestFinished, test } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { openLending, type ServiceHouse, service } from './index.ts';

test('what a service reads at its first use is read a step at a time, others having their turn in between', async () => {
  onTestFinished(keepThreads());
  const seen: string[] = [];
  const entry = service({
    name: 'study',
    warms: async () =>
      (function* () {
        yield seen.push('one');
        yield seen.push('two');
      })(),
    open: () => {
      seen.push('open');
      return {} as never;
    },
  });
  const lending = openLending({} as ServiceHouse, [entry]);
  const opened = lending.service('study');
  const other = new Promise<void>((resolve) =>
    setImmediate(() => {
      seen.push('another');
      resolve();
    }),
  );
  await Promise.all([opened, other]);
  expect(seen.indexOf('another')).toBeLessThan(seen.indexOf('open'));
  expect(seen.filter((each) => each !== 'another')).toEqual(['one', 'two', 'open']);
});
