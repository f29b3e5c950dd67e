/**
 * generate_code: code from a specification and what is around it. Only a model writes code; what is checked here is that
 * it is code, that it parses as far as that can be said, and that it cites only what it was given.
 */
import { z } from 'zod';
import { citation, numberSources, settleCitations, sourcesPrompt } from '../../citations/index.ts';
import type { Citation } from '../../citations/source.ts';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import type { AgentFunction, Desk } from '../function.ts';
import { material } from '../quote.ts';
import { retrieve, retrieved } from '../reference/retrieval.ts';
import { codeProblem, stripFences } from './source-code.ts';

const input = z.strictObject({
  specification: z.string().refine((value) => value.trim() !== '', 'The specification is empty.'),
  /** Texts, or outputs of other functions; the citations of these may be cited again. */
  context_artifacts: z
    .array(z.unknown() as z.ZodType<Json>)
    .max(50)
    .default([]),
  language: z.string().min(1).max(40).default('typescript'),
  patterns_to_follow: z.array(z.string().min(1)).max(50).default([]),
  constraints: z.array(z.string().min(1)).max(50).default([]),
  /** Scopes to look in for examples and conventions; empty: none. */
  search_scope: z.array(z.string().min(1)).max(50).default([]),
});

const output = z.object({
  code: z.string().min(1),
  explanation: z.string(),
  test_hints: z.array(z.string()),
  compressed_intent: z.string(),
  citations: z.array(citation),
});

const draft = z.object({
  code: z.string().min(1),
  explanation: z.string().min(1),
  test_hints: z.array(z.string()).default([]),
  compressed_intent: z.string().min(1),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

/** Passages looked up for one piece of code. */
const LOOKED_UP = 6;

export const generateCode: AgentFunction<Input, Output> = {
  name: 'generate_code',
  input,
  output,
  draft,
  choosePreset: () => 'quality',
  texts: ({ specification, context_artifacts, patterns_to_follow, constraints }) => [
    { path: 'specification', text: specification },
    ...context_artifacts.map((artifact, index) => ({ path: `context_artifacts.${index}`, text: textOf(artifact) })),
    ...patterns_to_follow.map((text, index) => ({ path: `patterns_to_follow.${index}`, text })),
    ...constraints.map((text, index) => ({ path: `constraints.${index}`, text })),
  ],
  withText: (given, path, text) => (path === 'specification' ? { ...given, specification: text } : given),
  gather: async ({ specification, search_scope }, desk) => {
    if (search_scope.length === 0) return { references: [], scores: [] };
    const wanted = { artifact: specification, scopes: search_scope, match: 'hybrid', top: LOOKED_UP } as const;
    return (await retrieve(wanted, desk)) as unknown as Json;
  },
  prompt,
  measured: ({ code, explanation, test_hints }) => [code, explanation, ...test_hints].join('\n'),
  finish,
};

function textOf(artifact: Json): string {
  return typeof artifact === 'string' ? artifact : JSON.stringify(artifact, null, 1);
}

/** What may be cited: what was looked up, then what came with the context, each once. */
function givenSources({ context_artifacts }: Input, gathered: Json): Citation[] {
  const { references, scores } = retrieved.parse(gathered);
  const brought = context_artifacts.flatMap((artifact) => {
    const list = z.object({ citations: z.array(citation) }).safeParse(artifact);
    return list.success ? list.data.citations : [];
  });
  return numberSources([
    ...references.map(({ source }, index) => ({ source, score: scores[index] })),
    ...brought.map(({ source, score }) => ({ source, score })),
  ]);
}

function prompt(given: Input, gathered: Json): string {
  const { specification, context_artifacts, language, patterns_to_follow, constraints } = given;
  const sources = givenSources(given, gathered);
  return [
    `Write ${language.replace(/[^\w#+. -]/g, '')} for this specification.`,
    material('specification', specification),
    ...context_artifacts.map((artifact, index) => material(`context artifact ${index + 1}`, textOf(artifact))),
    ...(patterns_to_follow.length === 0 ? [] : [material('patterns to follow', patterns_to_follow.join('\n'))]),
    ...(constraints.length === 0 ? [] : [material('constraints', constraints.join('\n'))]),
    sources.length === 0 ? 'There are no numbered sources: cite nothing.' : sourcesPrompt(sources),
  ].join('\n\n');
}

async function finish(given: Input, written: unknown, gathered: Json, desk: Pick<Desk, 'warn'>): Promise<Output> {
  const reply = draft.parse(written);
  const code = stripFences(reply.code);
  const problem = await codeProblem(code, given.language);
  if (problem !== undefined) throw new ConsiliumError('OUTPUT_INVALID', `The code cannot be used: ${problem}.`);
  const { text, citations, warnings } = settleCitations(reply.explanation, givenSources(given, gathered));
  for (const warning of warnings) desk.warn(warning);
  return {
    code,
    explanation: text,
    test_hints: reply.test_hints,
    compressed_intent: reply.compressed_intent,
    citations,
  };
}
