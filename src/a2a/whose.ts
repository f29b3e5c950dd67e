/**
 * Whose data a request means. There is a place for it, and callers put it beside that place: wherever it stands it is
 * meant, so it is read everywhere, and two that differ are refused. What names somebody is never passed over.
 */
import { ConsiliumError, isPatientName, type Json, patientIdIn } from '../kernel/index.ts';

/** What stands at a place where somebody can be named, by the name of the place. */
export type Places = Readonly<Record<string, unknown>>;

interface Naming {
  isName(key: string): boolean;
  idIn(value: unknown): unknown;
}

const PATIENT: Naming = { isName: isPatientName, idIn: patientIdIn };
const USER: Naming = { isName: (key) => key === 'user_id' || key === 'userId', idIn: (value) => value };

/** The one patient that these places name. */
export function patientAt(places: Places): string | undefined {
  return oneNamed(places, PATIENT, {
    what: 'id of a patient',
    several: 'two patients: whom is it about?',
    hint: 'Name the patient once, or the same everywhere.',
  });
}

/** The one user that these places name. */
export function userAt(places: Places): string | undefined {
  return oneNamed(places, USER, {
    what: 'name of a user',
    several: 'two users: whom is it for?',
    hint: 'Name user_id once, beside the action or in the metadata.',
  });
}

/** The context, with the patient in its place. */
export function withPatient(context: Record<string, Json>, patient: string | undefined): Record<string, Json> {
  const rest = Object.entries(context).filter(
    ([key, value]) => !isPatientName(key) || patientIdIn(value) === undefined,
  );
  return patient === undefined ? context : { ...Object.fromEntries(rest), patient_id: patient };
}

function oneNamed(
  places: Places,
  { isName, idIn }: Naming,
  words: { what: string; several: string; hint: string },
): string | undefined {
  const named = Object.entries(places).flatMap(([place, holder]) =>
    namesIn(holder).flatMap((name) => {
      const value = isName(name) ? idIn(valueIn(holder, name)) : undefined;
      return value === undefined || value === null ? [] : [[place === '' ? name : `${place}.${name}`, value] as const];
    }),
  );
  const [wrong] = named.find(([, id]) => typeof id !== 'string' || id.trim() === '') ?? [];
  if (wrong !== undefined)
    throw new ConsiliumError('PARAMETERS_INVALID', `${wrong} is no ${words.what}.`, {
      hint: 'It is a text; leave it out where the request is about nobody.',
    });
  const [first] = named;
  const other = named.find(([, id]) => id !== first?.[1]);
  if (first === undefined || other === undefined) return first?.[1] as string | undefined;
  throw new ConsiliumError('PARAMETERS_INVALID', `${first[0]} and ${other[0]} name ${words.several}`, {
    hint: words.hint,
  });
}

export function valueIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** A list has entries and no names. */
function namesIn(holder: unknown): string[] {
  return typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? Object.keys(holder) : [];
}
