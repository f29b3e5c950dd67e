/** A map whose items wait for one another: code that builds on earlier code is written after it, and sees it. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { benchOf, type House, openHouse, small } from './fixture.ts';

const begun: string[] = [];
const write = small({
  input: z.object({ id: z.string(), earlier: z.array(z.string()).default([]) }),
  output: z.object({ code: z.string() }),
  run: async ({ id, earlier }) => {
    begun.push(id);
    await new Promise((resolve) => setTimeout(resolve, id === 'a' ? 20 : 1));
    return { code: [...earlier, id].join('>') };
  },
});

const file = (id: string, inputs: string) => `id: ${id}
title: Chain
description: Items that wait.
version: 1
input:
  type: object
  properties: { items: { type: array }, needs: { type: object } }
  required: [items, needs]
  additionalProperties: false
budget: { tokens: 100000, ms: 60000 }
stages:
  - id: write
    function: write
    map: { over: "\${input.items}", dependencies: "\${input.needs}", concurrency: 4 }
    inputs: ${inputs}
output: { code: "\${stages.write[*].code}" }
`;

let house: House;
beforeAll(() => {
  house = openHouse(benchOf({ write }), {
    'chain.yml': file('chain', '{ id: "${item.id}", earlier: "${needs[*].code}" }'),
  });
});
afterAll(async () => {
  await house.close();
  rmSync(house.dir, { recursive: true });
});

const run = (needs: object) =>
  house.pipelines.start('chain', { items: [{ id: 'c' }, { id: 'b' }, { id: 'a' }, { id: 'free' }], needs }).result;

test('each waits for what it needs, whatever the order of the list, and gets its output', async () => {
  const report = await run({ c: ['b', 'a'], b: ['a'], gone: ['a'] });
  expect(report.output).toEqual({ code: ['a>b>a>c', 'a>b', 'a', 'free'] });
  expect(begun.indexOf('b')).toBeGreaterThan(begun.indexOf('a'));
  expect(begun.indexOf('c')).toBeGreaterThan(begun.indexOf('b'));
  expect(begun.indexOf('free')).toBeLessThan(begun.indexOf('b'));
});

test('a circle is refused, not waited for', async () => {
  const report = await run({ a: ['b'], b: ['a'] });
  expect(report).toMatchObject({ state: 'failed', error: { code: 'STAGE_INVALID' } });
  expect(report.error?.message).toContain('circle');
});
