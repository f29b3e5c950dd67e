/** A demand on the form of a text, carried out. */
import type { Artifact, Seen } from '../seen.ts';
import { around, findWord, seen } from '../seen.ts';
import { type Bound, type Demand, readDemand } from './demand.ts';
import { judgeFormat } from './formats.ts';
import { PARTS, sizeOf } from './parts.ts';
import { judgeTongue } from './tongue.ts';

/** Undefined: it is no criterion of form, or one that is not understood. `holds` counts its denial in. */
export async function judgeForm(artifact: Artifact, criterion: string): Promise<Seen | undefined> {
  const two = TWO.exec(criterion)?.groups;
  if (two !== undefined) {
    const [one, other] = [
      await judgeForm(artifact, `${two['lead']}no ${two['one']}`),
      await judgeForm(artifact, `${two['lead']}no ${two['other']}`),
    ];
    return one === undefined || other === undefined ? undefined : one.holds ? other : one;
  }
  const laidOut = LAID_OUT.exec(criterion)?.groups?.['what'];
  const demand = readDemand(laidOut === undefined ? criterion : `Contains ${laidOut}`);
  const found = demand === undefined ? undefined : await carryOut(artifact, demand);
  return found === undefined || demand === undefined
    ? undefined
    : { ...found, holds: found.holds !== demand.negative, likely: laidOut !== undefined };
}

/** "Neither tables nor images". */
const TWO = /^(?<lead>.*?)\bneither (?<one>.+?) nor (?<other>.+)$/i;

/** "Presents the rates in a table": that there is one can be told; that it holds the rates is likely. */
const LAID_OUT =
  /^(?:presents?|lists?|shows?|gives?|sets? out|displays?|arranges?|summari[sz]es?)\s.+\s(?:in|as)\s(?<what>an? [\w -]+?)\.?$/i;

async function carryOut(artifact: Artifact, demand: Demand): Promise<Seen | undefined> {
  const { format, tongue, scope, unit, literals, relation } = demand;
  if (format !== undefined) return unit === undefined ? judgeFormat(artifact, { format }) : undefined;
  if (tongue !== undefined)
    return unit === undefined && literals.length === 0 ? judgeTongue(artifact.document.words, tongue) : undefined;
  if (demand.case !== undefined) return judgeCase(artifact, demand);
  if (demand.same) return judgeSame(artifact, demand);
  if (artifact.code !== undefined && unit !== undefined && !IN_CODE.has(unit)) return undefined;
  if (relation !== undefined && literals.length > 0) return judgeLiteral(artifact, demand);
  if (relation === 'begins' && unit !== undefined) return judgeOpening(artifact, unit);
  if (unit === undefined || relation !== undefined) return undefined;
  if (scope?.unit === 'line' && /heading/.test(unit)) return judgeLineAsHeading(artifact, demand);
  return scope === undefined ? judgeCount(artifact, demand) : judgeParts(artifact, demand);
}

/** Of code only these are counted as of any text. */
const IN_CODE = new Set([
  'line',
  'word',
  'character',
  'comment',
  'tab',
  'todo',
  'emoji',
  'blank line',
  'semicolon',
  'email address',
  'link',
  'digit',
]);

function fits(count: number, bound: Bound | undefined): boolean {
  if (bound === undefined) return count > 0;
  return count >= (bound.least ?? 0) && count <= (bound.most ?? Number.POSITIVE_INFINITY);
}

function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

function tell(bound: Bound | undefined): string {
  if (bound === undefined) return 'any';
  const { least, most } = bound;
  if (least === most) return `exactly ${least}`;
  return [least === undefined ? [] : [`at least ${least}`], most === undefined ? [] : [`at most ${most}`]]
    .flat()
    .join(' and ');
}

function judgeCount(artifact: Artifact, { unit = '', bound, inner }: Demand): Seen | undefined {
  const parts = PARTS[unit]?.(artifact);
  if (parts === undefined) return undefined;
  if (inner === undefined)
    return seen(fits(parts.length, bound), `It has ${count(parts.length, unit)}; asked for: ${tell(bound)}.`);
  if (unit === 'table') {
    const inside = PARTS[inner.unit]?.(artifact);
    return inside && seen(fits(inside.length, inner.bound), `The table has ${count(inside.length, inner.unit)}.`);
  }
  if (!/list$/.test(unit) || !/item|bullet|numbered/.test(inner.unit)) return undefined;
  const sizes = parts.map((part) => part.split('\n').length);
  const hits = sizes.filter((size) => fits(size, inner.bound)).length;
  return seen(fits(hits, bound), `It has ${count(sizes.length, unit)}, with ${sizes.join(', ')} ${inner.unit}s.`);
}

function partsOf(artifact: Artifact, { scope }: Demand): readonly string[] | undefined {
  if (scope === undefined) return [artifact.text];
  const parts = (PARTS[scope.unit]?.(artifact) ?? []).filter((part) => part.trim() !== '');
  if (parts.length === 0) return undefined;
  return scope.which === 'first' ? parts.slice(0, 1) : scope.which === 'last' ? parts.slice(-1) : parts;
}

