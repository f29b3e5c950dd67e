/**
 * The record as doors and the app get it: opened for one patient, by somebody who is named, and awaited, so that a
 * record that has to be fetched first can stand behind the same words. What is written and the audit row that tells of
 * it are one transaction.
 */
import {
  forgetPatient,
  type GraphQuery,
  type GraphResult,
  prepareGraph,
  sweepDrafts,
  sweepForgotten,
} from '../graph/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { idOfKey, newId } from '../kernel/id.ts';
import { maySee, type Principal } from '../kernel/principal.ts';
import { type DataFile, handleOf, migrate } from '../storage/handle.ts';
import type { Audit, AuditEntry } from '../storage/index.ts';
import { assessByRange } from './assess.ts';
import { createPatient, type NewPatient } from './create.ts';
import { loadDemoPatients } from './demo/load.ts';
import { type Bundle, exportPatient } from './export.ts';
import { countTold, undoFact, undoMessages } from './facts/store.ts';
import { importTables } from './former-imports.ts';
import { type ImportOptions, type ImportResult, importSources } from './import.ts';
import { requireTenant } from './patient.ts';
import { createNaming, listPatients, type Reader, readSection } from './reads/index.ts';
import { bringToHand, instantOf } from './reads/reader.ts';
import type { Source } from './sources.ts';

/** Who comes to the record: on whose authority, through what, and why. */
export interface Visitor {
  readonly principal: Principal;
  /** An agent, or the door. */
  readonly actor: string;
  readonly why?: string | undefined;
}

export interface Records {
  /** Throws PATIENT_NOT_FOUND for whom the record does not know, PATIENT_FORBIDDEN for whom the visitor may not see. */
  open(patient: string, visitor: Visitor): Promise<PatientRecord>;
  /** Throws PATIENT_NOT_FOUND. */
  require(patient: string): Promise<void>;
  /** The same at once, for a message that is on its way. */
  check(patient: string): void;
  list(visitor: Visitor): Promise<ReturnType<typeof listPatients>>;
  /** Of each patient whose name has one of these words (folded), those words. For taking names out, never for showing. */
  naming(words: readonly string[]): string[][];
  /** The same key twice is one person. */
  create(person: NewPatient, visitor: Visitor, key?: string): Promise<{ id: string; name: string }>;
  import(sources: readonly Source[], visitor: Visitor, options?: ImportOptions): Promise<ImportResult>;
  /**
   * Forgets a patient: all that the record holds of them, in the transaction of the row that tells of it, and of what
   * `along` does. What was theirs has left the file when it is done.
   */
  erase(patient: string, visitor: Visitor, along: () => void): Promise<void>;
  /** The invented people of a first run; undefined where somebody is there already. */
  loadDemo(): Promise<ImportResult | undefined>;
}

export interface PatientRecord {
  readonly patientId: string;
  /** For the reads of this room (`readConditions(record.reader)` and the like). */
  readonly reader: Reader;
  section(name: string, query?: Record<string, string>): Promise<unknown>;
  query(asked: Omit<GraphQuery, 'patientId'>): Promise<GraphResult>;
  /** Which of these entries are there. */
  held(uuids: readonly string[]): string[];
  bundle(): Bundle;
  /** Takes a told fact back. */
  undo(uuid: string): void;
  /** How many facts these messages told that are still there. */
  told(messages: readonly string[]): number;
  /** Takes back all that these messages told, and says how many facts that were. */
  undoMessages(messages: readonly string[]): number;
}

export interface RecordParts {
  readonly data: DataFile;
  readonly clock?: Pick<Clock, 'now'> | undefined;
  readonly audit: Audit;
  /** Where Cypher runs. */
  query(request: GraphQuery): Promise<GraphResult>;
  /** Tells whoever mirrors the record that these patients have changed. */
  changed?(patients: readonly string[]): Promise<void>;
}

