/**
 * The kernel: runs trees of agents. It imports nothing else of the house, no database and no provider: stores, models
 * and transports come in through the interfaces in store.ts, model.ts and agent.ts.
 *
 * The one idea: a session is an append-only log of events, written before it is shown. State is a fold of it, the
 * conversation a view of it, a crash a reason to read it again.
 */
export { type Acting, actAs, actForNobody, whoActs } from './acting.ts';
export * from './agent.ts';
export { agentTool, safeAgentTool } from './agent-tool.ts';
export { mayAnswer, plainAnswer } from './answering.ts';
export * from './artifact.ts';
export { isWaiting, viewOf } from './ask.ts';
export { Awaiting, untilReady } from './awaiting.ts';
export { openBreath, takeTurn } from './breath.ts';
export * from './clock.ts';
export { type CompactionPolicy, extractiveCompaction, type TurnText } from './compaction.ts';
export * from './context.ts';
export * from './errors.ts';
export * from './event.ts';
export { idOfKey, newId } from './id.ts';
export { type Begun, keyReused, type RunInput } from './input.ts';
export { CLIENT_INSTRUCTIONS } from './instruction.ts';
export { Lanes } from './lanes.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { Candidate, ModelReply, ModelSource, RetryOptions } from './model.ts';
export { isPatientName, patientIdIn } from './patient-name.ts';
export { isZone, PLACE_KEY, type Place, readPlace } from './place.ts';
export * from './principal.ts';
export * from './question.ts';
export {
  type AskedThere,
  callInterrupted,
  type RemotePart,
  type RemoteRequest,
  type RemoteTransport,
  type RemoteWords,
} from './remote.ts';
export { createRunner, type Runner, type RunnerOptions } from './runner.ts';
export * from './schema.ts';
export * from './state.ts';
export * from './store.ts';
export {
  type AgentTool,
  type BuiltinTool,
  builtinTool,
  exitLoop,
  type FunctionTool,
  type Intercept,
  type SafeOptions,
  type SafeStatus,
  standsAlone,
  type Tool,
  tool,
} from './tool.ts';
export { type AgentTree, buildTree, type Problem, TRANSFER_TOOL } from './tree.ts';
export type { Turn, TurnResult } from './turn.ts';
