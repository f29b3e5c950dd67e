/**
 * Names in a workspace. A path is taken only if it means the same thing to everybody: to this disk, to one that folds
 * case, to a person who reads it. Everything else is refused before the disk is touched.
 */
import { ConsiliumError } from '../kernel/errors.ts';

export interface SafePath {
  /** Relative, with `/`, in Unicode form C. */
  readonly path: string;
  readonly segments: readonly string[];
  /** The same for two names that some disk or eye would take for one. */
  readonly key: string;
}

const LONGEST_PATH = 1024;
const LONGEST_NAME = 200;
const DEEPEST = 16;

/** Throws PATH_INVALID, and PATH_OUTSIDE for what would leave the workspace. */
export function checkPath(given: string): SafePath {
  const path = given.normalize('NFC').replace(/\/+$/, '');
  if (path.trim() === '') throw invalid(given, 'is empty');
  if (Buffer.byteLength(path) > LONGEST_PATH) throw invalid(given, `is longer than ${LONGEST_PATH} bytes`);
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) throw outside(given);
  const segments = path.split('/');
  if (segments.length > DEEPEST) throw invalid(given, `is more than ${DEEPEST} folders deep`);
  for (const segment of segments) checkSegment(segment, given);
  return { path, segments, key: foldPath(path) };
}

/** `''`, `.` and `/` are the workspace itself. */
export function checkFolder(given: string): string {
  return given === '' || given === '.' || given === '/' ? '' : checkPath(given.replace(/^\/(?=.)/, '')).path;
}

export function foldPath(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Looks like a slash without being one. */
const SLASHES = /[\\⁄∕⧵⧸╱⟋]/u;
/** Control and format characters, lone halves of a pair, line separators: nobody sees them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
/** Half-written files of the house. */
export const TEMPORARY = '.~writing-';

function checkSegment(segment: string, path: string): void {
  const plain = segment.normalize('NFKC').trim();
  if (/^\.+$/.test(plain)) throw outside(path);
  if (segment === '') throw invalid(path, 'has an empty name in it');
  if (UNSEEN.test(segment)) throw invalid(path, 'has characters that cannot be seen');
  if (SLASHES.test(segment) || plain.includes('/') || plain.includes('\\')) throw outside(path);
  if (/[. ]$/.test(segment) || segment.startsWith(' '))
    throw invalid(path, 'has a name with a space or dot at its edge');
  if (/[<>:"|?*]/.test(segment)) throw invalid(path, 'has one of < > : " | ? * in it');
  if (RESERVED.test(segment)) throw invalid(path, 'has a name that some systems reserve');
  if (segment.startsWith(TEMPORARY)) throw invalid(path, 'has a name that is kept for files being written');
  if (Buffer.byteLength(segment) > LONGEST_NAME) throw invalid(path, `has a name longer than ${LONGEST_NAME} bytes`);
}

function invalid(path: string, why: string): ConsiliumError {
  return new ConsiliumError('PATH_INVALID', `The path "${show(path)}" ${why}.`, {
    hint: 'Paths are relative to the workspace, like reports/2027-05-01.md.',
  });
}

export function outside(path: string): ConsiliumError {
  return new ConsiliumError('PATH_OUTSIDE', `The path "${show(path)}" leads out of the workspace.`, {
    hint: 'An agent sees only its own files; paths are relative to its workspace.',
  });
}

function show(path: string): string {
  const seen = path.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '�');
  return seen.length > 80 ? `${seen.slice(0, 77)}…` : seen;
}

/** A folder's name for what somebody calls a thing: "Duchenne MD Research" → duchenne_md_research. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss');
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
  return [...slug].slice(0, 60).join('').replace(/_+$/, '') || 'agent';
}
