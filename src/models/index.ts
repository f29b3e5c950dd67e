/**
 * Models: who answers for an agent. The catalogue (models.yml), the providers behind it, the order in which they are
 * asked, and the offline engine that stands last; presets and the modes in which several models work on one task. Imports the kernel, the AI SDK's provider packages (each when it is
 * first needed) and nothing else from src; reads the environment only through what `createModels` is given.
 */
export { type ModelConfig, modelConfigSchema, modelFor, unusedAssignments } from './assignment.ts';
export { BUILT_IN, type Catalogue, type Env, loadCatalogue, readCatalogue } from './catalogue.ts';
export { generalPolicy } from './general/index.ts';
export { hasModels, type ModeDesk, type ModeResult, type ModeStep, runPreset, type Task } from './modes/index.ts';
export { offlineModel } from './offline.ts';
export {
  isOfflinePolicy,
  type OfflineCall,
  type OfflinePolicy,
  type OfflineResult,
  type OfflineStep,
  type OfflineTarget,
  type OfflineTool,
  type OfflineTurn,
} from './policy.ts';
export { findPreset, listPresets, MODES, type Mode, type Preset, readPresets } from './presets.ts';
export { MODEL_REQUIRED, modelRequired, tellRefusal } from './refusal.ts';
export { createModels, type Models, type ModelsDescription, type ModelsOptions } from './source.ts';
