/** What is synthesized: texts with an id, and what a synthesis says of itself. */
import { z } from 'zod';

const text = z.string();

/** A text, or an object that holds one: a function's output can be handed over as it is. */
export const artifactInput = z.union([
  text.min(1),
  z.looseObject({
    id: z.string().min(1).max(200).optional(),
    content: text.optional(),
    code: text.optional(),
    summary: text.optional(),
    synthesized: text.optional(),
    text: text.optional(),
    path: z.string().optional(),
    language: z.string().optional(),
  }),
]);

export interface Artifact {
  readonly id: string;
  readonly content: string;
  /** The file that it is, where it is one. */
  readonly path?: string | undefined;
  readonly language?: string | undefined;
}

const FIELDS = ['content', 'code', 'summary', 'synthesized', 'text'] as const;

/** Which field of an artifact holds its text. */
export function fieldOf(given: Exclude<z.infer<typeof artifactInput>, string>): (typeof FIELDS)[number] | undefined {
  return FIELDS.find((field) => (given[field] ?? '').trim() !== '');
}

/** Artifacts in order, each with an id of its own. */
export function readArtifacts(given: readonly z.infer<typeof artifactInput>[]): Artifact[] {
  return given.map((one, index) => {
    const fallback = `artifact_${index + 1}`;
    if (typeof one === 'string') return { id: fallback, content: one };
    const field = fieldOf(one);
    return {
      id: one.id ?? fallback,
      content: field === undefined ? '' : one[field]!,
      path: one.path,
      language: one.language,
    };
  });
}

export const conflictSchema = z.strictObject({
  topic: z.string(),
  positions: z.array(z.strictObject({ artifact: z.string(), text: z.string() })),
  resolution: z.string(),
});

export const spanSchema = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  artifacts: z.array(z.string()),
  /** `quoted`: stands word for word in the first of the artifacts. `joined`: made of several. `note`: our own words. */
  kind: z.enum(['quoted', 'joined', 'note']),
});

export type Conflict = z.infer<typeof conflictSchema>;
export type Span = z.infer<typeof spanSchema>;
export type Policy = 'first_wins' | 'consensus' | 'flag';
export type Strategy = 'merge' | 'reconcile' | 'vote';

/** A stretch of the result before it has a place in it. */
export interface Stretch {
  readonly text: string;
  readonly artifacts: readonly string[];
  readonly kind: Span['kind'];
  /** What stands between it and the stretch before. */
  readonly gap: string;
}

export interface Synthesis {
  readonly stretches: readonly Stretch[];
  readonly conflicts: readonly Conflict[];
  /** Absent where no two artifacts speak of the same. */
  readonly agreement: number | undefined;
  readonly warnings: readonly string[];
}

/** Puts the stretches one after another and says where each came to stand. */
export function writeOut(stretches: readonly Stretch[]): { text: string; spans: Span[] } {
  let written = '';
  const spans: Span[] = [];
  for (const { text: words, artifacts, kind, gap } of stretches) {
    if (words === '') continue;
    if (written !== '') written += gap;
    spans.push({ start: written.length, end: written.length + words.length, artifacts: [...artifacts], kind });
    written += words;
  }
  return { text: written, spans };
}
