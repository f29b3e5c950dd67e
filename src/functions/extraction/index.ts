/** extract_structure: keywords, concepts, entities or an outline of a text, each with confidence and source positions. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { type CodeFile, type Document, detectCode, readDocument, tidy, unitsOf } from '../../reading/index.ts';
import type { AgentFunction } from '../function.ts';
import { material } from '../quote.ts';
import { rankSentences } from '../text/centrality.ts';
import { looksLikeCode } from '../text/kind.ts';
import { countTokens, cutToTokens } from '../tokens.ts';
import { findConcepts } from './concepts.ts';
import { findEntities } from './entities.ts';
import { asConfidence, type Found } from './item.ts';
import { findKeywords } from './keywords.ts';
import { findOutline, outlineCode } from './outline.ts';

const input = z.strictObject({
  content: z.string().min(1).describe('Raw text or code'),
  extraction_type: z.enum(['keywords', 'concepts', 'entities', 'outline']),
  domain: z.enum(['ai-ml', 'systems', 'web', 'general']).default('general'),
  path: z.string().min(1).optional().describe("The file's name: says what kind of text or code it is"),
  language: z
    .string()
    .min(1)
    .optional()
    .describe('The language of code, or "text"; absent: by path, else by the parsers'),
});

const item = z.strictObject({
  text: z.string(),
  kind: z.string(),
  confidence: z.number().min(0).max(1),
  mentions: z.int().positive(),
  level: z.int().positive().optional(),
  definition: z.string().optional(),
});

const position = z.strictObject({
  /** Index into `extracted`. */
  item: z.int().nonnegative(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** From 1. */
  line: z.int().positive(),
  /** What stands there: `content.slice(start, end)`. */
  text: z.string(),
});

const output = z.strictObject({
  extracted: z.array(item),
  raw_positions: z.array(position),
  compressed_summary: z.string(),
});

