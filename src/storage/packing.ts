/** Events on disk: what is long is packed. A turn says the same names again and again, and packs to a fifth. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Shorter texts gain nothing. */
const WORTH = 600;
/** Far more than the events of one write: what unpacks to more was not packed here. */
const LARGEST = 256 * 1024 * 1024;

/** The columns `body` and `packed`. */
export function packEvents(json: string): readonly [body: string, packed: Uint8Array | null] {
  return json.length < WORTH ? [json, null] : ['', deflateRawSync(json)];
}

/** The text again; undefined where it cannot be had. */
export function unpackEvents(body: string, packed: Uint8Array | null): string | undefined {
  if (packed === null) return body;
  try {
    return inflateRawSync(packed, { maxOutputLength: LARGEST }).toString('utf8');
  } catch {
    return undefined;
  }
}
