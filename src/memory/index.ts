/**
 * Memory: the files of agents. Each has a workspace of its own that it cannot leave; every version is kept, found again
 * by its words and on a trail; a report with its evidence goes out as Markdown, HTML or PDF. May touch: the kernel, the
 * database, the folder that it is given.
 */
export type { FileHit, FileVersion, TrailRow } from './archive.ts';
export { type Difference, diffLines } from './difference.ts';
export { EXPORT_FORMATS, type ExportFormat, exportDocument } from './export/index.ts';
export { checkPath, slugOf } from './path.ts';
export {
  DEFAULT_QUOTAS,
  type FileContent,
  type FileEntry,
  openWorkspaces,
  Workspace,
  type WorkspaceQuotas,
  type Workspaces,
  type WorkspacesOptions,
} from './workspace.ts';
