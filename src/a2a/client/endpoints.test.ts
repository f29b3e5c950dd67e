import { expect, test } from 'vitest';
import { Endpoints } from './endpoints.ts';

test('who looks waits for how they are now, and asks nobody twice for it', async () => {
  let [asked, lives] = [0, true];
  const probe = async () => {
    asked++;
    return lives;
  };
  const endpoints = new Endpoints({ urls: ['http://far/a2a'], probe, everyMs: 0 });
  await endpoints.lookAgain();
  expect(endpoints.all[0]).toMatchObject({ healthy: true, checked: expect.any(Number) });
  lives = false;
  await Promise.all([endpoints.lookAgain(), endpoints.lookAgain()]);
  expect([endpoints.all[0]!.healthy, asked]).toEqual([false, 2]);
});
