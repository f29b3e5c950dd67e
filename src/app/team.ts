/** A team with its runner: how a message becomes a turn, and what an answer leaves in the audit. */
import { auditAnswer, type CitationAudit } from '../citations/index.ts';
import {
  type Begun,
  ConsiliumError,
  createRunner,
  type Delta,
  isBound,
  type Log,
  machineUser,
  maySee,
  mayUse,
  type Place,
  type Principal,
  type Runner,
  type RunnerOptions,
  type Transaction,
  type Turn,
  type TurnResult,
  toConsiliumError,
  type Utterance,
} from '../kernel/index.ts';
import type { Lending } from '../lending/index.ts';
import { type Records, takeBackTold } from '../record/index.ts';
import type { AuditEntry, Home } from '../storage/index.ts';
import type { Team } from '../teams/index.ts';
import { toAnswer } from './answer.ts';
import { withHelp } from './help.ts';

export interface OpenTeam {
  readonly team: Team;
  readonly runner: Runner;
  /** It works with what is a person's own, and no patient's. */
  readonly isPersonal: boolean;
  send(request: Request): Turn;
}

export interface Request {
  readonly message: string;
  readonly session?: string | undefined;
  /** Who is acting. Without it, the machine's own user. */
  readonly principal?: Principal | undefined;
  readonly place?: Place | undefined;
  readonly patient?: string | undefined;
  /** The session whose tool asks, where no person does. */
  readonly outer?: string | undefined;
  /** The same key twice is one turn and one answer. */
  readonly key?: string | undefined;
  /** Does no harm when it is done twice. */
  readonly repeatable?: boolean | undefined;
  /** Written to state with the message. */
  readonly state?: Delta | undefined;
  /** What was said elsewhere, where the session begins with this message. */
  readonly before?: readonly Utterance[] | undefined;
  /** A turn of the session that this message stands in for. What it and those after it told is taken back. */
  readonly replaces?: string | undefined;
  /** The door that it came through, for the trail. Without it, the house itself asks. */
  readonly door?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long whoever asks waits. */
  readonly withinMs?: number | undefined;
  readonly stream?: boolean | undefined;
}

export interface TeamHouse {
  readonly home: Home;
  readonly records: Records;
  readonly citations: CitationAudit;
  readonly log: Log;
  shared(keys?: RunnerOptions['stateKeys']): Omit<RunnerOptions, 'app' | 'root'>;
  readonly lend: Lending['lend'];
  readonly keepsOwn: Lending['keepsOwn'];
}

export async function openTeam(
  team: Team,
  { home, records, citations, log, shared, lend, keepsOwn }: TeamHouse,
): Promise<OpenTeam> {
  const { name, root, limits, stateKeys, initialState } = team;
  const services = await lend(team.services);
  const isPersonal = keepsOwn(team.services);
  const own = team.compaction && { compaction: team.compaction };
  const runner = createRunner({ ...shared(stateKeys), app: name, root, limits, services, ...own });
  return {
    team,
    runner,
    isPersonal,
    send: ({ message, session, outer, principal, key, place, patient, state: given, replaces, door, ...rest }) => {
      if (principal !== undefined) requireRights(home, { team, isPersonal }, principal, patient);
      if (message.length > LONGEST_MESSAGE) throw tooLong(message.length);
      if (patient !== undefined) requirePatient({ home, records }, name, patient, principal);
      if (patient !== undefined && session !== undefined) requireSamePatient(home, session, patient);
      const state: Delta = { ...given, ...(patient !== undefined && { patient_id: patient }) };
      const noted = noteTurn(home, { actor: door ?? name, principal: principal ?? machineUser() });
      const turn = runner.run({
        ...{ message, session, outer, principal, key, place, replaces, state, initialState, ...rest },
        closing: (result) => {
          auditEnd(name, { citations, log }, result);
          noted.atEnd(result);
        },
        wording: (error) => withHelp(error, message, place),
        ...(replaces === undefined
          ? { also: (_, begun) => noted.atMessage(begun) }
          : {
              commit: (transaction, begun) => {
                forgetTold(home, transaction, begun, principal);
                noted.atMessage(begun);
              },
            }),
      });
      // Of a turn that was there already: the answer is read again.
      turn.result.then(noted.atEnd).catch(() => {});
      return turn;
    },
  };
}

/**
 * That somebody talked to a team is on the trail, whatever the door and whether a patient is known or not, beside what agents
 * then look at for them: with the message, in its transaction; of a word to what waited, with the end of that turn.
 */
