/** A team's own way to shorten a long conversation: when (team.yml), and how its older turns are told (compaction.ts). */
import { join } from 'node:path';
import { type CompactionPolicy, extractiveCompaction } from '../kernel/compaction.ts';
import type { TeamFolder } from './folder.ts';
import type { Problem } from './problem.ts';

const TOKENS = 24_000;
const EVENTS = 240;

/** No policy where the team says nothing: then it is the kernel's. */
export function readCompaction({ dir, config, shared }: TeamFolder): {
  policy: CompactionPolicy | undefined;
  problems: Problem[];
} {
  const given = config?.compaction;
  const exports = shared.get('compaction.ts');
  const summarize = exports?.['summarize'];
  if (exports !== undefined && typeof summarize !== 'function') {
    const message = 'It must export a function "summarize" that tells turns in one text.';
    return { policy: undefined, problems: [{ file: join(dir, 'compaction.ts'), rule: 'compaction', message }] };
  }
  if (given === undefined && summarize === undefined) return { policy: undefined, problems: [] };
  const policy: CompactionPolicy = {
    isDue: ({ tokens, events }) => tokens > (given?.tokens ?? TOKENS) || events > (given?.events ?? EVENTS),
    keepTurns: given?.keep_turns ?? extractiveCompaction.keepTurns,
    summarize: (summarize as CompactionPolicy['summarize'] | undefined) ?? extractiveCompaction.summarize,
  };
  return { policy, problems: [] };
}
