import { expect, test } from 'vitest';
import { runnerFor } from '../../test/house.ts';
import { codeAgent } from './agent.ts';

test('a turn that was called off begins no further step, though its code goes on', async () => {
  const begun = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const did: string[] = [];
  const root = codeAgent({
    name: 'Code',
    run: async ({ step, runAgent }) => {
      await step('first', () => {
        did.push('first');
        begun.resolve();
        return hold.promise.then(() => null);
      });
      await step('second', () => did.push('second')).catch(() => {});
      await runAgent('Sub').catch(ended.resolve);
      return 'done';
    },
    subAgents: [codeAgent({ name: 'Sub', run: async () => void did.push('sub') })],
  });
  const turn = runnerFor(root).run({ session: 's', message: 'go' });
  await begun.promise;
  turn.cancel();
  expect((await turn.result).outcome).toBe('cancelled');
  hold.resolve();
  await ended.promise;
  expect(did).toEqual(['first']);
});
