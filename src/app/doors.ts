/** Sessions that began at a door for machines: known by how their ids begin, since a person did not open them. */
import { hash } from 'node:crypto';
import { newId } from '../kernel/index.ts';

const STARTS = { a2a: 'a2a.', openai: 'talk-', mcp: 'mcp.' } as const;

export type MachineDoor = keyof typeof STARTS;

/** A new one, or always the same where it is of something. */
export function machineSession(door: MachineDoor, of?: string): string {
  return `${STARTS[door]}${of === undefined ? newId() : hash('sha256', of, 'base64url').slice(0, 32)}`;
}

/** Left out where a person looks over their own chats. */
export const OF_MACHINES: readonly string[] = Object.values(STARTS);
