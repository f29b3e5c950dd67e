/** How each function's output is told: the answer in the first sentence, then what it rests on. */
import type { Citation } from 'consilium/citations';
import type { Json } from 'consilium/kernel';
import type { OfflineResult } from 'consilium/models';
import type { Order } from './order.ts';
import { tellPlan } from './plan.ts';
import type { Serving } from './plate.ts';
import { tellFindings, tellValidation } from './verdict.ts';
import { count, list } from './wording.ts';

interface Meta {
  readonly meta?: { readonly speakers?: readonly string[]; readonly warnings?: readonly string[] };
  readonly citations?: readonly Citation[];
}

export function tellResult({ tool, input, output }: OfflineResult, order: Order): Serving {
  const { meta, citations = [] } = output as unknown as Meta;
  const teller = tellers[tool];
  return {
    text: teller === undefined ? '' : teller(output, order, input),
    citations,
    speakers: meta?.speakers ?? [],
    warnings: meta?.warnings ?? [],
  };
}

/** What of an output the next function would work on. */
export function essenceOf(tool: string, output: Json): string | undefined {
  const fields = (output ?? {}) as Record<string, Json>;
  const field = ESSENCE[tool];
  const text = field === undefined ? undefined : fields[field];
  if (typeof text !== 'string' || text === '') return undefined;
  // Each line of what was found is a passage of its own.
  return tool === 'cross_reference' ? text.replace(/\n+/g, '\n\n') : text;
}

const ESSENCE: Record<string, string> = {
  extract_structure: 'compressed_summary',
  summarize_content: 'summary',
  generate_code: 'code',
  analyze_artifact: 'compressed_report',
  synthesize_outputs: 'synthesized',
  cross_reference: 'compressed_context',
};

type Teller = (output: Json, order: Order, input: Json) => string;

const tellers: Record<string, Teller> = {
  extract_structure: (output, _order, input) => tellExtracted(output as unknown as Extracted, input),
  summarize_content: (output) => tellSummary(output as unknown as Summary),
  generate_code: (output) => tellCode(output as unknown as Code),
  analyze_artifact: (output) => tellFindings(output),
  validate_against_spec: (output) => tellValidation(output),
  synthesize_outputs: (output, order) => tellSynthesis(output as unknown as Synthesis, order),
  decompose_task: (output) => tellPlan(output),
  cross_reference: (output, order) => tellReferences(output as unknown as Referenced, order),
};

interface Extracted {
  readonly extracted: readonly { text: string; kind: string; mentions: number; level?: number; definition?: string }[];
}

const MOST = 12;

function tellExtracted({ extracted }: Extracted, input: Json): string {
  const type = (input as { extraction_type?: string }).extraction_type ?? 'concepts';
  if (extracted.length === 0) return `**I found no ${type} in it.** The text may be too short for that.`;
  const shown = extracted.slice(0, MOST);
  const rest = extracted.length > MOST ? `\n\n… and ${extracted.length - MOST} more.` : '';
  if (type === 'outline') {
    const lines = extracted.map(({ text, level = 1 }) => `${'  '.repeat(level - 1)}- ${text}`);
    return `**It has ${count(extracted.length, 'section')}.**\n\n${lines.join('\n')}`;
  }
  const first = list(shown.slice(0, 3).map(({ text }) => text));
  if (type === 'entities')
    return `**It names ${first}${extracted.length > 3 ? ' among others' : ''}.**\n\n${byKind(shown)}${rest}`;
  const lines = shown.map(({ text, mentions, definition }) => {
    const times = mentions > 1 ? ` (${mentions} times)` : '';
    return definition === undefined ? `- ${text}${times}` : `- **${text}**${times}: ${definition}`;
  });
  const what = type === 'keywords' ? 'Its key terms are' : 'Its key concepts are';
  return `**${what} ${first}${extracted.length > 3 ? ', with others below' : ''}.**\n\n${lines.join('\n')}${rest}`;
}

function byKind(items: Extracted['extracted']): string {
  const kinds = new Map<string, string[]>();
  for (const { kind, text } of items) kinds.set(kind, [...(kinds.get(kind) ?? []), text]);
  return [...kinds].map(([kind, texts]) => `- ${kind}: ${texts.join(', ')}`).join('\n');
}

interface Summary {
  readonly summary: string;
  readonly compression_ratio: number;
}

function tellSummary({ summary, compression_ratio: ratio }: Summary): string {
  const size = ratio < 0.995 ? `\n\n${Math.max(1, Math.round(ratio * 100))} % of the original's length.` : '';
  // A sentence that ends with its marker has ended.
  return `${summary.replace(/([.!?](?:\[\^\d+\])+)\./g, '$1')}${size}`;
}

interface Code {
  readonly code: string;
  readonly explanation?: string;
}

function tellCode({ code, explanation = '' }: Code): string {
  return [`\`\`\`\n${code}\n\`\`\``, explanation].join('\n\n').trim();
}

interface Synthesis {
  readonly synthesized: string;
  readonly agreement_score: number;
  readonly conflicts: readonly Conflict[];
}

interface Conflict {
  readonly positions: readonly { readonly artifact: string; readonly text: string }[];
}

function tellSynthesis({ synthesized, agreement_score: agreement, conflicts }: Synthesis, { dishes }: Order): string {
  const compared = dishes.some(({ dish }) => dish === 'comparison');
  if (!compared) return [synthesized, tellConflicts(conflicts)].filter((part) => part !== '').join('\n\n');
  const verdict =
    conflicts.length === 0
      ? '**I found no contradiction between them.**'
      : `**They disagree on ${count(conflicts.length, 'point')}.**`;
  const share = `Of what both speak of, they agree on ${Math.round(agreement * 100)} %.`;
  return [`${verdict} ${share}`, tellConflicts(conflicts), `Brought together:\n\n${synthesized}`]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tellConflicts(conflicts: readonly Conflict[]): string {
  return conflicts
    .slice(0, MOST)
    .map(({ positions }) => `- ${positions.map(({ artifact, text }) => `${artifact}: “${text.trim()}”`).join(' – ')}`)
    .join('\n');
}

interface Referenced {
  readonly references: readonly { readonly marker: number; readonly excerpt: string }[];
}

const LONGEST_PASSAGE = 400;

/** Each passage in its own words, with its source; the best first. */
function tellReferences({ references }: Referenced, { topic }: Order): string {
  const about = topic === '' ? '' : ` on ${topic}`;
  if (references.length === 0)
    return `**There is nothing indexed here${about}.** Add files with \`consilium index PATH --scope NAME\`, or ask in other words.`;
  const lines = references.map(({ marker, excerpt }) => `- ${shorten(excerpt)}[^${marker}]`);
  return `**${count(references.length, 'passage')}${about}.**\n\n${lines.join('\n')}`;
}

/** One line, cut at a word; headings and their signs are no words. */
function shorten(passage: string): string {
  const line =
    passage
      .replace(/^#+\s+.*$/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim() || passage.replace(/[#\s]+/g, ' ').trim();
  if (line.length <= LONGEST_PASSAGE) return line;
  return `${line.slice(0, LONGEST_PASSAGE).replace(/\s+\S*$/, '')} …`;
}
