/**
 * What wakes an agent while nobody talks to it: an occasion of one of its triggers, and a reply that came by mail. A reply is
 * an occasion too, so that it is worked on once, tried again where it fails, and at last a dead letter that a person can see.
 */
import { type Json, type Log, type Principal, toConsiliumError } from '../kernel/index.ts';
import type { Letter } from '../mail/index.ts';
import type { Occasion, OnLost, Triggers } from '../triggers/index.ts';
import { fileThread } from './correspondence.ts';
import type { Desk } from './desk.ts';
import { letterAgain, sayLost } from './messages.ts';
import type { AgentRow } from './records.ts';
import { replyOf, replyTrigger, sayReply } from './replies.ts';

export interface Waking {
  readonly triggers: Triggers;
  readonly log: Log;
  agent(id: string): AgentRow | undefined;
}

type Woken = Pick<Desk, 'mail' | 'feed' | 'message' | 'workspace'>;

export function wakeAgents(desk: Woken, waking: Waking): void {
  waking.triggers.handle(
    'research',
    (occasion) => fire(desk, occasion, waking),
    (lost) => tellLost(desk, lost, waking),
  );
  desk.mail.onReply((letter) => takeReply(desk, letter, waking));
}

async function fire(desk: Woken, { trigger, key, signal, firing }: Occasion, waking: Waking): Promise<Json> {
  const principal: Principal = { user: trigger.owner, how: 'trigger', via: trigger.id, scopes: null, patients: [] };
  const reply = replyOf(trigger, desk.mail);
  if (reply !== undefined) await file(desk, reply, waking);
  const late = firing.missed > 0 ? ` (${firing.missed} earlier occasions were missed.)` : '';
  const said = letterAgain(trigger)?.message ?? (reply && sayReply(reply)) ?? `${trigger.instruction}${late}`;
  const { response, pending } = await desk.message(trigger.agent, said, { principal, key, signal });
  return { text: response, ...(pending[0] && { waiting: pending[0].id }) };
}

/** Whoever waits for a look is told that it will not come by itself. */
async function tellLost(desk: Woken, { trigger, firing }: Parameters<OnLost>[0], waking: Waking): Promise<void> {
  const agent = waking.agent(trigger.agent);
  if (agent === undefined) return;
  const message = sayLost({ trigger, firing }, agent.name, replyOf(trigger, desk.mail)?.correspondent);
  const key = `dead:${firing.id}:${firing.tries}`;
  await desk.feed.relay({ key, owner: agent.owner, agent: agent.id, message, facts: {} });
}

/** That it is to be worked on is stored before anything else; the same reply once more changes nothing. */
async function takeReply(desk: Woken, letter: Letter, waking: Waking): Promise<void> {
  const agent = waking.agent(letter.agent);
  if (agent === undefined) return;
  await waking.triggers.create(replyTrigger(letter));
  // What cannot be filed now is filed before it is worked on.
  await file(desk, letter, waking).catch((thrown) =>
    waking.log.warn({ agent: agent.id, code: toConsiliumError(thrown).code }, 'a reply could not be filed yet'),
  );
}

async function file(desk: Woken, letter: Letter, waking: Waking): Promise<void> {
  const agent = waking.agent(letter.agent);
  if (agent === undefined) return;
  await fileThread(await desk.workspace(agent), desk.mail.thread(letter.thread), agent.slug);
}
