/** summarize_content: a text compressed to a number of tokens, with what must be kept in it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { citation, numberSources, settleCitations, sourceMetadata, sourcesPrompt } from '../../citations/index.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import type { AgentFunction, Desk } from '../function.ts';
import { material } from '../quote.ts';
import { countTokens } from '../tokens.ts';
import { composeSummary, type Summary } from './extractive.ts';
import { findPreserved, holds, tellMissing } from './preserve.ts';

const input = z.strictObject({
  content: z.string().refine((value) => value.trim() !== '', 'The content is empty.'),
  target_tokens: z.int().positive().describe('The summary has at most this many tokens'),
  preserve: z.array(z.string().trim().min(1)).max(100).default([]).describe('Concepts that must be in the summary'),
  style: z.enum(['technical', 'executive', 'bullets']).default('technical'),
  /** What the content rests on: search hits' sources, or citations of an earlier function. */
  sources: z
    .array(z.union([citation, sourceMetadata]))
    .max(50)
    .optional(),
  /** What the summary should cover: headings or concepts of an earlier extraction. */
  structure: z.array(z.string()).max(200).optional(),
  /** What an earlier attempt was missing, in sentences. */
  feedback: z.array(z.string()).max(50).optional(),
  path: z.string().min(1).optional().describe("The content's file name: says what kind of text it is"),
});

const output = z.strictObject({
  summary: z.string().min(1),
  invariants: z.array(z.string()).describe('Key facts preserved, each word for word in the summary'),
  compression_ratio: z.number().nonnegative().describe('Tokens of the summary over tokens of the content'),
  audit_hash: z.string().regex(/^[0-9a-f]{64}$/),
  footnotes: z.array(z.string()).optional(),
  citations: z.array(citation).optional(),
});

const draft = z.object({ summary: z.string().min(1), invariants: z.array(z.string()) });

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

/** Changes with the method: what was cached under another version is not found any more. */
const VERSION = 2;
const SHORT = 1500;

export const summarizeContent: AgentFunction<Input, Output> = {
  name: 'summarize_content',
  input,
  output,
  draft,
  choosePreset: ({ content, style }) => {
    if (style === 'technical') return 'technical';
    return countTokens(content, SHORT) <= SHORT ? 'short_input' : 'default';
  },
  texts: ({ content, preserve, structure = [], feedback = [] }) => [
    { path: 'content', text: content },
    ...preserve.map((text, index) => ({ path: `preserve.${index}`, text })),
    ...structure.map((text, index) => ({ path: `structure.${index}`, text })),
    ...feedback.map((text, index) => ({ path: `feedback.${index}`, text })),
  ],
  withText: (given, path, text) => (path === 'content' ? { ...given, content: text } : given),
  outputBudget: ({ target_tokens }) => target_tokens,
  measured: ({ summary }) => summary,
  prompt: (given) => {
    const { content, target_tokens, preserve, style, structure = [], feedback = [] } = given;
    const parts = [
      `Target: at most ${target_tokens} tokens, about ${Math.round(target_tokens * 0.72)} English words.`,
      `Style: ${style}`,
    ];
    if (preserve.length > 0) parts.push(material('preserve', preserve.map((one) => `- ${one}`).join('\n')));
    if (structure.length > 0) parts.push(material('structure to cover', structure.map((one) => `- ${one}`).join('\n')));
    if (feedback.length > 0) parts.push(material('what an earlier attempt was missing', feedback.join('\n')));
    const cited = numberSources(given.sources ?? []);
    if (cited.length > 0) parts.push(sourcesPrompt(cited));
    return [...parts, material('content', content)].join('\n\n');
  },
  finish: (given, written, _gathered, desk) => {
    const { summary, invariants } = written as z.infer<typeof draft>;
    const kept = checkPreserved(given, summary, desk);
    const real = invariants.filter((fact) => holds(summary, fact));
    if (invariants.length > 0 && real.length === 0)
      throw new ConsiliumError(
        'OUTPUT_INVALID',
        'No invariant stands in the summary word for word; copy them from it.',
      );
    return complete(given, { summary: summary.trim(), invariants: distinct([...kept, ...real]) }, 'model', desk);
  },
  offline: async (given, _gathered, desk) =>
    complete(given, await composeSummary(given, desk.warn), 'extractive', desk),
};

/** The concepts that the content holds must be in the summary; the others are told. */
function checkPreserved({ content, preserve }: Input, summary: string, desk: Desk): string[] {
  const { there, missing } = findPreserved(content, preserve);
  if (missing.length > 0) desk.warn(tellMissing(missing));
  const lost = there.filter((concept) => !holds(summary, concept));
  if (lost.length > 0)
    throw new ConsiliumError('OUTPUT_INVALID', `The summary lacks what must be preserved: ${lost.join('; ')}.`);
  return there;
}

function complete(given: Input, { summary, invariants }: Summary, method: string, desk: Pick<Desk, 'warn'>): Output {
  const { content, target_tokens, preserve, style, sources } = given;
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ method, version: VERSION, content, target_tokens, preserve, style, sources }));
  const settled = settleCitations(summary, numberSources(sources ?? []));
  if (sources !== undefined) for (const warning of settled.warnings) desk.warn(warning);
  const text = sources === undefined ? summary : settled.text;
  return {
    summary: text,
    invariants: invariants.filter((fact) => holds(text, fact)),
    compression_ratio: Math.round((countTokens(text) / Math.max(1, countTokens(content))) * 10_000) / 10_000,
    audit_hash: hash.digest('hex'),
    ...(sources !== undefined && {
      footnotes: settled.citations.map(({ marker, footnote }) => `[^${marker}]: ${footnote}`),
      citations: settled.citations,
    }),
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
