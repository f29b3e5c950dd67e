/** Calling agents of other machines. */
export { configureRemote } from './configure.ts';
export type { CallRecord } from './record.ts';
export { Remote } from './remote.ts';
export { createRemotes, idOf, type Remotes, type RemoteView } from './remotes.ts';
export { DEFAULTS, type RemoteAnswer, type RemoteCall, type RemoteSettings } from './settings.ts';
export { createTransport } from './transport.ts';
