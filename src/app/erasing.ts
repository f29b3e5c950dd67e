/**
 * Erasing a patient: the record, the conversations about them with all that was kept of those, and the tokens that were for
 * them alone. The audit trail stays, and says who had it done.
 */
import type { Pending } from '../kernel/index.ts';
import type { Visitor } from '../record/index.ts';
import { end, prepareEnd, withInner } from './deleting.ts';
import type { App } from './index.ts';

export interface Erased {
  readonly deleted: string;
  readonly sessions: number;
  readonly tokens: number;
}

/** The conversations about a patient, and those that these opened. */
export async function sessionsAbout(app: App, patient: string): Promise<string[]> {
  const about = app.home.sessionsWhere('patient_id', patient);
  return [...new Set((await Promise.all(about.map((id) => withInner(app, id)))).flat())];
}

/** All or nothing, in one transaction. `stop`: ends what runs in a conversation, and has it stay ended. */
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
  // Whoever began to talk about them meanwhile is stopped as well.
  for (let late = await sessionsAbout(app, patient); late.length > 0; ) {
    for (const id of late) await stop(id);
    open.push(...(await prepareEnd(app, late)));
    for (const id of late) sessions.add(id);
    late = (await sessionsAbout(app, patient)).filter((id) => !sessions.has(id));
  }
  let tokens = 0;
  await records.erase(patient, visitor, () => {
    for (const id of sessions) {
      home.audit.write({ ...visitor, patientId: patient, action: 'delete:session', object: id });
      void home.store.deleteSession(id); // at once, in this transaction
    }
    home.stores.tasks().erase(patient); // those that came to no conversation
    tokens = revokeTokens(app, patient, visitor);
  });
  await end(app, [...sessions], open);
  return { deleted: patient, sessions: sessions.size, tokens };
}

/** Should somebody of that name come again, they are nobody's from before. */
function revokeTokens({ home }: App, patient: string, visitor: Visitor): number {
  const file = home.tokens();
  try {
    const theirs = file
      .list()
      .filter(({ revoked, patients }) => revoked === null && patients?.length === 1 && patients[0] === patient);
    return file.within(() => {
      for (const { id } of theirs) {
        home.audit.write({ ...visitor, patientId: patient, action: 'token:revoke', object: id });
        file.revoke(id);
      }
      return theirs.length;
    });
  } finally {
    file.close();
  }
}
