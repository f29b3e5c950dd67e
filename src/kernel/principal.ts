/** Who is acting: goes with a turn from the door to the tools, the stores and the audit row. */
import { ConsiliumError } from './errors.ts';

export interface Principal {
  /** Whose sessions, artifacts and `user:` state these are. `local` is the machine's own user. */
  readonly user: string;
  readonly how: 'machine' | 'token' | 'peer' | 'trigger' | 'system';
  /** The id of the token, trigger or peer. */
  readonly via?: string;
  /** When the token ends, where nobody but itself says so: signed ones. In ms since the epoch, by the machine's clock. */
  readonly until?: number;
  /** null: all. */
  readonly scopes: readonly string[] | null;
  /** null: all. */
  readonly patients: readonly string[] | null;
  /** The user a service acts for, where it acts for one. */
  readonly onBehalfOf?: string;
}

/** The machine's own user, or another by name, with every right: the command line, tests, work of the house itself. */
export function machineUser(user = 'local'): Principal {
  return { user, how: 'machine', scopes: null, patients: null };
}

export function mayUse({ scopes }: Principal, scope: string): boolean {
  return scopes === null || scopes.includes(scope);
}

export function maySee({ patients }: Principal, patient: string): boolean {
  return patients === null || patients.includes(patient);
}

/** Whether this one acts for certain patients alone: what is its user's own, and no patient's, is out of reach then. */
export function isBound({ patients }: Principal): boolean {
  return patients !== null && patients.length > 0;
}

/** A user's name is part of keys and paths of what is theirs. */
export function checkPrincipal({ user }: Pick<Principal, 'user'>): void {
  if (!/^[\w@+:-][\w.@+:-]{0,127}$/.test(user))
    throw new ConsiliumError('USER_INVALID', 'A user has 1 to 128 letters, digits and . : @ + _ -');
}
