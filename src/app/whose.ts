/** Whose record a message is about, where its caller is for certain patients alone. */
import { findRedFlags } from '../clinical/index.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import { callAside } from '../threads/index.ts';

export const works = { isEmergency: (message: string): boolean => findRedFlags(message).length > 0 };

const READ = 20_000;

/** The one that a caller is for; of several, or of all, none goes without saying. */
export function onlyPatient({ patients }: Pick<Principal, 'patients'>): string | undefined {
  const [first, ...others] = new Set(patients ?? []);
  return others.length === 0 ? first : undefined;
}

/**
 * Whom the message names, else the only one that its caller is for. Who is for several names one, except in an emergency:
 * that is answered without a record, sooner than asked whose it is. `where`: the place of the name at this door.
 */
export async function patientMeant(
  caller: Pick<Principal, 'patients'>,
  named: string | undefined,
  { message, where }: { readonly message: string; readonly where: string },
): Promise<string | undefined> {
  const meant = named ?? onlyPatient(caller);
  if (meant !== undefined || caller.patients === null) return meant;
  // However long it is: what takes too long to be read is no emergency that is told as one.
  if (await callAside(import.meta.url, works, 'isEmergency', [message.slice(0, READ)])) return undefined;
  throw patientUnnamed(where);
}

export function patientUnnamed(where: string): ConsiliumError {
  return new ConsiliumError('PATIENT_REQUIRED', 'This token is for several patients: say whom this is about.', {
    hint: `Name one of them in ${where}; GET /v1/token says whom the token is for.`,
  });
}
