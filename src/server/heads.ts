/** What the head of every answer says, whatever it is an answer to. */

/** What a browser may do with it: run and frame nothing that is not of this house, guess no types, tell nobody where it was. */
const GUARDS: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', 'no-referrer'],
  ['strict-transport-security', 'max-age=15552000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-xss-protection', '0'],
];

/** Written into a head that is there, once: each look at the head of an answer costs as much as a word in it. */
export function completeHead(headers: Headers, { id }: { id: string }): void {
  for (const [name, value] of GUARDS) headers.set(name, value);
  headers.set('x-request-id', id);
  // Health data is nobody's to keep on the way: only what says itself that it may be kept (the app's files, cards) is. A stream
  // says no more than that it is one.
  const said = headers.get('cache-control');
  const isStream = said === 'no-cache' && headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (said === null || isStream) headers.set('cache-control', 'no-store');
}
