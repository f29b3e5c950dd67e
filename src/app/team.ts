/** A team with its runner: how a message becomes a turn, and what an answer leaves in the audit. */
import { auditAnswer, type CitationAudit } from '../citations/index.ts';
import {
  createRunner,
  type Delta,
  type Entry,
  type Event,
  type Log,
  newId,
  type Place,
  type Principal,
  type Runner,
  type RunnerOptions,
  type Turn,
  toConsiliumError,
} from '../kernel/index.ts';
import { requirePatient, undoMessages } from '../record/index.ts';
import type { Home } from '../storage/index.ts';
import type { Team } from '../teams/index.ts';
import { toAnswer } from './answer.ts';
import type { Lending } from './services.ts';

export interface OpenTeam {
  readonly team: Team;
  readonly runner: Runner;
  send(request: Request): Turn;
}

export interface Request {
  readonly message: string;
  readonly session?: string | undefined;
  /** Who is acting. Without it, the machine's own user. */
  readonly principal?: Principal | undefined;
  readonly place?: Place | undefined;
  readonly patient?: string | undefined;
  /** A turn of the session that this message stands in for. What it and those after it told is taken back. */
  readonly replaces?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly stream?: boolean | undefined;
}

export interface TeamHouse {
  readonly home: Home;
  readonly citations: CitationAudit;
  readonly log: Log;
  shared(keys?: RunnerOptions['stateKeys']): Omit<RunnerOptions, 'app' | 'root'>;
  lend: Lending['lend'];
}

export async function openTeam(team: Team, { home, citations, log, shared, lend }: TeamHouse): Promise<OpenTeam> {
  const { name, root, limits, stateKeys, initialState } = team;
  const runner = createRunner({ ...shared(stateKeys), app: name, root, limits, services: await lend(team.services) });
  return {
    team,
    runner,
    send: ({ message, session = newId(), principal, place, patient, replaces, signal, stream }) => {
      if (patient !== undefined) requirePatient(home.db, patient);
      const state: Delta = patient === undefined ? {} : { patient_id: patient };
      const turn = runner.run({
        ...{ message, session, principal, place, replaces, signal, stream, state, initialState },
      });
      if (replaces !== undefined) forgetTold(home, session, replaces);
      turn.result.then(
        (result) => {
          if (result.outcome !== 'completed' || result.text === '') return;
          try {
            citations.write(auditAnswer(toAnswer(team.name, result)));
          } catch (thrown) {
            log.warn({ session, code: toConsiliumError(thrown).code }, 'the audit of an answer could not be written');
          }
        },
        () => {},
      );
      return turn;
    },
  };
}

/** The facts that the replaced turns had put into the record; the turns themselves stay on the log. */
function forgetTold({ db, store, audit }: Home, session: string, replaced: string): void {
  const patientId = (store.state('session', session) as ReadonlyMap<string, Entry>).get('patient_id')?.value;
  if (typeof patientId !== 'string') return;
  const events = store.events(session) as readonly Event[];
  const from = events.findIndex(({ invocation }) => invocation === replaced);
  if (from < 0) return;
  const turns = [...new Set(events.slice(from).map(({ invocation }) => invocation))];
  const undone = undoMessages(db, patientId, turns);
  if (undone > 0) audit.write({ patientId, action: 'undo:fact', actor: 'edit' });
}
