/**
 * Functions: the eight agent functions. Typed, stateless executors that read an input and write an output, on models or
 * by a deterministic method of their own, within a budget of tokens. Uses the kernel (a run is a session of it), models
 * (presets and modes), citations and search; touches neither disk nor network itself but for its own data files.
 */
export { deskFor, type FunctionParts, functionAgent, functionTool } from './agent.ts';
export { type Budget, MAX_CHARACTERS } from './budget.ts';
export { definitionOf, type FunctionDefinition, readDefinitions } from './definitions.ts';
export * from './function.ts';
export { readRequest } from './input.ts';
export { MATERIAL_RULE, material } from './quote.ts';
export { allFunctions, findFunction, kebab } from './registry.ts';
export { keepDays, retireDaily, retireRuns } from './retire.ts';
export { runFunction } from './run.ts';
export { draftSchema, inputSchema, outputSchema, schemaSteps } from './schemas.ts';
export { createFunctions, FUNCTIONS_APP, type FunctionInfo, type Functions, type RunOptions } from './service.ts';
export { type Cut, countTokens, cutToTokens, loadTokens } from './tokens.ts';
export { methodVersion } from './version.ts';
