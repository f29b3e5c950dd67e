/**
 * A checklist without a model: an item that forbids a weakness is judged by what the rules for it find; any other is looked
 * for by its words, and where they stand is the evidence.
 */
import { z } from 'zod';
import { type Finding, location, locator } from './finding.ts';
import { securityRules } from './match.ts';
import { sentences, terms } from './prose.ts';

export const checkedItem = z.object({
  item: z.string(),
  found: z.boolean(),
  evidence: z.string().optional(),
  location: location.optional(),
  /** The rules whose findings decided, where rules did. */
  rules: z.array(z.string()).optional(),
});
export type CheckedItem = z.infer<typeof checkedItem>;

/** How many of an item's words must stand together. */
const ENOUGH = 0.6;

export function checkItems(
  artifact: string,
  items: readonly string[],
  findings: readonly Finding[] = [],
  lookedFor: readonly string[] = [],
): CheckedItem[] {
  if (items.length === 0) return [];
  const passages = readPassages(artifact);
  const locate = locator(artifact);
  return items.map((item) => {
    const judged = judgeByFindings(item, findings, lookedFor);
    if (judged !== undefined) return judged;
    const wanted = new Set(terms(item));
    const best = findBest(passages, wanted);
    if (best === undefined || best.share < ENOUGH) return { item, found: false };
    return { item, found: true, evidence: clip(best.text), location: locate(best.start, best.end) };
  });
}

const FORBIDS = /\b(?:no|not|never|without|free of|avoids?|none)\b|n't\b/i;

/** "No SQL injection": met where the rules that look for it found nothing; undefined where no rule does. */
function judgeByFindings(
  item: string,
  findings: readonly Finding[],
  lookedFor: readonly string[],
): CheckedItem | undefined {
  if (!FORBIDS.test(item)) return undefined;
  const said = new Set(terms(splitNames(item.replace(/-/g, ' '))));
  const rules = securityRules()
    .filter(
      ({ id, asks }) => lookedFor.includes(id) && asks.some((phrase) => terms(phrase).every((term) => said.has(term))),
    )
    .map(({ id }) => id);
  if (rules.length === 0) return undefined;
  const broken = findings.find(({ rule }) => rules.includes(rule));
  if (broken === undefined) return { item, found: true, rules };
  return { item, found: false, rules, evidence: broken.message, location: broken.location };
}

interface Passage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<string>;
}

/** Sentences of prose; code falls apart into lines, names into their words. */
function readPassages(artifact: string): Passage[] {
  const lines: { text: string; start: number; end: number }[] = [];
  let at = 0;
  for (const line of artifact.split('\n')) {
    if (line.trim() !== '') lines.push({ text: line, start: at, end: at + line.length });
    at += line.length + 1;
  }
  return [...lines, ...sentences(artifact)].map((passage) => ({
    ...passage,
    terms: new Set(terms(splitNames(passage.text))),
  }));
}

/** `parseUserInput` and `parse_user_input` as words, besides the name itself. */
export function splitNames(text: string): string {
  return `${text} ${text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ')}`;
}

function findBest(
  passages: readonly Passage[],
  wanted: ReadonlySet<string>,
): (Passage & { share: number }) | undefined {
  let best: (Passage & { share: number }) | undefined;
  if (wanted.size === 0) return undefined;
  for (const passage of passages) {
    let hits = 0;
    for (const term of wanted) if (passage.terms.has(term)) hits++;
    const share = hits / wanted.size;
    if (best === undefined || share > best.share) best = { ...passage, share };
  }
  return best;
}

function clip(text: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
}
