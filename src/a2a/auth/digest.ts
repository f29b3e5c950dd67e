import { hash } from 'node:crypto';

/** What a signature over a body vouches for. */
export function bodyDigest(body: string): string {
  return hash('sha256', body, 'base64url');
}
