/** Reads sources into staging: cuts them into resources, checks what they are, counts them. */
import { openBreath, takeTurn } from '../kernel/breath.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { isMapped, NODELESS } from './fhir/mapping.ts';
import type { Resource } from './fhir/schemas.ts';
import { type Piece, splitStream } from './fhir/stream.ts';
import { LONGEST_ATTACHMENT } from './fhir/values.ts';
import { requireR4 } from './fhir/version.ts';
import type { Source } from './sources.ts';
import type { Staging } from './staging.ts';

export type Counts = Record<string, number>;

export function count(counts: Counts, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

export interface ReadResult {
  resources: Counts;
  skipped: Counts;
}

/** Part of a bulk export, one resource a line: other files' patients are incomplete without it, and it may be empty. */
export function isSlice(source: Source): boolean {
  return /\.(ndjson|jsonl)$/i.test(source.name);
}

/** Stages one file whole; what went wrong says where. The caller takes the file back if this throws. */
export async function readSource(
  source: Source,
  index: number,
  staging: Staging,
  onBytes: (bytes: number, resources: number) => void,
): Promise<ReadResult> {
  const result: ReadResult = { resources: {}, skipped: {} };
  let resources = 0;
  const keep = (resource: Resource, url: string | undefined, json: string | undefined, place: string) => {
    if (resource.resourceType === 'Bundle') return unpack(resource, place);
    requireR4(resource, source.name, place);
    resources++;
    count(result.resources, resource.resourceType);
    const mapped = isMapped(resource.resourceType);
    if (mapped) requireFew(resource, source, place);
    if (!mapped || NODELESS.has(resource.resourceType)) count(result.skipped, resource.resourceType);
    staging.add(index, resource, url, mapped ? (json ?? JSON.stringify(resource)) : null);
  };
  const unpack = (bundle: Resource, place: string): void => {
    for (const entry of Array.isArray(bundle.entry) ? bundle.entry : []) keepEntry(entry, place);
  };
  const keepEntry = (entry: unknown, place: string) => {
    const { resource, fullUrl } = (entry ?? {}) as { resource?: unknown; fullUrl?: unknown };
    if (resource === undefined || resource === null) return;
    keep(asResource(resource, source, place), typeof fullUrl === 'string' ? fullUrl : undefined, undefined, place);
  };

  // What has come already is read without a wait for anything: others have their turn all the same.
  const breathe = openBreath();
  const chunks = measure(source.open(), (bytes) => onBytes(bytes, resources));
  for await (const piece of splitStream(chunks, source.name, { mayBeEmpty: isSlice(source) })) {
    const isLarge = piece.json.length > LARGE;
    if (piece.json.length > COUNTED) await requireCountable(piece, source);
    if (isLarge) await takeTurn();
    const value = parse(piece, source);
    if (isLarge) await takeTurn();
    requireModest(value, source, piece.place);
    const isWhole = !(isLarge || piece.isLess) || !leaveOutUnread(value);
    if (piece.kind === 'entry') keepEntry(value, piece.place);
    else {
      const resource = asResource(value, source, piece.place);
      if (resource.resourceType !== 'Bundle') keep(resource, undefined, isWhole ? piece.json : undefined, piece.place);
    }
    const turn = breathe();
    if (turn !== undefined) await turn;
  }
  onBytes(0, resources);
  return result;
}

function parse(piece: Piece, source: Source): unknown {
  try {
    return JSON.parse(piece.json);
  } catch (cause) {
    throw new ConsiliumError(
      'FHIR_INVALID',
      `${source.name} is not valid JSON in ${piece.place}: ${reasonOf(cause)}.`,
      {
        hint: 'Export the file again as FHIR R4 JSON or NDJSON.',
        details: { file: source.name, place: piece.place },
      },
    );
  }
}

/** Longer than any name, note or code; attachments alone may be more. */
const LONGEST_TEXT = 200_000;
const LONGEST_DATA = 20_000_000;
const DEEPEST = 60;

/** Refuses what no record holds and every later look at it would pay for. */
function requireModest(value: unknown, source: Source, place: string, key = '', depth = 0): void {
  const refuse = (what: string): never => {
    throw new ConsiliumError('FHIR_TOO_LARGE', `${source.name}: ${place} ${what}.`, {
      hint: 'Leave it out, or attach it as a document.',
      details: { file: source.name, place },
    });
  };
  if (typeof value === 'string') {
    const most = key === 'data' ? LONGEST_DATA : LONGEST_TEXT;
    if (value.length > most) refuse(`holds a text of ${value.length} characters; at most ${most} are read`);
  } else if (typeof value === 'object' && value !== null) {
    if (depth > DEEPEST) refuse(`is nested more than ${DEEPEST} levels deep`);
    for (const [inner, part] of Object.entries(value))
      requireModest(part, source, place, Array.isArray(value) ? key : inner, depth + 1);
  }
}

/** From this many characters on, the values of a piece are counted before it is parsed. */
const COUNTED = 100_000;
/** Values of one resource; whatever it is, it is parsed and looked through at one go. */
const MOST_VALUES = 40_000;
/** Characters that are looked at between two breaths. */
const STRETCH = 65_536;

/** Refuses what would take long to parse, by its commas; texts may hold as many as they like. */
async function requireCountable({ json, place }: Piece, source: Source): Promise<void> {
  const breathe = openBreath();
  let [values, isText] = [0, false];
  for (let at = 0; at < json.length; at++) {
    if (at % STRETCH === 0) await breathe();
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === COMMA && ++values > MOST_VALUES)
      throw new ConsiliumError('FHIR_TOO_LARGE', `${source.name}: ${place} holds more than ${MOST_VALUES} values.`, {
        hint: 'Split it, or leave out what repeats itself.',
        details: { file: source.name, place },
      });
  }
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];

