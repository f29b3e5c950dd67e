/**
 * What makes a request that is sent twice one turn. The header Idempotency-Key names the turn, whatever the binding. In
 * A2A a message also has an id of its own, which counts within the conversation that its sender named: without one it
 * begins another. A key is one request's and means nothing else; an id that comes with other words is another message,
 * for the protocol does not ask that senders never use one again.
 */
import { hash } from 'node:crypto';
import { readAction } from './action.ts';
import type { Message, Task } from './protocol.ts';
import type { Caller } from './served.ts';

/** Of this caller, for this agent, in this conversation. */
export function turnKey({ owner }: Caller, agent: string, conversation: string | undefined, key: string): string {
  return digest([owner, agent, conversation ?? null, key]);
}

/** What is asked for, and for whom: what comes beside it (how to answer, what was said before) may differ. */
export function contentOf(message: Message, user: string | undefined): string {
  return digest([message.parts, readAction(message), user ?? null]);
}

/** The id of the task that a message begins, the same when it is sent again; undefined: nobody said that it may be. */
export function taskIdFor(
  { contextId, messageId }: Message,
  content: string,
  { caller, agent, key }: { caller: Caller; agent: string; key: string | undefined },
): string | undefined {
  if (key !== undefined) return turnKey(caller, agent, contextId, key);
  return contextId && turnKey(caller, agent, contextId, JSON.stringify([messageId, content]));
}

/** Whether this message came to the task before. The one that began the task had not named it. */
export function hasHeard({ contextId, history = [] }: Task, message: Message): boolean {
  if (message.contextId !== undefined && message.contextId !== contextId) return false;
  const isSame = (heard: Message) =>
    heard.role === message.role &&
    heard.messageId === message.messageId &&
    contentOf(heard, undefined) === contentOf(message, undefined);
  return history.slice(1).some(isSame);
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
