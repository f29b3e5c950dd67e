/** synthesize_outputs: several artifacts made one, with what they disagree on and where each part comes from. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { readCode, requireGrammar } from '../../reading/index.ts';
import { definitionOf } from '../definitions.ts';
import type { AgentFunction } from '../function.ts';
import { material } from '../quote.ts';
import { looksLikeCode } from '../text/kind.ts';
import { countTokens } from '../tokens.ts';
import {
  type Artifact,
  artifactInput,
  conflictSchema,
  fieldOf,
  readArtifacts,
  type Span,
  type Stretch,
  spanSchema,
  writeOut,
} from './artifact.ts';
import { readAsCode, synthesizeCode } from './code.ts';
import { synthesizeProse } from './prose.ts';

const input = z
  .strictObject({
    artifacts: z.array(artifactInput).min(1).max(100),
    synthesis_strategy: z.enum(['merge', 'reconcile', 'vote']).default('merge'),
    conflict_policy: z.enum(['first_wins', 'consensus', 'flag']).default('flag'),
    path: z.string().min(1).optional().describe('The file that they are versions of, where an artifact names none'),
    language: z.string().min(1).optional(),
  })
  .superRefine(({ artifacts }, context) => {
    const ids = new Set<string>();
    for (const [index, one] of artifacts.entries()) {
      if (typeof one !== 'string' && fieldOf(one) === undefined)
        context.addIssue({
          code: 'custom',
          path: ['artifacts', index, 'content'],
          message: 'an artifact needs a text.',
        });
      const id = typeof one === 'string' ? undefined : one.id;
      if (id !== undefined && ids.has(id))
        context.addIssue({ code: 'custom', path: ['artifacts', index, 'id'], message: 'two artifacts have this id.' });
      if (id !== undefined) ids.add(id);
    }
  });

const output = z.strictObject({
  synthesized: z.string(),
  agreement_score: z
    .number()
    .min(0)
    .max(1)
    .describe('Of what several artifacts speak of, how far they agree; 0 where they share nothing'),
  conflicts: z.array(conflictSchema),
  provenance: z.strictObject({
    spans: z.array(spanSchema),
    /** Characters of the result that each artifact stands for. */
    artifacts: z.record(z.string(), z.int().nonnegative()),
  }),
});

