/** What a treatment is given to do: to induce a remission or to keep it, to end an attack or to prevent the next. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Statement } from './abstract.ts';
import { foldText, hasAny, routesIn } from './words.ts';

const schema = z.array(
  z.strictObject({
    purpose: z.string(),
    words: z.array(z.string()),
    ...{ example: z.string(), counter: z.string() },
  }),
);

let known: z.infer<typeof schema> | undefined;

export function purposeRules(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'purposes.yml')));
  return known;
}

export function purposesIn(text: string): string[] {
  const plain = foldText(text);
  return purposeRules()
    .filter(({ words }) => hasAny(plain, words))
    .map(({ purpose }) => purpose);
}

/** Of a study: by its title, else by how it was done and what it found. Undefined where it says none, or several. */
export function purposeOf(title: string, statements: readonly Statement[]): string | undefined {
  const titled = purposesIn(title);
  if (titled.length > 0) return titled.length === 1 ? titled[0] : undefined;
  const own = statements.filter(({ role }) => role !== 'background').map(({ text }) => text);
  const told = purposesIn(own.join(' '));
  return told.length === 1 ? told[0] : undefined;
}

/** Between several uses of one advice. */
export const AND = ' and ';
const USE = ' use';

/** What for and by which way: what is said of one way of giving is no word on another. */
export function usesIn(text: string): string[] {
  return [...purposesIn(text), ...routesIn(text).map((route) => `${route}${USE}`)];
}

/** An advice is on what is asked for: on all of it, on some, or on others. Said for one way only it is how it is given. */
export function reachOfUse(use: string, side: 'for' | 'against', asked: readonly string[]): 'all' | 'some' | 'others' {
  const own = use.split(AND);
  const isRoute = (each: string) => each.endsWith(USE);
  const open = own.filter((each) => !asked.includes(each));
  if (open.length === 0) return 'all';
  const isOther = (each: string) => asked.some((wanted) => isRoute(wanted) === isRoute(each));
  if (open.some(isOther)) return 'others';
  return side === 'for' && open.every(isRoute) ? 'all' : 'some';
}
