/** Bytes as they are kept: by their digest, and as text where they are one. */
import { createHash } from 'node:crypto';

export function shaOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** `undefined`: these bytes are no text. */
export function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