const draft = z.object({
  segments: z.array(z.object({ text: z.string().min(1), artifacts: z.array(z.string()).min(1) })).min(1),
  agreement_score: z.number().min(0).max(1),
  conflicts: z.array(conflictSchema),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

export const synthesizeOutputs: AgentFunction<Input, Output> = {
  name: 'synthesize_outputs',
  input,
  output,
  draft,
  choosePreset: (given) => {
    const { synthesis_strategy } = given;
    if (isCode(given)) return 'code';
    return synthesis_strategy === 'reconcile' ? 'debate_reconciliation' : 'default';
  },
  texts: ({ artifacts }) =>
    artifacts.map((one, index) => ({
      path: typeof one === 'string' ? `artifacts.${index}` : `artifacts.${index}.${fieldOf(one)!}`,
      text: readArtifacts([one])[0]!.content,
    })),
  withText: (given, path, text) => {
    const [, index, field] = path.split('.');
    const artifacts = given.artifacts.map((one, at) => {
      if (at !== Number(index)) return one;
      return typeof one === 'string' || field === undefined ? text : { ...one, [field]: text };
    });
    return { ...given, artifacts };
  },
  // Conflicts and provenance repeat what the artifacts say; the budget is for what is written.
  measured: ({ synthesized }) => synthesized,
  prompt: ({ artifacts, synthesis_strategy, conflict_policy }) =>
    [
      `Strategy: ${synthesis_strategy}`,
      `Conflict policy: ${conflict_policy}`,
      ...readArtifacts(artifacts).map(({ id, content }) => material(`artifact ${id}`, content)),
    ].join('\n\n'),
  finish: async (given, written) => {
    const { segments, agreement_score, conflicts } = written as z.infer<typeof draft>;
    const known = artifactsOf(given);
    const ids = new Set(known.map(({ id }) => id));
    const strange = [
      ...segments.flatMap((segment) => segment.artifacts),
      ...conflicts.flatMap(({ positions }) => positions.map(({ artifact }) => artifact)),
    ].filter((id) => !ids.has(id));
    if (strange.length > 0)
      throw new ConsiliumError('OUTPUT_INVALID', `No artifact is called ${[...new Set(strange)].join(', ')}.`);
    const stretches = segments.map(({ text, artifacts: from }): Stretch => {
      const quoted = known.find(({ id, content }) => from.includes(id) && content.includes(text.trim()));
      const ordered = quoted === undefined ? from : [quoted.id, ...from.filter((id) => id !== quoted.id)];
      return { text: text.trim(), artifacts: ordered, kind: quoted === undefined ? 'joined' : 'quoted', gap: '\n\n' };
    });
    await refuseBrokenMerge(known, writeOut(stretches).text);
    return assemble(known, stretches, conflicts, agreement_score);
  },
  offline: async (given, _gathered, desk) => {
    const { synthesis_strategy, conflict_policy } = given;
    const known = artifactsOf(given);
    const code = await readAsCode(known);
    const { stretches, conflicts, agreement, warnings } =
      code === undefined
        ? await synthesizeProse(known, synthesis_strategy, conflict_policy)
        : await synthesizeCode(code, synthesis_strategy === 'vote' ? 'consensus' : conflict_policy);
    for (const warning of warnings) desk.warn(warning);
    const fitted = fitToBudget(stretches, code !== undefined, desk.warn);
    return assemble(known, fitted, conflicts, agreement ?? scoreAlone(known.length, desk.warn));
  },
};

/** One artifact agrees with itself; several that share nothing do not agree, even if they do not disagree either. */
function scoreAlone(artifacts: number, warn: (message: string) => void): number {
  if (artifacts === 1) return 1;
  warn('No two artifacts speak of the same: there is nothing that they could agree on, and agreement_score is 0.');
  return 0;
}

/** Each with its own file name and language, or those of the whole. */
function artifactsOf({ artifacts, path, language }: Input): Artifact[] {
  return readArtifacts(artifacts).map((one) => ({
    ...one,
    path: one.path ?? path,
    language: one.language ?? (one.path === undefined ? language : undefined),
  }));
}

function isCode(given: Input): boolean {
  const known = artifactsOf(given);
  return known.filter((one) => looksLikeCode(one.content, one)).length > known.length / 2;
}

/** What a model made of code must parse too, where its parts did. */
async function refuseBrokenMerge(artifacts: readonly Artifact[], text: string): Promise<void> {
  const sources = await readAsCode(artifacts);
  const language = sources?.[0]?.file.language;
  if (sources === undefined || sources.some(({ file }) => file.problems.length > 0 || file.language !== language))
    return;
  const [first] = (await readCode(text, requireGrammar(language!))).problems;
  if (first !== undefined)
    throw new ConsiliumError(
      'OUTPUT_INVALID',
      `The merged ${language} does not parse: line ${first.line}, near "${first.near}".`,
    );
}

/** What does not fit any more is left out from the end, and said; code that lacks its end is no code. */
function fitToBudget(
  stretches: readonly Stretch[],
  code: boolean,
  warn: (message: string) => void,
): readonly Stretch[] {
  const limit = definitionOf('synthesize_outputs').context_budget.output;
  const tokens = countTokens(writeOut(stretches).text);
  if (tokens <= limit) return stretches;
  if (code)
    throw new ConsiliumError(
      'BUDGET_EXCEEDED',
      `The code together has ${tokens} tokens; at most ${limit} are written.`,
      {
        hint: 'Synthesize fewer artifacts at a time.',
        details: { path: 'artifacts', tokens, limit },
      },
    );
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(writeOut(stretches.slice(0, middle)).text) <= limit) low = middle;
    else high = middle - 1;
  }
  warn(`The result would have ${tokens} tokens: the first ${low} of ${stretches.length} parts fit into ${limit}.`);
  return stretches.slice(0, low);
}

function assemble(
  artifacts: readonly { readonly id: string }[],
  stretches: readonly Stretch[],
  conflicts: readonly Output['conflicts'][number][],
  agreement_score: number,
): Output {
  const { text, spans } = writeOut(stretches);
  const share = (id: string) => spans.reduce((sum, span) => sum + (isFrom(span, id) ? span.end - span.start : 0), 0);
  return {
    synthesized: text,
    agreement_score,
    conflicts: [...conflicts],
    provenance: { spans, artifacts: Object.fromEntries(artifacts.map(({ id }) => [id, share(id)])) },
  };
}

function isFrom({ artifacts }: Span, id: string): boolean {
  return artifacts.includes(id);
}
