/** Whose session it is; nobody's where no patient was named, or there is no such session. */
import type { Store } from '../kernel/index.ts';

export async function findPatient(store: Store, session: string): Promise<string | undefined> {
  const value = (await store.state('session', session)).get('patient_id')?.value;
  return typeof value === 'string' ? value : undefined;
}
