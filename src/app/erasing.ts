/**
 * Erasing a patient: the record, the conversations about them with all that was kept of those, and what tokens say of them.
 * The audit trail stays, and says who had it done.
 */
import { openBreath } from '../kernel/breath.ts';
import type { Pending } from '../kernel/index.ts';
import type { Visitor } from '../record/index.ts';
import { end, prepareEnd } from './deleting.ts';
import type { App } from './index.ts';

export interface Erased {
  readonly deleted: string;
  readonly sessions: number;
  readonly tokens: number;
}

/** The conversations about a patient, and those that these opened. */
export function sessionsAbout({ home }: App, patient: string): string[] {
  return home.sessionsWhere('patient_id', patient);
}

/**
 * In one transaction nobody sees them any more; what was theirs is swept in pieces before it is acknowledged, and at the next
 * start where it came to an end before. `stop`: ends what runs in a conversation, and has it stay ended.
 */
export async function erasePatient(
  app: App,
  patient: string,
  visitor: Visitor,
  stop: (session: string) => Promise<void> = async () => {},
): Promise<Erased> {
  const { home, records } = app;
  await records.open(patient, visitor);
  const sessions = new Set<string>();
  const open: Pending[] = [];
  const breathe = openBreath();
  // Whoever began to talk about them meanwhile is stopped as well.
  for (let late = sessionsAbout(app, patient); late.length > 0; ) {
    for (const id of late) {
      await stop(id);
      await breathe();
    }
    open.push(...(await prepareEnd(app, late)));
    for (const id of late) sessions.add(id);
    late = sessionsAbout(app, patient).filter((id) => !sessions.has(id));
  }
  let tokens = 0;
  await records.erase(patient, visitor, () => {
    const object = `${sessions.size} conversations`;
    if (sessions.size > 0) home.audit.write({ ...visitor, patientId: patient, action: 'delete:sessions', object });
    home.departures.hide([...sessions]);
    home.stores.tasks().erase(patient); // those that came to no conversation
    tokens = forgetTokens(app, patient, visitor);
  });
  await home.departures.sweep();
  await end(app, [...sessions], open);
  return { deleted: patient, sessions: sessions.size, tokens };
}

/** Should somebody of that id come again, they are nobody's from before. */
function forgetTokens({ home }: App, patient: string, visitor: Visitor): number {
  const file = home.tokens();
  try {
    return file.within(() => {
      const changed = file.forgetPatient(patient);
      for (const id of changed)
        home.audit.write({ ...visitor, patientId: patient, action: 'token:forget-patient', object: id });
      return changed.length;
    });
  } finally {
    file.close();
  }
}
