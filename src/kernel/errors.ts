/**
 * The one error type of the house. Thrown inside, mapped once at each edge (CLI, HTTP, A2A, MCP).
 * `code` is for programs, `message` a sentence for a person, `hint` what to do about it.
 */
export class ConsiliumError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  /** Further facts that belong in the public answer (a rule's name, legal choices); never patient data. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Where on this machine it lies: for whoever sits at it (`sayWithPlace`), never in an answer. */
  readonly place: string | undefined;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ConsiliumError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.details = options.details;
    this.place = options.place;
  }

  toJSON(): ErrorShape {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...this.details,
    };
  }
}

interface ErrorOptions {
  hint?: string;
  retryable?: boolean;
  details?: Record<string, unknown>;
  place?: string;
  cause?: unknown;
}

/** What an error looks like outside: in JSON output, HTTP bodies and events. */
export interface ErrorShape {
  code: string;
  message: string;
  retryable: boolean;
  hint?: string;
  [detail: string]: unknown;
}

/**
 * Turns whatever was thrown into the one error type: a fault of the disk is one at every edge, an unknown error keeps its
 * message and gets `fallbackCode`.
 */
export function toConsiliumError(thrown: unknown, fallbackCode = 'INTERNAL'): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  const fault = storageFault(thrown);
  if (fault !== undefined) return fault;
  if (thrown instanceof Error)
    return new ConsiliumError(fallbackCode, thrown.message || thrown.name, { cause: thrown });
  return new ConsiliumError(fallbackCode, String(thrown));
}

/** The sentence, with the file that it is about. */
export function sayWithPlace({ message, place }: ConsiliumError): string {
  return place === undefined ? message : `${message.replace(/\.$/, '')}: ${place}`;
}

/** An error that came back as data (from a result or an event), to be thrown or shown again. */
export function fromShape(shape: ErrorShape): ConsiliumError {
  const { code, message, retryable, hint, ...details } = shape;
  return new ConsiliumError(code, message, { retryable, details, ...(hint !== undefined && { hint }) });
}

/** What of the disk is behind an error that nobody put into words where it was thrown; undefined where nothing is. */
export function storageFault(thrown: unknown): ConsiliumError | undefined {
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if (at instanceof ConsiliumError && at.code.startsWith('STORAGE_')) return at;
    const known = complaintOf(at);
    if (known !== undefined) return new ConsiliumError(known[0], `${known[1]}.`, { hint: known[2], cause: thrown });
  }
  return undefined;
}

export type Complaint = readonly [code: string, says: string, hint: string];

/** What SQLite or the system say of the disk, in words. */
export function complaintOf(error: unknown): Complaint | undefined {
  const { errcode, code, message = '' } = (error ?? {}) as { errcode?: number; code?: string; message?: string };
  // What the house itself made is gone: nobody outside names a table.
  if (errcode === 1 && message.startsWith('no such table'))
    return ['STORAGE_CORRUPT', `The data file is damaged (${message})`, 'Restore it from a backup.'];
  return COMPLAINTS[errcode === undefined ? (OF_THE_SYSTEM[code ?? ''] ?? 0) : errcode & 0xff];
}

/** The system's own words for what SQLite has numbers for. */
const OF_THE_SYSTEM: Readonly<Record<string, number | undefined>> = {
  EROFS: 8,
  EIO: 10,
  ENOSPC: 13,
  EDQUOT: 13,
  EFBIG: 13,
};

const COMPLAINTS: Readonly<Record<number, Complaint | undefined>> = {
  5: ['STORAGE_BUSY', 'The data file is busy', 'Another program is using it; try again.'],
  8: ['STORAGE_READONLY', 'The data file cannot be written', 'Check the permissions of the folder, or use --home.'],
  10: ['STORAGE_IO', 'The disk failed while writing', 'Check the disk; what was stored before is safe.'],
  11: ['STORAGE_CORRUPT', 'The data file is damaged', 'Restore it from a backup.'],
  13: ['STORAGE_FULL', 'The disk is full', 'Free some space and try again; what was stored before is safe.'],
  14: ['STORAGE_UNUSABLE', 'The data file cannot be opened', 'Check that the folder exists and can be written.'],
  26: ['STORAGE_CORRUPT', 'This is not a Consilium data file', 'Restore it from a backup, or move it away.'],
};
