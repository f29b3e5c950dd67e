/**
 * The offline summary: sentences of the text itself, chosen for what they say about the whole, for what must be kept and
 * for not repeating each other, until the tokens are used up. Nothing is reworded.
 */
import type { Citation, SourceMetadata } from '../../citations/index.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import { weighStems } from '../text/centrality.ts';
import { splitSaid, type Unit } from '../text/sentences.ts';
import { contentStems } from '../text/words.ts';
import { countTokens, cutToTokens } from '../tokens.ts';
import { type Cite, citeFrom } from './cite.ts';
import { findPreserved, holds, tellMissing, unitsWith } from './preserve.ts';
import { isNew, type Weighed, weighSentences } from './rank.ts';
import { type Piece, pieceOf, render, type Style } from './render.ts';

export interface Summary {
  readonly summary: string;
  readonly invariants: readonly string[];
}

interface Request {
  readonly content: string;
  readonly target_tokens: number;
  readonly preserve: readonly string[];
  readonly style: Style;
  readonly sources?: readonly (SourceMetadata | Citation)[] | undefined;
  readonly structure?: readonly string[] | undefined;
  readonly feedback?: readonly string[] | undefined;
  readonly path?: string | undefined;
}

export async function composeSummary(request: Request, warn: (message: string) => void): Promise<Summary> {
  const { content, target_tokens: target, style } = request;
  const { there, missing } = findPreserved(content, request.preserve);
  if (missing.length > 0) warn(tellMissing(missing));
  const units = splitSaid(content, request.path);
  const cite = await citeFrom(request.sources ?? [], units);
  const whole =
    style === 'bullets' || request.sources !== undefined
      ? undefined
      : render(units.map(pieceOf), style) || content.trim();
  if (whole !== undefined && countTokens(whole, target) <= target) {
    warn('The content is not longer than the target: it is its own summary.');
    return { summary: whole, invariants: factsOf(units.map(pieceOf), there, whole) };
  }
  const ranked = rankFor(request, await weighSentences(units), cite);
  const chosen = choose(request, units, ranked, there, cite, warn);
  if (chosen.length === 0) return { summary: clipBest(request, units, ranked, warn), invariants: [] };
  const summary = render(chosen, style);
  return { summary, invariants: factsOf(chosen, there, summary) };
}

function choose(
  request: Request,
  units: readonly Unit[],
  ranked: readonly Weighed[],
  there: readonly string[],
  cite: Cite,
  warn: (message: string) => void,
): Piece[] {
  const { target_tokens: target, style } = request;
  const pieces = new Pieces(target, style);
  requirePreserved(pieces, units, there, cite, warn);
  fill(pieces, ranked, cite);
  pieces.count();
  // Estimated costs are a little high: there may be room for more now.
  fill(pieces, ranked, cite);
  pieces.keepToTarget();
  settle(pieces, ranked, cite);
  return pieces.inOrder();
}

/** Where no sentence fits: the beginning of the most central one, as much of it as there is room for. */
function clipBest(
  request: Request,
  units: readonly Unit[],
  ranked: readonly Weighed[],
  warn: (message: string) => void,
): string {
  const { content, target_tokens: target, style } = request;
  const best = ranked[0]?.unit ?? units[0];
  const text = `${style === 'bullets' ? '- ' : ''}${best === undefined ? content.trim() : pieceOf(best).text}`;
  const whole = cutToTokens(text, target).text.trimEnd();
  const cut = cutToTokens(text, target - 1).text.trimEnd();
  const clipped = cut !== '' && countTokens(`${cut}…`) <= target ? `${cut}…` : whole;
  if (clipped === '')
    throw new ConsiliumError('TARGET_TOO_SMALL', `${target} tokens cannot hold a single word of the content.`, {
      details: { path: 'target_tokens', target },
    });
  warn(`No sentence fits into ${target} tokens: the summary is the beginning of the most central one.`);
  return clipped;
}

/** What was chosen so far, and whether something more would fit: the whole is rendered and counted where it is close. */
class Pieces {
  readonly list: Piece[] = [];
  readonly required = new Set<Piece>();
  readonly target: number;
  readonly style: Style;
  /** At least what the list counts when it is rendered. */
  tokens = 0;
  readonly #starts = new Set<number>();

  constructor(target: number, style: Style) {
    this.target = target;
    this.style = style;
  }

  has(unit: Unit): boolean {
    return this.#starts.has(unit.start);
  }

  add(piece: Piece): boolean {
    const alone = countTokens(`${piece.text}${piece.mark ?? ''}`);
    let tokens = this.tokens + alone + AROUND;
    if (tokens > this.target) {
      if (this.list.length > 0 && alone > this.target) return false;
      tokens = countTokens(render(sorted([...this.list, piece]), this.style));
    }
    if (tokens > this.target) return false;
    this.list.push(piece);
    this.#starts.add(piece.start);
    this.tokens = tokens;
    return true;
  }

  /** What the list really counts. */
  count(): number {
    this.tokens = countTokens(render(this.inOrder(), this.style));
    return this.tokens;
  }