const draft = z.object({
  items: z.array(
    z.object({
      text: z.string().min(1),
      kind: z.string().optional(),
      confidence: z.number().min(0).max(1),
      level: z.int().min(1).max(6).optional(),
      definition: z.string().optional(),
    }),
  ),
  compressed_summary: z.string().min(1),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;
type Item = Output['extracted'][number];

const SUMMARY_TOKENS = 500;
const ITEM_TOKENS = 1400;
const PLACES = 10;

export const extractStructure: AgentFunction<Input, Output> = {
  name: 'extract_structure',
  input,
  output,
  draft,
  choosePreset: (given) => (looksLikeCode(given.content, given) ? 'code_heavy' : 'default'),
  texts: ({ content }) => [{ path: 'content', text: content }],
  withText: (given, _path, content) => ({ ...given, content }),
  // Positions are an audit trail that nobody writes: they follow from the items.
  measured: ({ extracted, compressed_summary }) => JSON.stringify({ extracted, compressed_summary }),
  prompt: ({ content, extraction_type, domain }) =>
    [`Extract: ${extraction_type}`, `Domain: ${domain}`, material('content', content)].join('\n\n'),
  finish: ({ content, extraction_type }, written, _gathered, desk) => {
    const { items, compressed_summary } = written as z.infer<typeof draft>;
    const found = items.flatMap((one) => locate(content, one, extraction_type) ?? []);
    const lost = items.length - found.length;
    if (lost > items.length / 2)
      throw new ConsiliumError(
        'OUTPUT_INVALID',
        `${lost} of ${items.length} items do not stand in the content word for word; copy each text exactly.`,
      );
    if (lost > 0)
      desk.warn(`${lost} of ${items.length} items of the model were left out: they are not in the content.`);
    return assemble(content, found, cutToTokens(compressed_summary, SUMMARY_TOKENS).text, desk.warn);
  },
  offline: async ({ content, extraction_type, domain, path, language }, _gathered, desk) => {
    const readable = withoutEndlessWords(content);
    const code = await detectCode(readable, { path, language });
    const first = code?.problems[0];
    if (first !== undefined)
      desk.warn(`The ${code!.language} does not parse (line ${first.line}): what stands behind that may be missing.`);
    const document = code === undefined ? readDocument(readable, { path }) : asProse(readable, code);
    const found =
      code !== undefined && extraction_type === 'outline'
        ? outlineCode(code)
        : METHODS[extraction_type](document, domain);
    if (found.length === 0) desk.warn(`No ${extraction_type} were found in the content.`);
    return assemble(content, found, summarize(document, extraction_type, found), desk.warn);
  },
};

const METHODS: Record<Input['extraction_type'], (document: Document, domain: Input['domain']) => Found[]> = {
  keywords: findKeywords,
  concepts: findConcepts,
  entities: findEntities,
  outline: findOutline,
};

/** What no person writes as one word (base64, a run of signs) is blanked, at its place: no pattern has to try it. */
function withoutEndlessWords(content: string): string {
  return content.replace(/\S{300,}/g, (word) => ' '.repeat(word.length));
}

/** What code says in words is in its comments; its names are words too. */
function asProse(source: string, { comments, symbols, strings }: CodeFile): Document {
  const words = source.replace(/[^\n]/g, ' ').split('');
  const blocks: Document['blocks'][number][] = [];
  const show = (start: number, end: number, kind: 'prose' | 'heading') => {
    for (let at = start; at < end; at++)
      if (/[^\n#/*;]/.test(source[at]!) || source[at] === '/') words[at] = source[at]!;
    blocks.push({ kind, start, end });
  };
  for (const { start, end } of comments) show(start, end, 'prose');
  for (const { nameStart, name } of symbols) show(nameStart, nameStart + name.length, 'heading');
  for (const { start, end } of strings) if (end - start > 60) show(start, end, 'prose');
  blocks.sort((a, b) => a.start - b.start);
  return { format: 'plain', source, words: words.join(''), blocks };
}

/** As many items as fit, best first (an outline in its order), and every place they stand at. */
function assemble(
  content: string,
  found: readonly Found[],
  compressed_summary: string,
  warn: (why: string) => void,
): Output {
  const extracted: Item[] = [];
  const raw_positions: Output['raw_positions'] = [];
  const lineAt = lineCounter(content);
  let tokens = 0;
  for (const { text, kind, confidence, level, definition, places } of found) {
    const next: Item = {
      text,
      kind,
      confidence,
      mentions: places.length,
      ...(level !== undefined && { level }),
      ...(definition !== undefined && { definition }),
    };
    tokens += countTokens(JSON.stringify(next)) + 1;
    if (tokens > ITEM_TOKENS) {
      warn(`${extracted.length} of ${found.length} items fit into the output budget; the others were left out.`);
      break;
    }
    for (const { start, end } of places.slice(0, PLACES))
      raw_positions.push({ item: extracted.length, start, end, line: lineAt(start), text: content.slice(start, end) });
    extracted.push(next);
  }
  return { extracted, raw_positions, compressed_summary };
}

function lineCounter(content: string): (offset: number) => number {
  const starts = [0];
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** Where a text that a model named stands; undefined if it made it up. */
function locate(
  content: string,
  one: z.infer<typeof draft>['items'][number],
  type: Input['extraction_type'],
): Found | undefined {
  const words = one.text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(words.join('\\s+'), 'giu');
  const places = Array.from(content.matchAll(pattern), ({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  if (places.length === 0) return undefined;
  return {
    text: tidy(content.slice(places[0]!.start, places[0]!.end)),
    kind: one.kind ?? type.replace(/s$/, ''),
    confidence: asConfidence(one.confidence),
    places: type === 'outline' ? places.slice(0, 1) : places,
    level: one.level,
    definition: one.definition,
  };
}

/** What was found, then the sentences that say most, within the tokens there are. */
function summarize(document: Document, type: Input['extraction_type'], found: readonly Found[]): string {
  const named = found.slice(0, 25).map(({ text }) => text);
  const list = named.length === 0 ? '' : `${type[0]!.toUpperCase()}${type.slice(1)}: ${named.join('; ')}.`;
  const units = unitsOf(document).filter(({ kind }) => kind === 'sentence' || kind === 'item');
  const best = rankSentences(units).slice(0, 6);
  let text = cutToTokens(list, SUMMARY_TOKENS / 2).text;
  for (const { unit } of [...best].sort((a, b) => a.unit.start - b.unit.start)) {
    const longer = `${text}${text === '' ? '' : '\n'}${tidy(unit.text)}`;
    if (countTokens(longer) <= SUMMARY_TOKENS) text = longer;
  }
  return text === '' ? cutToTokens(tidy(document.words), SUMMARY_TOKENS).text : text;
}
