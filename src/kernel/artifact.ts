/** Artifacts: versioned bytes with a name, outside of the conversation. Versions are given by the store, from 1. */
import { ConsiliumError } from './errors.ts';
import type { Json } from './event.ts';

export interface ArtifactInput {
  readonly name: string;
  /** Pipeline, function or user that owns the name. */
  readonly namespace: string;
  readonly mimeType: string;
  readonly data: Uint8Array;
  readonly metadata?: Record<string, Json>;
}

export interface Artifact extends ArtifactInput {
  /** The user whose it is. */
  readonly owner: string;
  readonly version: number;
  readonly createdAt: number;
  readonly checksum: string;
  readonly metadata: Record<string, Json>;
}

export type ArtifactEntry = Omit<Artifact, 'data'> & { readonly bytes: number };

type Named = Pick<Artifact, 'namespace' | 'name' | 'version'>;

/** `{namespace}/{name}_v{n}` */
export function qualifiedName(artifact: Named): string {
  return `${artifact.namespace}/${artifact.name}_v${artifact.version}`;
}

/** `app:artifact:{namespace}/{name}_v{n}` */
export function cacheKey(artifact: Named): string {
  return `app:artifact:${qualifiedName(artifact)}`;
}

export function sealArtifact(owner: string, input: ArtifactInput, version: number, createdAt: number): Artifact {
  for (const [field, value] of [
    ['name', input.name],
    ['namespace', input.namespace],
  ] as const)
    if (value === '' || /[\u0000-\u001f\\]/.test(value) || value.split('/').includes('..'))
      throw new ConsiliumError('ARTIFACT_NAME', `"${value}" cannot be an artifact's ${field}.`);
  return { ...input, owner, metadata: input.metadata ?? {}, version, createdAt, checksum: checksumOf(input.data) };
}

export function checksumOf(data: Uint8Array): string {
  // Loaded when it is needed: it is a quarter of the kernel's start.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');
}

/** Bytes that do not match their checksum are not handed out. */
export function verifyArtifact(artifact: Artifact): Artifact {
  if (checksumOf(artifact.data) === artifact.checksum) return artifact;
  throw new ConsiliumError('ARTIFACT_CORRUPT', `${qualifiedName(artifact)} does not match its checksum.`);
}
