/**
 * Modes: how the models of a preset work together on a task. One small executor a mode, over any models of the
 * catalogue; every model call is a step of the desk it is given, and nothing else is touched.
 */
import type { Mode, Preset } from '../presets.ts';
import { modelRequired } from '../refusal.ts';
import type { Models } from '../source.ts';
import { runCritique } from './critique.ts';
import { runDebate } from './debate.ts';
import { runEnsemble } from './ensemble.ts';
import { runPipeline } from './pipeline.ts';
import { runSingle } from './single.ts';
import { openTable, type Table } from './table.ts';
import type { ModeDesk, ModeResult, Task } from './task.ts';

export type { ModeDesk, ModeResult, ModeStep, Task } from './task.ts';

const executors: Record<Mode, (table: Table) => Promise<ModeResult>> = {
  single: runSingle,
  critique: runCritique,
  debate: runDebate,
  ensemble: runEnsemble,
  pipeline: runPipeline,
};

/**
 * A model that fails is done without where the mode allows it, and the warnings say so. Throws MODEL_REQUIRED where only
 * the offline engine is there, OUTPUT_INVALID where no answer passed the task's check, else the first model's failure.
 */
export async function runPreset(preset: Preset, task: Task, desk: ModeDesk, models: Models): Promise<ModeResult> {
  if (!hasModels(models)) throw modelRequired(`Preset ${preset.id}`);
  desk.signal.throwIfAborted();
  return executors[preset.mode](openTable(preset, task, desk, models));
}

/** False: only the offline engine is there. */
export function hasModels(models: Models): boolean {
  return models.describe().chosen !== 'offline';
}
