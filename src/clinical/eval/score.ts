import type { Fact } from '../facts/facts.ts';
import { observationByCode } from '../measures/observations.ts';
import { toCanonical } from '../measures/quantities.ts';
import type { Case, Gold } from './cases.ts';

/** How many facts were asked for, given and right; with the first mistakes in words. */
export interface Score {
  gold: number;
  predicted: number;
  right: number;
  perfect: number;
  cases: number;
  f1: number;
  errors: string[];
}

/** A fact counts when kind, place, name, value and unit, negation, experiencer, certainty and date are all right. */
export function scoreFacts(cases: Case[], extract: (text: string) => Fact[]): Score {
  const score: Score = { gold: 0, predicted: 0, right: 0, perfect: 0, cases: cases.length, f1: 0, errors: [] };
  for (const one of cases) scoreCase(one, extract(one.text), score);
  score.f1 = score.gold + score.predicted === 0 ? 1 : (2 * score.right) / (score.gold + score.predicted);
  return score;
}

function scoreCase({ text, facts }: Case, found: Fact[], score: Score): void {
  const asked = facts.filter(({ optional }) => !optional);
  const used = new Set<Fact>();
  let clean = true;
  const miss = (why: string) => {
    clean = false;
    score.errors.push(`${why} | ${text}`);
  };
  for (const gold of asked) {
    const candidates = found.filter((fact) => !used.has(fact) && isSameThing(gold, fact));
    const fact = candidates.find((candidate) => faultsOf(gold, candidate).length === 0) ?? candidates[0];
    if (!fact) {
      miss(`missing ${gold.kinds.join('|')} "${gold.words}"`);
      continue;
    }
    used.add(fact);
    const faults = faultsOf(gold, fact);
    if (faults.length === 0) score.right++;
    else
      miss(
        `wrong ${faults.join(', ')} of "${gold.words}": ${JSON.stringify({ v: fact.value, u: fact.unit, c: fact.certainty, e: fact.experiencer, t: fact.time, n: fact.name })}`,
      );
  }
  const extra = found.filter(
    (fact) => !used.has(fact) && !facts.some((gold) => gold.optional && isSameThing(gold, fact)),
  );
  for (const fact of extra) miss(`not asked for ${fact.kind} "${fact.text}"`);
  score.gold += asked.length;
  score.predicted += used.size + extra.length;
  if (clean) score.perfect++;
}

function isSameThing(gold: Gold, fact: Fact): boolean {
  return gold.kinds.includes(fact.kind) && fact.start < gold.end && gold.start < fact.end;
}

function faultsOf(gold: Gold, fact: Fact): string[] {
  const faults: string[] = [];
  if (fact.negated !== gold.negated) faults.push('negation');
  if (!gold.negated && (fact.certainty === 'possible') !== gold.possible) faults.push('certainty');
  if (!gold.experiencers.includes(fact.experiencer)) faults.push('experiencer');
  if (gold.name && !gold.name.test(fact.name)) faults.push('name');
  if (gold.time && !(fact.time ?? '').startsWith(gold.time) && !(fact.time && gold.time.startsWith(fact.time)))
    faults.push('time');
  if (gold.value !== undefined && !hasValue(gold, fact)) faults.push('value');
  return faults;
}

function hasValue(gold: Gold, fact: Fact): boolean {
  if (gold.value?.includes('/')) return fact.value === gold.value;
  const want = Number(gold.value);
  const near = (got: number | undefined) => got !== undefined && Math.abs(got - want) <= Math.abs(want) * 0.006;
  if (gold.unit === undefined) return near(Number(fact.value)) || near(Number(fact.original?.value));
  if (fact.unit === gold.unit) return near(Number(fact.value));
  const entry = fact.code ? observationByCode(fact.code.code) : undefined;
  if (!entry || fact.unit === undefined) return false;
  const [a, b] = [toCanonical(entry, Number(fact.value), fact.unit), toCanonical(entry, want, gold.unit)];
  return a !== undefined && b !== undefined && Math.abs(a - b) <= Math.abs(b) * 0.012;
}