function noteTurn({ audit, settled }: Home, who: Pick<AuditEntry, 'actor' | 'principal'>) {
  let isNoted = false;
  const note = (patient: unknown, { session, invocation }: Pick<Begun, 'session' | 'invocation'>): void => {
    const patientId = typeof patient === 'string' ? patient : undefined;
    audit.write({ ...who, patientId, action: 'chat', object: session, why: `turn ${invocation}` });
    isNoted = true;
  };
  return {
    // Written anew where the transaction is: of one that was undone nothing stays.
    atMessage: (begun: Begun): void => note(begun.state.get('patient_id'), begun),
    atEnd: (result: TurnResult): void => {
      if (!isNoted) note(settled(result.session, 'patient_id'), result);
    },
  };
}

/** What an answer rests on, stored with its end. Only a disk that fails is a reason to have neither. */
function auditEnd(team: string, { citations, log }: Pick<TeamHouse, 'citations' | 'log'>, result: TurnResult): void {
  if (result.outcome !== 'completed' || result.text === '') return;
  try {
    citations.write(auditAnswer(toAnswer(team, result)));
  } catch (thrown) {
    const { code } = toConsiliumError(thrown);
    if (code.startsWith('STORAGE_')) throw thrown;
    log.warn({ session: result.session, code }, 'the audit of an answer could not be written');
  }
}

/** Whatever the door, who talks to a team has the rights that it asks for, and may reach what it works with. */
export function requireRights(
  { audit }: Home,
  { team, isPersonal }: Pick<OpenTeam, 'team' | 'isPersonal'>,
  principal: Principal,
  patientId?: string | undefined,
): void {
  const refusal = isPersonal && isBound(principal) ? notTheirs(team) : scopeMissing(team, principal);
  if (refusal === undefined) return;
  audit.deny({ action: 'chat', actor: team.name, principal, patientId }, refusal);
  throw refusal;
}

function notTheirs({ name }: Team): ConsiliumError {
  return new ConsiliumError(
    'PATIENT_FORBIDDEN',
    `This token is for certain patients; the team ${name} works with what is its user's own.`,
    { hint: 'Ask the health team about the patient, or use a token that was issued without --patient.' },
  );
}

function scopeMissing({ name, scopes }: Team, principal: Principal): ConsiliumError | undefined {
  const lacks = Object.keys(scopes).find((scope) => !mayUse(principal, scope));
  if (lacks === undefined) return undefined;
  return new ConsiliumError('SCOPE_MISSING', `The team ${name} asks for the scope ${lacks}: ${scopes[lacks]}`, {
    hint: `Ask for a token that has it: consilium token issue <name> --scope ${[...(principal.scopes ?? []), lacks].join(',')}`,
    details: { scope: lacks, has: principal.scopes ?? [] },
  });
}

/** The doors ask it too; here no way into a team goes around it, from another team least of all. */
function requirePatient(
  { home, records }: Pick<TeamHouse, 'home' | 'records'>,
  actor: string,
  patient: string,
  principal: Principal | undefined,
): void {
  if (principal !== undefined && !maySee(principal, patient)) {
    const refusal = new ConsiliumError('PATIENT_FORBIDDEN', 'This token is not for this patient.', {
      hint: 'Ask for a token that is: consilium token issue <name> --patient <id>.',
    });
    home.audit.deny({ action: 'chat', actor, principal, patientId: patient }, refusal);
    throw refusal;
  }
  records.check(patient);
}

/** Whose a session is, is settled with its first message: what was said before is not for whom it is about later. */
function requireSamePatient({ settled }: Home, session: string, patient: string): void {
  const known = settled(session, 'patient_id');
  if (known === undefined || known === patient) return;
  throw new ConsiliumError('STATE_PROTECTED', 'patient_id is fixed with the first message of a session.', {
    hint: 'Start a new session for another one.',
  });
}

/** A few pages: what is longer is a document, not something that is said. */
const LONGEST_MESSAGE = 20_000;

function tooLong(length: number): ConsiliumError {
  return new ConsiliumError(
    'MESSAGE_TOO_LONG',
    `A message has at most ${LONGEST_MESSAGE} characters; this one has ${length}.`,
    { hint: 'Send what matters of it, or index it as a document (consilium index) and ask about it.' },
  );
}

/** The facts that the replaced turns had put into the record go with the message that stands in for them, or not at all. */
function forgetTold({ audit }: Home, tx: Transaction, begun: Begun, principal?: Principal): void {
  const { replaced, state, invocation } = begun;
  const patientId = state.get('patient_id');
  if (typeof patientId !== 'string') return;
  const undone = takeBackTold(tx, patientId, replaced);
  if (undone > 0)
    audit.write({
      patientId,
      action: 'undo:facts',
      actor: 'edit',
      principal,
      why: `turn ${invocation}`,
      object: `${undone} facts`,
    });
}
