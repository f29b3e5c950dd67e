/** The typed keys of a team's state: what team.yml declares (`state_keys`) and what its state.ts exports (`keys`). */
import { join } from 'node:path';
import type { Json } from '../kernel/event.ts';
import type { StateKey, StateKeys } from '../kernel/state.ts';
import type { StateKeyConfig } from './config.ts';
import type { TeamFolder } from './folder.ts';
import type { Problem } from './problem.ts';

export const STATE_TYPES = ['text', 'number', 'integer', 'boolean', 'list', 'mapping'] as const;
export type StateType = (typeof STATE_TYPES)[number];

const FITS: Record<StateType, (value: Json) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  mapping: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const WANTS: Record<StateType, string> = {
  text: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  mapping: 'a mapping',
};

function toStateKeys(declared: Readonly<Record<string, StateKeyConfig>>): StateKeys {
  return Object.fromEntries(Object.entries(declared).map(([key, config]) => [key, toStateKey(config)]));
}

function toStateKey({ type, enum: values, once, wants }: StateKeyConfig): StateKey {
  const written = values?.map((value) => JSON.stringify(value));
  return {
    fits: (value) =>
      (type === undefined || FITS[type](value)) && (written === undefined || written.includes(JSON.stringify(value))),
    wants: wants ?? (written === undefined ? WANTS[type ?? 'text'] : `one of ${written.join(', ')}`),
    once,
  };
}

/** What a team declares. What the house has declared for all teams is not a team's to change. */
export function readStateKeys(
  { dir, source, config, shared }: TeamFolder,
  house: StateKeys = {},
): { keys: StateKeys; problems: Problem[] } {
  const problems: Problem[] = [];
  const declared = toStateKeys(config?.state_keys ?? {});
  const exported = shared.get('state.ts')?.['keys'] ?? {};
  const file = join(dir, 'state.ts');
  if (!areKeys(exported))
    problems.push({
      file,
      rule: 'state_key',
      message: 'Its "keys" must be a mapping of keys to {fits, wants, once?}.',
    });
  const own = areKeys(exported) ? exported : {};
  const taken = (key: string) => `"${key}" is declared by the house for every team.`;
  for (const key of Object.keys(declared))
    if (Object.hasOwn(house, key))
      problems.push({
        file: source!.file,
        ...source!.locate(['state_keys', key], 'key'),
        rule: 'state_key',
        message: taken(key),
      });
  for (const key of Object.keys(own))
    if (Object.hasOwn(house, key)) problems.push({ file, rule: 'state_key', message: taken(key) });
  return { keys: { ...declared, ...own, ...house }, problems };
}

function areKeys(exported: unknown): exported is StateKeys {
  if (typeof exported !== 'object' || exported === null) return false;
  return Object.values(exported).every(
    (key: unknown) => typeof (key as StateKey)?.fits === 'function' && typeof (key as StateKey).wants === 'string',
  );
}
