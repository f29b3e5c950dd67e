/** Patterns as data (security.yml, patterns.yml) looked for in a scanned text; what stands in a comment never counts. */
import { z } from 'zod';
import type { CodeFile } from '../../reading/index.ts';
import { type Finding, locator, makeFinding, severity } from './finding.ts';
import { isPattern } from './language.ts';
import { CODE, COMMENT, type Scan, STRING } from './scan.ts';
import { sheet } from './sheet.ts';

const pattern = z.string().refine(isPattern, 'is not a regular expression.');

const securityRule = z.strictObject({
  id: z.string(),
  asks: z.array(z.string()).default([]),
  severity,
  artifacts: z.array(z.enum(['code', 'config', 'document'])),
  languages: z.array(z.string()).optional(),
  pattern,
  flags: z.string().default(''),
  where: z.enum(['code', 'string', 'any']).default('code'),
  unless: pattern.optional(),
  /** Calls of the syntax tree that are the weakness, wherever their arguments stand. */
  calls: z
    .array(z.strictObject({ name: pattern, arguments: pattern.optional(), unless: pattern.optional() }))
    .default([]),
  /** Nothing but such a call is the weakness. */
  only_calls: z.boolean().default(false),
  message: z.string(),
  fix: z.string(),
  source: z.string(),
});
type SecurityRule = z.infer<typeof securityRule>;

const habitRule = z.strictObject({
  id: z.string(),
  kind: z.enum(['design', 'habit']),
  severity,
  languages: z.array(z.string()).optional(),
  pattern,
  message: z.string(),
  fix: z.string(),
});

export const securityRules = sheet('./security.yml', import.meta.url, z.array(securityRule));
export const habitRules = sheet('./patterns.yml', import.meta.url, z.array(habitRule));

type Place = readonly [start: number, end: number];
type ArtifactType = 'code' | 'config' | 'document';

/** What is looked for in an artifact of this kind: a list of nothing found is worth what was looked for. */
export function weaknessesLookedFor(artifact: ArtifactType, language: string): string[] {
  return securityRules()
    .filter(({ artifacts }) => artifacts.includes(artifact))
    .filter(({ languages }) => artifact !== 'code' || languages === undefined || languages.includes(language))
    .map(({ id }) => id);
}

/** How often one rule is told about one artifact; the rest is in the count of the last. */
const MOST = 50;

export function findWeaknesses(
  scanned: Scan,
  artifact: ArtifactType,
  language: string,
  code?: CodeFile | undefined,
): Finding[] {
  const locate = locator(scanned.text);
  return securityRules().flatMap((rule) => {
    if (!rule.artifacts.includes(artifact)) return [];
    if (artifact === 'code' && rule.languages !== undefined && !rule.languages.includes(language)) return [];
    const written = search(scanned, rule.pattern, rule.flags, artifact === 'code' ? rule.where : 'any', rule.unless);
    const places = code === undefined ? written : byTree(rule, written, code, locate);
    return places.map(([start, end]) =>
      makeFinding({
        rule: rule.id,
        severity: rule.severity,
        category: 'security',
        location: locate(start, end),
        message: `${rule.message} (${rule.source})`,
        fix_hint: rule.fix,
      }),
    );
  });
}

/** The tree knows a call that runs over several lines, and a definition that only has the name of one. */
function byTree(
  { calls: wanted, only_calls }: SecurityRule,
  written: readonly Place[],
  { calls, symbols }: CodeFile,
  locate: ReturnType<typeof locator>,
): Place[] {
  const judged = calls.flatMap(({ name, arguments: given, start }) => {
    const named = wanted.filter((one) => new RegExp(`^(?:${one.name})$`).test(name));
    if (named.length === 0) return [];
    const isOne = named.some(
      (one) =>
        (one.arguments === undefined || new RegExp(one.arguments).test(given)) &&
        !(one.unless !== undefined && new RegExp(one.unless).test(given)),
    );
    return [{ place: [start, start + name.length] as const, isOne }];
  });
  const lines = new Set(judged.map(({ place: [start, end] }) => locate(start, end).line));
  const others = written.filter(
    ([start, end]) =>
      !only_calls &&
      !lines.has(locate(start, end).line) &&
      !symbols.some(({ nameStart }) => nameStart >= start && nameStart < end),
  );
  const called = judged.flatMap(({ place, isOne }) => (isOne ? [place] : []));
  return [...called, ...others].sort((a, b) => a[0] - b[0]).slice(0, MOST);
}

export function findHabits(scanned: Scan, language: string): Finding[] {
  const locate = locator(scanned.text);
  return habitRules().flatMap((rule) => {
    if (rule.languages !== undefined && !rule.languages.includes(language)) return [];
    return search(scanned, rule.pattern, language === 'sql' ? 'mi' : 'm', 'code').map(([start, end]) =>
      makeFinding({
        rule: rule.id,
        severity: rule.severity,
        category: 'pattern',
        location: locate(start, end),
        message: rule.kind === 'design' ? `Design pattern: ${rule.message}.` : rule.message,
        fix_hint: rule.fix,
      }),
    );
  });
}

function search(
  { withoutComments, kinds }: Scan,
  source: string,
  flags: string,
  where: 'code' | 'string' | 'any',
  unless?: string,
): [start: number, end: number][] {
  const found: [number, number][] = [];
  const except = unless === undefined ? undefined : new RegExp(unless, 'i');
  const multiline = source.startsWith('^') || flags.includes('m') ? 'm' : '';
  for (const match of withoutComments.matchAll(new RegExp(source, `g${flags.replace('m', '')}${multiline}`))) {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    const kind = kinds[start];
    if (kind === COMMENT || (where === 'code' && kind !== CODE) || (where === 'string' && kind !== STRING)) continue;
    if (except?.test(lineAround(withoutComments, start))) continue;
    found.push([start, match.index + match[0].length]);
    if (found.length === MOST) break;
  }
  return found;
}

function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 400);
  const end = text.indexOf('\n', at);
  return text.slice(start, Math.min(end === -1 ? text.length : end, at + 400));
}
