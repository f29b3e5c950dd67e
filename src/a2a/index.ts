/**
 * A2A: agents on other machines. Serving side: an agent's actions as the simple envelope, as A2A 1.0 (JSON-RPC and REST)
 * and 0.3, with tasks that are kept (door.ts, desk.ts, tasks.ts). Calling side: a remote agent behind limits, retries,
 * a circuit and several endpoints (client/). May touch: the database for its own tables, and the network.
 */
export { type Addresses, createAddresses } from './address.ts';
export type { AgentCard } from './card.ts';
export { Desk } from './desk.ts';
export { type AgentHouse, createDoor, type Door } from './door.ts';
export { type EnvelopeAnswer, type EnvelopeRequest, envelopeRequest } from './envelope.ts';
export { createPushSender, type PushSender } from './push.ts';
export type { Asked } from './reading.ts';
export * from './served.ts';
export { openTasks, type Tasks } from './tasks.ts';