/** From this many characters on, each step of reading a piece is a turn of its own. */
const LARGE = 1_000_000;

/** Attachments that are too long to be read are listed without their bytes: nobody holds them, or looks at them again. */
function leaveOutUnread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let isLess = false;
  for (const [key, part] of Object.entries(value))
    if (key === 'data' && typeof part === 'string' && (part === '' || part.length > LONGEST_ATTACHMENT)) {
      delete (value as Record<string, unknown>)[key];
      isLess = true;
    } else if (leaveOutUnread(part)) isLess = true;
  return isLess;
}

/** Entries of all its lists together, in a resource that becomes a node: each is read in one go. */
const MOST_ENTRIES = 4_000;

function requireFew(resource: Resource, source: Source, place: string): void {
  let entries = 0;
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) entries += value.length;
    if (entries <= MOST_ENTRIES) for (const part of Object.values(value)) walk(part);
  };
  walk(resource);
  if (entries <= MOST_ENTRIES) return;
  const what = `the ${resource.resourceType} holds lists of more than ${MOST_ENTRIES} entries in all`;
  throw new ConsiliumError('FHIR_TOO_LARGE', `${source.name}: ${place}: ${what}.`, {
    hint: 'Split it, or leave out what repeats itself.',
    details: { file: source.name, place },
  });
}

/** The parser's reason without its excerpt: that may hold a person's data. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const position = /position \d+/.exec(message)?.[0];
  const reason =
    /^Bad control character|^Unexpected end|^Expected|^Unterminated string|^Bad escaped character|^Unexpected token/.exec(
      message,
    )?.[0];
  return [reason ? reason.toLowerCase() : 'it cannot be parsed', position && `at ${position}`]
    .filter(Boolean)
    .join(' ');
}

function asResource(value: unknown, source: Source, place: string): Resource {
  const type = (value as { resourceType?: unknown } | null)?.resourceType;
  if (typeof type === 'string' && /^[A-Z][A-Za-z]{1,63}$/.test(type)) return value as Resource;
  throw new ConsiliumError('FHIR_INVALID', `${source.name} is JSON but not FHIR: ${place} has no resourceType.`, {
    hint: 'Consilium reads FHIR R4 bundles, single resources and bulk exports.',
    details: { file: source.name, place },
  });
}

async function* measure(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.byteLength);
    yield chunk;
  }
}
