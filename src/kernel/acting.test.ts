import { expect, test } from 'vitest';
import { actAs, actForNobody, whoActs } from './acting.ts';
import { type AgentContext, withAgent } from './context.ts';
import { machineUser } from './principal.ts';

const door = { principal: machineUser('ada'), actor: 'app', why: 'POST /v1/cards' };
const agent = {
  ...{ agent: { name: 'Tutor' }, invocation: 'i-1' },
  principal: { ...machineUser('ada'), how: 'token', via: 't-1' },
} as unknown as AgentContext;

test('without anybody the house acts for whose thing it is', () => {
  expect(whoActs('ben')).toMatchObject({ principal: { user: 'ben', how: 'system' }, actor: 'house' });
  expect(whoActs(machineUser('eve'))).toMatchObject({ principal: { user: 'eve', how: 'machine' }, actor: 'house' });
});

test('whoever came in acts, across what is waited for, until an agent does it for them', async () => {
  await actAs(door, async () => {
    await Promise.resolve();
    expect(whoActs('ada')).toBe(door);
    withAgent(agent, () =>
      expect(whoActs('ada')).toMatchObject({
        ...{ actor: 'Tutor', why: 'turn i-1', principal: { user: 'ada', via: 't-1', onBehalfOf: 'ada' } },
      }),
    );
    expect(whoActs('ada')).toBe(door);
  });
});

test('of two, who came last: a trigger that an agent set goes off in its own name', () => {
  const trigger = { principal: { ...machineUser('ada'), how: 'trigger' as const }, actor: 'trigger' };
  withAgent(agent, () => actAs(trigger, () => expect(whoActs('ada')).toBe(trigger)));
  actAs(door, () => actForNobody(() => expect(whoActs('ada')).toMatchObject({ actor: 'house' })));
  withAgent(agent, () => actForNobody(() => expect(whoActs('ada')).toMatchObject({ actor: 'house' })));
});
