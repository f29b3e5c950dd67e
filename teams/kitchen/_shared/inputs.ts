/** What goes into each function for an order. Undefined: something is missing that only the person can give. */
import { FUNCTION_NAMES } from 'consilium/functions';
import type { Json } from 'consilium/kernel';
import { allPieces, type Piece } from './material.ts';
import { type Order, targetTokens } from './order.ts';
import type { Dish } from './orders.ts';

type Input = { [field: string]: Json };

/** `made`: what earlier steps have written, newest last. Material goes in by its reference, see pieces.ts. */
export function inputFor(dish: Dish, order: Order, made: readonly Piece[] = []): Input | undefined {
  return builders[dish.function](dish, order, made);
}

/** What to ask the person for. */
export function missingFor({ function: fn }: Dish): string {
  if (fn === 'synthesize_outputs')
    return 'I need at least two texts for that: write "Text A: …" and "Text B: …", each on a line of its own.';
  if (fn === 'validate_against_spec')
    return 'I need both: what is to be checked and what it has to meet. Put them under "Artifact:" and "Specification:", or in two code blocks.';
  if (fn === 'cross_reference') return 'What should I look for? Name the subject: "find what we have on asthma".';
  return 'I need the text for that: paste it after a colon, or code between ``` lines.';
}

const builders: Record<Dish['function'], (dish: Dish, order: Order, made: readonly Piece[]) => Input | undefined> = {
  extract_structure: ({ input }, order, made) => {
    const content = contentOf(order, made);
    return (
      content && { content: content.ref, extraction_type: input['extraction_type'] ?? 'concepts', domain: 'general' }
    );
  },
  summarize_content: (_dish, order, made) => {
    const content = contentOf(order, made);
    const preserve = [...order.words.matchAll(/[“"']([^“”"']{2,60})[”"']/g)].map(([, word]) => word!);
    if (content === undefined) return undefined;
    const target_tokens = targetTokens(order.words, content.text);
    return { content: content.ref, target_tokens, preserve, style: styleOf(order.words) };
  },
  generate_code: ({ input }, { words, pieces, topic }) => ({
    specification: [words || topic, ...pieces.map(({ text }) => text)].join('\n\n'),
    context_artifacts: [],
    language: input['language'] ?? languageIn(words),
    patterns_to_follow: [],
    constraints: [],
  }),
  analyze_artifact: (_dish, { words, pieces }, made) => {
    const piece = pieces[0] ?? made.at(-1);
    if (piece === undefined) return undefined;
    const artifact_type = piece.kind === 'text' ? 'document' : piece.kind;
    const named: Input = piece.language === undefined ? {} : { language: piece.language };
    const analysis_type = analysisIn(words);
    // Nobody who asks whether code is good wants to hear nothing of a hole in it.
    const also: Input = artifact_type === 'code' && analysis_type === 'quality' ? { also: ['security'] } : {};
    return { artifact: piece.ref, artifact_type, analysis_type, checklist: [], ...also, ...named };
  },
  validate_against_spec: (_dish, { pieces }, made) => {
    const [artifact, specification] = artifactAndSpec(pieces, made);
    if (artifact === undefined || specification === undefined) return undefined;
    const criteria = criteriaIn(specification.text);
    return {
      artifact: artifact.ref,
      specification: criteria.length === 0 ? specification.ref : '',
      invariants: [],
      acceptance_criteria: criteria,
    };
  },
  synthesize_outputs: ({ input }, { pieces }, made) => {
    const texts = pieces.length > 1 ? pieces : made;
    if (texts.length < 2) return undefined;
    const artifacts = texts.map(({ title, ref }, i) => ({ id: nameOf(title, i), content: ref }));
    const { synthesis_strategy = 'merge', conflict_policy = 'flag' } = input;
    return { artifacts, synthesis_strategy, conflict_policy };
  },
  decompose_task: (_dish, { words, pieces }) => {
    const task = pieces.length === 0 ? words : pieces.map(({ text }) => text).join('\n\n');
    return task === '' ? undefined : { task, constraints: [], available_agents: AGENTS, context: '' };
  },
  cross_reference: (_dish, order, made) => {
    const query = order.topic || made.at(-1)?.ref || contentOf(order, made)?.ref;
    return query ? { query_artifact: query, search_scope: [], match_type: 'hybrid', top_k: 5 } : undefined;
  },
};

/** Whom a plan may give work to: the others are for planning and for bringing together. */
export const AGENTS: string[] = FUNCTION_NAMES.filter((name) => name !== 'decompose_task');

function contentOf({ pieces }: Order, made: readonly Piece[]): Piece | undefined {
  return pieces.length > 1 ? allPieces(pieces) : (pieces[0] ?? made.at(-1));
}

const ITEM = /^[ \t]*(?:[-*•]|\d+[.)])[ \t]+(.+)$/;

/** A specification that is nothing but a list: each of its items is a criterion. */
function criteriaIn(specification: string): string[] {
  const lines = specification.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) => ITEM.exec(line)?.[1] ?? []);
  return items.length === lines.length ? items : [];
}

function nameOf(title: string | undefined, index: number): string {
  return title === undefined ? `text ${String.fromCharCode(65 + index)}` : title.toLowerCase();
}

function styleOf(words: string): string {
  if (/\b(bullets?|bullet points?|as (a )?(list|points)|\d+ points)\b/i.test(words)) return 'bullets';
  return /\b(executive|plain|layperson|manager|simple words)\b/i.test(words) ? 'executive' : 'technical';
}

function analysisIn(words: string): string {
  if (/secur|vulnerab|inject|exploit|\bsafe\b/i.test(words)) return 'security';
  if (/dependenc|imports\b/i.test(words)) return 'dependencies';
  return /patterns?\b|smells?/i.test(words) ? 'patterns' : 'quality';
}

const LANGUAGES = /\b(typescript|javascript|python|java|go|rust|ruby|php|kotlin|swift|c\+\+|c#|sql|bash|react)\b/i;

function languageIn(words: string): string {
  const named = LANGUAGES.exec(words)?.[0].toLowerCase();
  return named === undefined || named === 'react' ? 'typescript' : named;
}

const SPEC = /^(spec|requirement|criteria|rule|contract)/i;

function artifactAndSpec(pieces: readonly Piece[], made: readonly Piece[]): (Piece | undefined)[] {
  const named = pieces.find(({ title }) => title !== undefined && SPEC.test(title));
  const prose = pieces.filter(({ kind }) => kind === 'text');
  const spec = named ?? (pieces.length < 2 ? pieces[0] : prose.length === 1 ? prose[0] : pieces[1]);
  const rest = pieces.find((piece) => piece !== spec) ?? made.at(-1);
  return [rest, spec];
}