  swap(out: Piece, put: Piece): boolean {
    const rest = this.list.filter((piece) => piece !== out);
    const tokens = countTokens(render(sorted([...rest, put]), this.style));
    if (tokens > this.target || tokens <= this.tokens) return false;
    this.list.splice(this.list.indexOf(out), 1, put);
    this.#starts.delete(out.start);
    this.#starts.add(put.start);
    this.tokens = tokens;
    return true;
  }

  /** Lets go of what was chosen last until the whole fits. */
  keepToTarget(): void {
    while (this.count() > this.target && this.list.length > this.required.size) {
      const last = this.list.findLastIndex((piece) => !this.required.has(piece));
      this.#starts.delete(this.list[last]!.start);
      this.list.splice(last, 1);
    }
  }

  inOrder(): Piece[] {
    return sorted(this.list);
  }
}

/** A dash, a full stop, a line break: what a piece costs beside its own words. */
const AROUND = 3;

function sorted(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.start - b.start);
}

/** First the sentences that hold the most of what must be kept; where they do not fit, the clause; then the bare words. */
function requirePreserved(
  pieces: Pieces,
  units: readonly Unit[],
  there: readonly string[],
  cite: Cite,
  warn: (message: string) => void,
): void {
  const shortened: string[] = [];
  const open = new Set(there);
  const homes = new Map(there.map((concept) => [concept, unitsWith(units, concept)]));
  const fitting = [...new Set([...homes.values()].flat())].sort((a, b) => a.text.length - b.text.length);
  const room = sharesOf(pieces.target, there.length);
  while (open.size > 0) {
    const [concept] = open;
    const home = best(homes.get(concept!)!, open, room) ?? fitting.find(({ text }) => holds(text, concept!));
    const piece = home && { ...pieceOf(home), mark: cite(home) };
    if (
      piece !== undefined &&
      !pieces.has(home!) &&
      holds(piece.text, concept!) &&
      roomFor(pieces, piece, open, concept!)
    ) {
      pieces.add(piece);
      pieces.required.add(piece);
    } else {
      const short = clauseWith(home?.text ?? concept!, concept!);
      const added = { start: home?.start ?? 0, block: home?.block ?? 0, kind: 'sentence' as const, text: short };
      const bare = { ...added, text: concept! };
      const put = [added, bare].find((one) => roomFor(pieces, one, open, concept!) && pieces.add(one));
      if (put === undefined) throw tooSmall(pieces, there);
      pieces.required.add(put);
      shortened.push(concept!);
    }
    const text = pieces.list.at(-1)!.text;
    for (const other of [...open]) if (holds(text, other)) open.delete(other);
    open.delete(concept!);
  }
  if (shortened.length > 0)
    warn(`The target leaves no room for the whole sentence about ${shortened.map((one) => `"${one}"`).join(', ')}.`);
}

function sharesOf(target: number, concepts: number): number {
  return Math.max(12, Math.floor((target * 0.9) / Math.max(1, concepts)) * 4);
}

/** Covers most of what is open; of equals the one that is a sentence and of a good length. */
function best(homes: readonly Unit[], open: ReadonlySet<string>, room: number): Unit | undefined {
  let found: { unit: Unit; worth: number } | undefined;
  for (const unit of homes) {
    let worth = 0;
    for (const concept of open) if (holds(unit.text, concept)) worth += 10;
    worth += unit.kind === 'sentence' || unit.kind === 'item' ? 3 : 0;
    worth -= unit.text.length > room ? 6 : unit.text.length > 400 ? 4 : unit.text.length < 30 ? 2 : 0;
    if (found === undefined || worth > found.worth) found = { unit, worth };
  }
  return found?.unit;
}

/** Whether the bare words of all that is still to come would fit behind this piece. */
function roomFor(pieces: Pieces, piece: Piece, open: ReadonlySet<string>, concept: string): boolean {
  const others = [...open].filter((other) => other !== concept && !holds(piece.text, other));
  const later = others.map((text, index): Piece => ({ start: 1e9 + index, block: -1, kind: 'sentence', text }));
  return countTokens(render([...sorted([...pieces.list, piece]), ...later], pieces.style)) <= pieces.target;
}

function tooSmall(pieces: Pieces, there: readonly string[]): ConsiliumError {
  const bare = there.map((text, index): Piece => ({ start: index, block: index, kind: 'sentence', text }));
  const needed = countTokens(render(bare, pieces.style));
  return new ConsiliumError(
    'TARGET_TOO_SMALL',
    `${pieces.target} tokens cannot hold the ${there.length} concepts to preserve: their bare words take ${needed}.`,
    {
      hint: 'Raise target_tokens or preserve less.',
      details: { path: 'target_tokens', needed, target: pieces.target },
    },
  );
}

