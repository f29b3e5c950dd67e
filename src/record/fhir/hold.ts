/** Bytes of one piece of a stream, gathered over chunks and decoded once, strictly. */
import { ConsiliumError } from '../../kernel/errors.ts';

/** A single entry or resource larger than this is refused: it would have to be held in memory as a whole. */
export const MAX_PIECE_BYTES = 24 * 1024 * 1024;

export interface Hold {
  add(chunk: Buffer, from: number, to: number): void;
  size(): number;
  /** Lets go of all but the first bytes. */
  cut(size: number): void;
  release(): string;
}

export function createHold(file: string): Hold {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(chunk, from, to) {
      size += to - from;
      if (size > MAX_PIECE_BYTES) {
        throw new ConsiliumError(
          'FHIR_TOO_LARGE',
          `${file} holds a single resource of more than ${MAX_PIECE_BYTES / 1024 / 1024} MB.`,
          {
            hint: 'Take large attachments out of the bundle, or export them as separate files.',
            details: { file },
          },
        );
      }
      parts.push(chunk.subarray(from, to));
    },
    size: () => size,
    cut(kept) {
      while (size > kept) {
        const last = parts.pop()!;
        size -= last.length;
        if (size < kept) {
          parts.push(last.subarray(0, kept - size));
          size = kept;
        }
      }
    },
    release() {
      const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      parts = [];
      size = 0;
      try {
        return decoder.decode(bytes);
      } catch {
        throw new ConsiliumError('FHIR_INVALID', `${file} is not valid UTF-8.`, {
          hint: 'Save the file in UTF-8: FHIR JSON allows no other encoding.',
          details: { file },
        });
      }
    },
  };
}