export function openRecords({ data, clock = systemClock, audit, query, changed }: RecordParts): Records {
  const db = handleOf(data);
  prepareGraph(db);
  migrate(db, importTables);
  sweepDrafts(db);
  const rowOf = (visitor: Visitor, patientId: string, action: string): AuditEntry => ({
    ...visitor,
    patientId,
    action,
  });
  const importAll: Records['import'] = async (sources, visitor, options = {}) => {
    const onWritten = (patient: string) => audit.write(rowOf(visitor, patient, 'import'));
    const result = await importSources(db, sources, { onWritten, ...options });
    await changed?.(result.patients.map(({ id }) => id));
    return result;
  };

  return {
    require: async (patient) => void requireTenant(db, patient),
    check: (patient) => void requireTenant(db, patient),
    list: async (visitor) => {
      const people = listPatients(db, instantOf(clock.now())).filter(({ id }) => maySee(visitor.principal, id));
      // Names and birth dates are somebody's: one row for all of them.
      if (people.length > 0) audit.write({ ...visitor, action: 'read:patients', object: `${people.length} patients` });
      return people;
    },
    naming: createNaming(db),
    create: async (person, visitor, key) => {
      const id = key === undefined ? newId() : idOfKey('patient', visitor.principal.user, key);
      const known = key && listPatients(db, instantOf(clock.now())).find((each) => each.id === id);
      if (known) return sameAs(known, person);
      const made = await createPatient(db, person, { id, onWritten: () => audit.write(rowOf(visitor, id, 'create')) });
      await changed?.([made.id]);
      return made;
    },
    import: importAll,
    erase: async (patient, visitor, along) => {
      requireRight(visitor, patient);
      requireTenant(db, patient);
      const tenant = audit.within(rowOf(visitor, patient, 'delete:patient'), () => {
        const forgotten = forgetPatient(db, patient)!;
        along();
        return forgotten;
      });
      for (const _ of sweepForgotten(db, tenant)) await takeTurn();
      await changed?.([patient]);
    },
    loadDemo: () =>
      loadDemoPatients(db, { onWritten: (id) => audit.write({ patientId: id, action: 'import', actor: 'first run' }) }),
    open: async (patientId, visitor) => {
      requireRight(visitor, patientId);
      requireTenant(db, patientId);
      const reader: Reader = {
        data,
        patientId,
        actor: visitor.actor,
        now: instantOf(clock.now()),
        audit: (event) => audit.write({ ...visitor, ...event }),
        assess: assessByRange,
      };
      const row = (action: string) => rowOf(visitor, patientId, action);
      return {
        patientId,
        reader,
        section: async (name, asked = {}) => {
          if (name !== 'timeline') await bringToHand(reader);
          return readSection(reader, name, asked);
        },
        query: (asked) => {
          audit.write(row('query:graph'));
          return query({ now: clock.now(), ...asked, patientId });
        },
        held: (uuids) =>
          db
            .prepare('SELECT uuid FROM graph_node WHERE tenant = ? AND uuid IN (SELECT value FROM json_each(?))')
            .all(requireTenant(db, patientId), JSON.stringify(uuids))
            .map(({ uuid }) => uuid as string),
        bundle: () => {
          audit.write(row('export'));
          return exportPatient(db, patientId);
        },
        undo: (uuid) => audit.within({ ...row('undo:fact'), object: uuid }, () => undoFact(db, patientId, uuid)),
        told: (messages) => countTold(db, patientId, messages),
        undoMessages: (messages) => audit.within(row('undo:facts'), () => undoMessages(db, patientId, messages)),
      };
    },
  };
}

function requireRight({ principal }: Visitor, patient: string): void {
  if (maySee(principal, patient)) return;
  throw new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.', {
    hint: 'Ask for a token that is: consilium token issue <name> --patient <id>.',
  });
}

/** Who was made under a key before, where the same person is asked for. */
function sameAs({ id, name }: { readonly id: string; readonly name: string | null }, person: NewPatient) {
  if (name === person.name.trim()) return { id, name };
  throw new ConsiliumError('IDEMPOTENCY_CONFLICT', 'Another person was entered under this key.', {
    hint: 'Use a new key for each person; send the same one only to repeat it.',
  });
}
