/** Events on disk: what is long is packed. A turn says the same names again and again, and packs to a fifth. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Packing costs what a small turn as a whole costs: only what is long gains by it. */
const WORTH = 3000;
/** The fastest: it packs nearly as small, in a third of the time. */
const LEVEL = { level: 1 };
/** Far more than the events of one write: what unpacks to more was not packed here. */
const LARGEST = 256 * 1024 * 1024;

/** The columns `body` and `packed`. */
export function packEvents(json: string): readonly [body: string, packed: Uint8Array | null] {
  return json.length < WORTH ? [json, null] : ['', deflateRawSync(json, LEVEL)];
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
