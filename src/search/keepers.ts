/**
 * Scopes that are somebody's: a course that a person brought is theirs, by whichever door the index is asked, unless they
 * share it. The name of such a scope says whose it is, so that a house which shares the index and knows nothing else of it
 * keeps it closed; a row of the house says what the name does not. What the machine's own user put in is the house's.
 */
import { createHash } from 'node:crypto';
import { whoActs } from '../kernel/acting.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { isBound, machineUser, type Principal } from '../kernel/principal.ts';

export interface Keeper {
  /** Nobody: the house. */
  readonly owner: string | null;
  readonly isShared: boolean;
}

/** By scope. */
export type Keepers = () => ReadonlyMap<string, Keeper>;

const HOUSE = machineUser();
const OWN = /\.of-([0-9a-f]{12})$/;
const LONGEST_NAME = 64;

export function isHouse(owner: string | null): boolean {
  return owner === null || owner === HOUSE.user;
}

/** The scope of what this user calls so. */
export function ownScope(owner: string, name: string): string {
  const mark = `.of-${markOf(owner)}`;
  return `${Array.from(name)
    .slice(0, LONGEST_NAME - mark.length)
    .join('')}${mark}`;
}

function markOf(user: string): string {
  return createHash('sha256').update(user).digest('hex').slice(0, 12);
}

/** Which scopes whoever acts right now may read. */
export function readable(keepers: Keepers): (scope: string) => boolean {
  const { principal } = whoActs(HOUSE);
  const rows = keepers();
  return (scope) => {
    const row = rows.get(scope);
    return row?.isShared === true || isOwned(scope, row, principal) !== false;
  };
}

/** Throws where this scope is not for whoever acts right now to change. */
export function requireOwn(scope: string, keepers: Keepers): void {
  const { principal } = whoActs(HOUSE);
  const row = keepers().get(scope);
  const isTheirs =
    row !== undefined && isHouse(row.owner) ? principal.user === HOUSE.user : isOwned(scope, row, principal) !== false;
  if (!isTheirs)
    throw new ConsiliumError('SCOPE_RESERVED', `The scope "${scope}" belongs to a course.`, {
      hint: 'Only who brought it can change it: choose another name.',
    });
}

/** Undefined: it is nobody's in particular. What is a user's own is out of reach for who acts for certain patients. */
function isOwned(scope: string, row: Keeper | undefined, principal: Principal): boolean | undefined {
  const mark = OWN.exec(scope)?.[1];
  if (row === undefined && mark === undefined) return undefined;
  if (row !== undefined && isHouse(row.owner)) return undefined;
  const isTheirs = row === undefined ? mark === markOf(principal.user) : row.owner === principal.user;
  return isTheirs && !isBound(principal);
}
