/** Media types: what an agent reads of a message, and what its caller reads of an answer. */
import { ConsiliumError } from '../kernel/index.ts';
import type { Part, StreamResponse } from './protocol.ts';
import type { ServedAgent } from './served.ts';

const TEXT = 'text/plain';
const DATA = 'application/json';
const READ = [TEXT, 'text/markdown', DATA];

/** A message in a kind that the agent does not read is refused before it is a task: nothing of it is passed over in silence. */
export function requireReadable(agent: ServedAgent, parts: readonly Part[]): void {
  const own = agent.inputModes ?? [];
  const modes = [...READ, ...own];
  for (const part of parts) {
    const isFile = part.raw !== undefined || part.url !== undefined;
    const type = part.mediaType === undefined ? (isFile ? 'a file' : TEXT) : plain(part.mediaType);
    if (!modes.includes(type)) throw unsupported(`${agent.name} does not read ${type.slice(0, 80)}.`, modes);
    // Whoever fetches what a stranger names does it for the stranger, with the rights of this house.
    if (part.url !== undefined && !own.includes(type))
      throw unsupported(
        `${agent.name} fetches no files: ${nameOf(part)} is given by its url.`,
        modes,
        'Send what is in it: as text, or as raw with its mediaType.',
      );
    if (part.raw !== undefined && !own.includes(type) && decode(part.raw) === undefined)
      throw unsupported(`${nameOf(part)} says that it is ${type}, and is no text in UTF-8.`, modes);
  }
}

/** The words of a message, those in files too. */
export function readableText(parts: readonly Part[]): string {
  return parts
    .flatMap(({ text, raw, mediaType }) => {
      if (text !== undefined) return text;
      const isText = raw !== undefined && READ.includes(plain(mediaType ?? ''));
      return isText ? (decode(raw) ?? []) : [];
    })
    .join('\n');
}

function decode(raw: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'base64'));
  } catch {
    return undefined;
  }
}

// A kind for all of its types, and one for all kinds, as in HTTP; without any, all are.
export function accepts(modes: readonly string[] | undefined, type: string): boolean {
  if (modes === undefined || modes.length === 0) return true;
  const [kind] = type.split('/');
  // The short names are those of older agents.
  const names = new Set([
    type,
    `${kind}/*`,
    '*/*',
    '*',
    ...(type === TEXT ? ['text', 'text/markdown'] : ['data', 'json']),
  ]);
  return modes.some((mode) => names.has(plain(mode)));
}

/** Refused before anything is done: an answer that nobody reads is none. */
export function requireAccepted(agent: ServedAgent, modes: readonly string[] | undefined): void {
  if (accepts(modes, TEXT) || accepts(modes, DATA)) return;
  throw unsupported(
    `${agent.name} answers in ${TEXT} and ${DATA}; neither is among the acceptedOutputModes.`,
    [TEXT, DATA],
    `Accept one of ${TEXT}, ${DATA}, or leave acceptedOutputModes out.`,
  );
}

/** What an agent made, in the kind that its caller accepts: data as JSON text, or words as a field of data. */
export function toAccepted(event: StreamResponse, modes: readonly string[] | undefined): StreamResponse {
  if (!('artifactUpdate' in event) || modes === undefined || modes.length === 0) return event;
  const [text, data] = [accepts(modes, TEXT), accepts(modes, DATA)];
  const fit = (part: Part): Part => {
    const { text: words, data: value, mediaType: _, ...rest } = part;
    if (words !== undefined && !text && data) return { ...rest, data: { text: words }, mediaType: DATA };
    if (value !== undefined && !data && text) return { ...rest, text: JSON.stringify(value), mediaType: TEXT };
    return part;
  };
  const { artifact } = event.artifactUpdate;
  return { artifactUpdate: { ...event.artifactUpdate, artifact: { ...artifact, parts: artifact.parts.map(fit) } } };
}

function plain(type: string): string {
  return type.split(';')[0]!.trim().toLowerCase();
}

function nameOf({ filename }: Part): string {
  return filename === undefined ? 'a file' : JSON.stringify(filename.slice(0, 60));
}

function unsupported(
  message: string,
  modes: readonly string[],
  hint = `It reads ${modes.join(', ')}.`,
): ConsiliumError {
  return new ConsiliumError('CONTENT_UNSUPPORTED', message, { hint });
}