/** The part of a sentence between two commas or the like that has the words in it. */
function clauseWith(sentence: string, concept: string): string {
  const parts = sentence.split(/(?<=[,;:—–])\s+|\s+(?=\()/);
  return (parts.find((part) => holds(part, concept)) ?? concept)
    .replace(/[,;:—–]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const EXECUTIVE =
  /\b(?:therefore|conclu\w+|result\w*|recommend\w*|should|must|risk\w*|cost\w*|benefit\w*|impact|decision|goal|increase\w*|reduce\w*|improve\w*|significant\w*|key|overall|in summary)\b/i;

/** Centrality, then what the style and the request ask for. */
function rankFor(
  { style, structure = [], feedback = [] }: Request,
  weighed: readonly Weighed[],
  cite: Cite,
): Weighed[] {
  const wanted = new Set([...structure, ...feedback, ...feedback].flatMap((text) => contentStems(text)));
  const boosted = weighed.map((one) => {
    let score = one.score;
    if (style === 'executive' && EXECUTIVE.test(one.unit.text)) score *= 1.3;
    if (cite(one.unit) !== '') score *= 1.15;
    if (wanted.size > 0) score *= 1 + 0.5 * Math.min(1, one.stems.filter((stem) => wanted.has(stem)).length / 3);
    return { ...one, score };
  });
  return boosted.sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Takes the best that still says something new, again and again. */
function fill(pieces: Pieces, ranked: readonly Weighed[], cite: Cite): void {
  const weights = weighStems(ranked.map(({ stems }) => stems));
  const covered = new Set(pieces.list.flatMap(({ text }) => contentStems(text)));
  const left = ranked.filter(({ unit }) => !pieces.has(unit)).slice(0, 1500);
  const chosen = ranked.filter(({ unit }) => pieces.has(unit));
  const room = sharesBySection(ranked);
  while (left.length > 0 && pieces.tokens < pieces.target * 0.97) {
    let at = 0;
    let top = -1;
    // Far down the list nothing is worth more than what stands above it, however new.
    for (let index = 0; index < Math.min(left.length, 200); index++) {
      const one = left[index]!;
      const fresh = isNew(one, chosen) ?? novelty(one.stems, covered, weights);
      const worth = one.score * (0.25 + 0.75 * fresh) * balance(one, chosen, room);
      if (worth > top) [at, top] = [index, worth];
    }
    const [next] = left.splice(at, 1);
    if (!pieces.add({ ...pieceOf(next!.unit), mark: cite(next!.unit) })) continue;
    for (const stem of next!.stems) covered.add(stem);
    chosen.push(next!);
  }
}

/** How much of the text each section is. */
function sharesBySection(ranked: readonly Weighed[]): Map<number, number> {
  const sizes = new Map<number, number>();
  let all = 0;
  for (const { section, unit } of ranked) {
    sizes.set(section, (sizes.get(section) ?? 0) + unit.text.length);
    all += unit.text.length;
  }
  for (const [section, size] of sizes) sizes.set(section, size / Math.max(1, all));
  return sizes;
}

/** A section that has had its share gives way to one that has not. */
function balance({ section }: Weighed, chosen: readonly Weighed[], shares: ReadonlyMap<number, number>): number {
  if (chosen.length === 0 || shares.size < 2) return 1;
  const had = chosen.filter((one) => one.section === section).length / chosen.length;
  const share = shares.get(section) ?? 0;
  return had === 0 ? 1.25 : had <= share ? 1 : Math.max(0.45, 1 - (had - share));
}

function novelty(stems: readonly string[], covered: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let fresh = 0;
  let all = 0;
  for (const stem of new Set(stems)) {
    const weight = weights.get(stem) ?? 0;
    all += weight;
    if (!covered.has(stem)) fresh += weight;
  }
  return all === 0 ? 0 : fresh / all;
}

/** Where a gap is left, the least of the chosen gives way to something longer that fits. */
function settle(pieces: Pieces, ranked: readonly Weighed[], cite: Cite): void {
  const worth = new Map(ranked.map(({ unit, score }) => [unit.start, score]));
  for (let round = 0; round < 3 && pieces.tokens < pieces.target * 0.92; round++) {
    const weakest = pieces.list
      .filter((piece) => !pieces.required.has(piece))
      .sort((a, b) => (worth.get(a.start) ?? 0) - (worth.get(b.start) ?? 0))
      .slice(0, 4);
    const others = ranked.filter(({ unit }) => !pieces.has(unit)).slice(0, 60);
    const swapped = weakest.some((out) =>
      others.some(({ unit }) => pieces.swap(out, { ...pieceOf(unit), mark: cite(unit) })),
    );
    if (!swapped) return;
  }
}

const FACT = /\d|\b(?:not|never|no|must|only|always|cannot|is an?|are|means|requires?)\b/i;
const MOST_FACTS = 12;

/** What was to be kept, then the sentences that state something checkable; each as it stands in the summary. */
function factsOf(pieces: readonly Piece[], there: readonly string[], summary: string): string[] {
  const stated = pieces.filter(({ kind, text }) => kind !== 'heading' && kind !== 'code' && FACT.test(text));
  const facts = [...there, ...stated.slice(0, MOST_FACTS).map(({ text }) => text)];
  return [...new Set(facts)].filter((fact) => holds(summary, fact));
}
