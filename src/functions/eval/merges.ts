import { ConsiliumError } from '../../kernel/index.ts';
import { readCode, requireGrammar } from '../../reading/index.ts';
import { run } from './desk.ts';
import type { Case } from './sets.ts';

export interface MergeScore {
  readonly conflicts: { readonly found: number; readonly gold: number; readonly said: number; readonly right: number };
  readonly kept: { readonly right: number; readonly of: number };
  readonly code: { readonly parses: number; readonly refused: number; readonly broken: number };
  readonly wrong: readonly { id: string; what: string }[];
}

interface Output {
  readonly synthesized: string;
  readonly conflicts: readonly {
    readonly topic: string;
    readonly positions: readonly { readonly artifact: string; readonly text: string }[];
  }[];
}

export async function scoreMerges(cases: readonly Case<'merges'>[]): Promise<MergeScore> {
  const conflicts = { found: 0, gold: 0, said: 0, right: 0 };
  const kept = { right: 0, of: 0 };
  const code = { parses: 0, refused: 0, broken: 0 };
  const wrong: MergeScore['wrong'][number][] = [];
  for (const one of cases) {
    const output = await attempt(one);
    conflicts.gold += one.conflicts.length;
    kept.of += one.keeps.length;
    if (output === undefined) {
      code.refused++;
      wrong.push({ id: one.id, what: 'refused' });
      continue;
    }
    const { synthesized } = output;
    const matched = new Set<number>();
    for (const gold of one.conflicts) {
      const at = output.conflicts.findIndex(({ positions, topic }) =>
        Object.entries(gold).every(([artifact, value]) =>
          positions.some((position) => position.artifact === artifact && says(`${position.text} ${topic}`, value)),
        ),
      );
      if (at < 0) wrong.push({ id: one.id, what: `conflict not found: ${JSON.stringify(gold)}` });
      else {
        conflicts.found++;
        matched.add(at);
      }
    }
    conflicts.said += output.conflicts.length;
    conflicts.right += matched.size;
    for (const [at, { positions }] of output.conflicts.entries())
      if (!matched.has(at))
        wrong.push({
          id: one.id,
          what: `no conflict: ${positions.map(({ artifact, text }) => `${artifact}: ${text.slice(0, 80)}`).join(' | ')}`,
        });
    for (const word of one.keeps) {
      if (says(synthesized, word)) kept.right++;
      else wrong.push({ id: one.id, what: `lost: ${word}` });
    }
    if (one.code !== undefined) {
      const { problems } = await readCode(synthesized, requireGrammar(one.code));
      if (problems.length === 0) code.parses++;
      else {
        code.broken++;
        wrong.push({ id: one.id, what: `does not parse: line ${problems[0]!.line}` });
      }
    }
  }
  return { conflicts, kept, code, wrong };
}

async function attempt({ artifacts, strategy, policy }: Case<'merges'>): Promise<Output | undefined> {
  try {
    return await run<Output>('synthesize_outputs', {
      artifacts,
      synthesis_strategy: strategy,
      conflict_policy: policy,
    });
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && thrown.code === 'CODE_INVALID') return undefined;
    throw thrown;
  }
}

function says(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}
