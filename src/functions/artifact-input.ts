/**
 * Input by reference: wherever a function takes a text, `artifact://namespace/name_v3` (or `{"artifact": "namespace/name_v3"}`,
 * with `field` for one field of a JSON artifact) stands for that artifact's text. Without `_v3` the newest is meant. Only the
 * caller's own artifacts are found.
 */
import { type Artifact, ConsiliumError, type MaybePromise } from '../kernel/index.ts';

export type LoadArtifact = (namespace: string, name: string, version?: number) => MaybePromise<Artifact | undefined>;

const SCHEME = 'artifact://';
const DEEPEST = 6;

/** The same input with every reference replaced; ARTIFACT_UNKNOWN or ARTIFACT_NOT_TEXT name the place. */
export async function resolveArtifacts(given: unknown, load: LoadArtifact, path = '', depth = 0): Promise<unknown> {
  const reference = referenceIn(given);
  if (reference !== undefined) return await readReference(reference, load, path);
  if (typeof given !== 'object' || given === null || depth >= DEEPEST) return given;
  // Of what names none nothing is made anew: it may be much.
  if (depth === 0 && !hasReference(given)) return given;
  const below = (key: string | number, value: unknown) =>
    resolveArtifacts(value, load, path === '' ? String(key) : `${path}.${key}`, depth + 1);
  if (Array.isArray(given)) return Promise.all(given.map((value, index) => below(index, value)));
  const fields = await Promise.all(Object.entries(given).map(async ([key, value]) => [key, await below(key, value)]));
  return Object.fromEntries(fields);
}

/** Whether an artifact is named anywhere in it. */
export function hasReference(given: unknown, depth = 0): boolean {
  if (referenceIn(given) !== undefined) return true;
  if (typeof given !== 'object' || given === null || depth >= DEEPEST) return false;
  return Object.values(given).some((value) => hasReference(value, depth + 1));
}

interface Reference {
  readonly named: string;
  readonly field?: string | undefined;
}

function referenceIn(given: unknown): Reference | undefined {
  if (typeof given === 'string')
    return given.startsWith(SCHEME) && !/\s/.test(given) ? { named: given.slice(SCHEME.length) } : undefined;
  if (typeof given !== 'object' || given === null || !('artifact' in given)) return undefined;
  const { artifact, field, ...rest } = given as Record<string, unknown>;
  if (typeof artifact !== 'string' || !/^[^\s/]+\/\S+$/.test(artifact) || Object.keys(rest).length > 0)
    return undefined;
  return { named: artifact, field: typeof field === 'string' ? field : undefined };
}

async function readReference({ named, field }: Reference, load: LoadArtifact, path: string): Promise<string> {
  const { namespace, name, version } = readArtifactName(named, path);
  const artifact = await load(namespace, name, version);
  if (artifact === undefined)
    throw new ConsiliumError('ARTIFACT_UNKNOWN', `There is no artifact ${named.slice(0, 200)}.`, { details: { path } });
  const text = decode(artifact.data);
  if (text === undefined)
    throw new ConsiliumError('ARTIFACT_NOT_TEXT', `The artifact ${named.slice(0, 200)} is not text.`, {
      details: { path },
    });
  return field === undefined ? text : readField(text, field, named, path);
}

/** `namespace/name_v3`; the name may hold further slashes. */
export function readArtifactName(
  named: string,
  path = 'artifact',
): { readonly namespace: string; readonly name: string; readonly version?: number | undefined } {
  const [, namespace, name, version] = /^([^\s/]{1,200})\/(\S{1,400}?)(?:_v(\d{1,9}))?$/.exec(named) ?? [];
  if (namespace === undefined || name === undefined)
    throw new ConsiliumError('INPUT_INVALID', `"${named.slice(0, 80)}" names no artifact.`, {
      hint: 'Artifacts are named namespace/name_v3, or namespace/name for the newest.',
      details: { path },
    });
  return { namespace, name, version: version === undefined ? undefined : Number(version) };
}

function decode(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
}

function readField(text: string, field: string, named: string, path: string): string {
  let value: unknown;
  try {
    value = field
      .split('.')
      .reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
        JSON.parse(text),
      );
  } catch {}
  if (value === undefined)
    throw new ConsiliumError(
      'ARTIFACT_UNKNOWN',
      `The artifact ${named.slice(0, 200)} has no field ${field.slice(0, 80)}.`,
      {
        details: { path },
      },
    );
  return typeof value === 'string' ? value : JSON.stringify(value);
}
