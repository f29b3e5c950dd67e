import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../facts/facts.ts';

/** The public sets of a data folder (`--data`): what each measures, read as `../shared/eval/README.md` describes them. */
export interface Figure {
  name: string;
  unit: string;
  value: number;
}

interface GoldSpan {
  kind: string;
  type?: string;
  start: number;
  end: number;
  spans?: [number, number][];
}

interface Row {
  id: string;
  text: string;
  start: number;
  end: number;
  negated: boolean;
  label: string;
  facts: GoldSpan[];
  optional?: { kind: string | string[]; start: number; end: number; spans?: [number, number][] }[];
}

export function scoreCorpora(
  folder: string,
  extract: (text: string) => Fact[],
  rule: (text: string) => string,
): Figure[] {
  const rows = (name: string): Row[] => {
    const path = join(folder, `${name}.ndjson`);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Row);
  };
  return [
    ...scoreNegation(rows('negation'), extract),
    ...scoreSpans('notes', rows('clinical-notes'), extract, NOTE_CLASSES),
    ...scoreSpans('bc5cdr', rows('bc5cdr-dev'), extract, CDR_CLASSES),
    ...scoreRouting(rows('routing-dev'), rule),
  ];
}

function scoreNegation(rows: Row[], extract: (text: string) => Fact[]): Figure[] {
  if (rows.length === 0) return [];
  let [right, wrong, missed, absent] = [0, 0, 0, 0];
  for (const row of rows) {
    const best = extract(row.text)
      .filter((fact) => shared(row, fact) > 0)
      .sort((a, b) => shared(row, b) - shared(row, a))[0];
    if (!best) absent++;
    else if (best.negated && row.negated) right++;
    else if (best.negated) wrong++;
    else if (row.negated) missed++;
  }
  return [
    { name: 'negation F1 where found', unit: 'F1', value: f1(right, right + wrong, right + missed) },
    { name: 'negation concepts missed', unit: 'share', value: absent / rows.length },
  ];
}

function shared(a: { start: number; end: number }, b: { start: number; end: number }): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start);
}

type Classes = Record<string, { gold: (span: GoldSpan) => boolean; found: (fact: Fact) => boolean }>;

const isProblem = ({ kind }: { kind: string }) => kind === 'condition' || kind === 'symptom';
const ofKind = (kind: string) => ({
  gold: (span: GoldSpan) => span.kind === kind,
  found: (fact: Fact) => fact.kind === kind,
});
const NOTE_CLASSES: Classes = {
  medication: ofKind('medication'),
  measurement: ofKind('measurement'),
  condition: ofKind('condition'),
  symptom: ofKind('symptom'),
  procedure: ofKind('procedure'),
  problem: { gold: isProblem, found: isProblem },
};
const CDR_CLASSES: Classes = {
  chemical: {
    gold: ({ type }) => type === 'Chemical',
    found: ({ kind }) => kind === 'medication' || kind === 'allergy',
  },
  disease: { gold: ({ type }) => type === 'Disease', found: isProblem },
};

/** Overlap F1 and precision by class; what lies over an optional span counts neither way. */
function scoreSpans(set: string, rows: Row[], extract: (text: string) => Fact[], classes: Classes): Figure[] {
  if (rows.length === 0) return [];
  const replies = rows.map(({ text }) => extract(text));
  return Object.entries(classes).flatMap(([name, { gold, found }]) => {
    let [wanted, hit, given, right] = [0, 0, 0, 0];
    rows.forEach((row, at) => {
      const spans = row.facts.filter(gold);
      const facts = replies[at]!.filter(found);
      wanted += spans.length;
      hit += spans.filter((span) => facts.some((fact) => touches(span, fact))).length;
      for (const fact of facts) {
        const good = spans.some((span) => touches(span, fact));
        if (!good && row.optional?.some((span) => [span.kind].flat().includes(fact.kind) && touches(span, fact)))
          continue;
        given++;
        if (good) right++;
      }
    });
    const [precision, recall] = [given ? right / given : 0, wanted ? hit / wanted : 0];
    const balance = precision + recall ? (2 * precision * recall) / (precision + recall) : 0;
    return [
      { name: `${set} ${name} F1`, unit: 'F1', value: balance },
      { name: `${set} ${name} precision`, unit: 'share', value: precision },
    ];
  });
}

function touches(span: { start: number; end: number; spans?: [number, number][] }, fact: Fact): boolean {
  return shared(span, fact) > 0 || (span.spans ?? []).some(([start, end]) => shared({ start, end }, fact) > 0);
}

function scoreRouting(rows: Row[], rule: (text: string) => string): Figure[] {
  if (rows.length === 0) return [];
  const share = (label: string) => {
    const some = rows.filter((row) => row.label === label);
    return some.filter(({ text }) => (rule(text) === 'non_health') === (label === 'non_health')).length / some.length;
  };
  return [
    { name: 'routing health recall', unit: 'share', value: share('health') },
    { name: 'routing non-health declined', unit: 'share', value: share('non_health') },
  ];
}

function f1(right: number, given: number, wanted: number): number {
  return given + wanted === 0 ? 1 : (2 * right) / (given + wanted);
}
