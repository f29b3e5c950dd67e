/**
 * Pipelines: functions put together as a graph of stages, from YAML. Checked before it runs, cached by content, run as
 * sessions of the kernel: resumable, cancellable, watchable. Uses the kernel, functions, and of models and search what
 * functions need; touches the disk only to read the pipelines' files, everything else goes through the store.
 */
export { checkPipeline, type Listed, listPipelines, loadPipeline, type Pipeline } from './load.ts';
export {
  createPipelines,
  type PipelineInfo,
  type PipelineRun,
  type Pipelines,
  type PipelinesOptions,
  type RunFilter,
  type RunSummary,
  type StartOptions,
} from './pipelines.ts';
export { PIPELINES_APP, type StageState } from './records.ts';
export type { Progress, RunReport, RunState, StageReport } from './report.ts';
export type { Problem } from './source.ts';
export { houseFunctions, type StageFunction, type StageResult, type Workbench } from './workbench.ts';
