import { run } from './desk.ts';
import type { Case } from './sets.ts';

export interface VerdictScore {
  readonly right: number;
  readonly of: number;
  readonly falseValid: number;
  readonly byKind: Readonly<Record<string, { right: number; of: number }>>;
  readonly confusion: Readonly<Record<string, number>>;
  readonly wrong: readonly { id: string; gold: string; said: string; valid: boolean }[];
}

interface Output {
  readonly valid: boolean;
  readonly verdicts: readonly { readonly criterion: string; readonly verdict: string }[];
}

export async function scoreVerdicts(cases: readonly Case<'verdicts'>[]): Promise<VerdictScore> {
  const byKind: Record<string, { right: number; of: number }> = {};
  const confusion: Record<string, number> = {};
  const wrong: VerdictScore['wrong'][number][] = [];
  let falseValid = 0;
  for (const { id, kind, artifact, criterion, gold, path, language } of cases) {
    const output = await run<Output>('validate_against_spec', {
      artifact,
      acceptance_criteria: [criterion],
      ...(path !== undefined && { path }),
      ...(language !== undefined && { language }),
    });
    const said = output.verdicts.find((one) => one.criterion === criterion)?.verdict ?? 'none';
    byKind[kind] ??= { right: 0, of: 0 };
    byKind[kind].of++;
    confusion[`${gold} → ${said}`] = (confusion[`${gold} → ${said}`] ?? 0) + 1;
    if (said === gold) byKind[kind].right++;
    else wrong.push({ id, gold, said, valid: output.valid });
    if (output.valid && gold !== 'met') falseValid++;
  }
  return { right: cases.length - wrong.length, of: cases.length, falseValid, byKind, confusion, wrong };
}
