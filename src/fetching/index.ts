/**
 * Fetching: one way out for every address that a person, a page, a peer or a model names. Public addresses only, unless
 * whoever runs the house names private ones; names are resolved once and the connection is made to what was checked;
 * redirects are checked anew; an answer has so many bytes and so much time, unpacked bytes counted.
 * May touch: the network, the kernel's errors, documents and text. Whether the web may be asked at all is the caller's
 * question (`sources`: `isWebOn`).
 */
export { type Address, isPublic, type Resolve, resolvePublic } from './address.ts';
export { type Fetched, type FetchOptions, fetchBytes, fetchJson, fetchText, sendJson } from './fetch.ts';
export { fetchPage, type Page, readPage } from './page.ts';
export { type PrivateHosts, privateHostsOf, readPrivateHosts } from './private.ts';