function judgeParts(artifact: Artifact, demand: Demand): Seen | undefined {
  const { unit = '', bound, scope, negative } = demand;
  const parts = partsOf(artifact, demand);
  if (parts === undefined) return undefined;
  const sizes = parts.map((part) => sizeOf(part, unit, artifact));
  if (sizes.includes(undefined)) return undefined;
  const good = (size: number) => fits(size, bound);
  // "No line is longer than …": one that is would be too many.
  const all =
    negative && scope?.which === 'each' ? sizes.some((size) => good(size!)) : sizes.every((size) => good(size!));
  return seen(
    all,
    `The longest has ${Math.max(...sizes.map((size) => size!))}, the shortest ${count(Math.min(...sizes.map((size) => size!)), unit)}.`,
  );
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[*_#`>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function judgeLiteral(artifact: Artifact, demand: Demand): Seen | undefined {
  const { literals, relation, scope, unit, bound, negative } = demand;
  if (bound !== undefined || (unit !== undefined && unit !== 'heading')) return undefined;
  const inScope: Demand =
    unit === 'heading' && scope === undefined ? { ...demand, scope: { unit, which: 'some' } } : demand;
  const parts = unit === 'heading' && scope === undefined ? titlesOf(artifact) : partsOf(artifact, inScope);
  if (parts === undefined) return inScope.scope?.which === 'some' ? seen(false, 'There is none.') : undefined;
  const holds = (part: string, literal: string) => {
    const [text, wanted] = [bare(part), literal.toLowerCase().trim() || literal];
    if (relation === 'begins') return text.startsWith(wanted);
    if (relation === 'ends') return wanted === '\n' ? part.endsWith('\n') : text.endsWith(wanted);
    if (relation === 'is' && inScope.scope !== undefined)
      return text === bare(wanted) || (unit === 'heading' && text.includes(bare(wanted)));
    return findWord(part, literal) >= 0;
  };
  const good = (part: string) =>
    negative ? literals.some((one) => holds(part, one)) : literals.every((one) => holds(part, one));
  const any = inScope.scope?.which === 'some' || (negative && inScope.scope?.which === 'each');
  const found = any ? parts.some(good) : parts.every(good);
  const at = findWord(artifact.text, literals[0]!);
  return seen(
    found,
    `"${literals[0]}" ${found ? 'is' : 'is not'} there.`,
    found && at >= 0 ? { evidence: around(artifact.text, at), at } : {},
  );
}

/** Headings, and short lines that stand for one: "Timeline:". */
function titlesOf(artifact: Artifact): readonly string[] {
  const lines = (PARTS['line']?.(artifact) ?? []).filter(
    (line) => /^[^.!?]{1,40}:?\s*$/.test(line) && line.trim() !== '',
  );
  return [...(PARTS['heading']?.(artifact) ?? []), ...lines.map((line) => line.replace(/:\s*$/, ''))];
}

function judgeOpening({ document, text }: Artifact, unit: string): Seen | undefined {
  if (!/heading/.test(unit)) return undefined;
  const [first] = document.blocks;
  const level = unit === 'top-level heading' ? 1 : unit === 'second-level heading' ? 2 : first?.level;
  return seen(first?.kind === 'heading' && first.level === level, `It begins with "${text.trim().slice(0, 40)}".`);
}

/** "The first line is a level-one heading": the line itself, whatever else stands first. */
function judgeLineAsHeading({ document, text }: Artifact, { unit = '', scope }: Demand): Seen | undefined {
  if (scope?.which !== 'first' && scope?.which !== 'last') return undefined;
  const end = text.trimEnd().length;
  const start = scope.which === 'first' ? 0 : text.lastIndexOf('\n', end - 1) + 1;
  const line = text.slice(start, end).split('\n')[0]!;
  const own = document.blocks.find(
    (one) => one.kind === 'heading' && one.start < start + line.length && one.end > start,
  );
  const level = LEVELS[unit] ?? own?.level;
  return seen(own !== undefined && own.level === level, `It reads "${line.slice(0, 60)}".`, { at: start });
}

const LEVELS: Readonly<Record<string, number>> = {
  'top-level heading': 1,
  'second-level heading': 2,
  'third-level heading': 3,
};

function judgeCase(artifact: Artifact, demand: Demand): Seen | undefined {
  const parts =
    demand.scope === undefined && demand.unit === 'heading' ? PARTS['heading']!(artifact) : partsOf(artifact, demand);
  if (parts === undefined || parts.length === 0) return undefined;
  const style = demand.case ?? '';
  const fitsCase = (part: string) => {
    const letters = part.replace(/[^\p{L}]/gu, '');
    if (/lower/.test(style)) return letters === letters.toLowerCase();
    if (/upper|capital/.test(style)) return letters === letters.toUpperCase();
    const words = part
      .split(/\s+/)
      .slice(1)
      .filter((word) => /\p{L}{4}/u.test(word));
    return words.every((word) => /^\P{L}*\p{Lu}/u.test(word) === /title/.test(style));
  };
  return seen(parts.every(fitsCase), 'By its letters.');
}

function judgeSame(artifact: Artifact, demand: Demand): Seen | undefined {
  const parts = partsOf(artifact, demand);
  const sizes = parts?.map((part) => sizeOf(part, demand.unit ?? '', artifact));
  if (sizes === undefined || sizes.includes(undefined)) return undefined;
  return seen(new Set(sizes).size === 1, `They have ${[...new Set(sizes)].join(', ')}.`);
}
