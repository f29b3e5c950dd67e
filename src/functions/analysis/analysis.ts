/** The analysis itself, without a model: which parts look at an artifact, by its type and by what is asked. */
import { z } from 'zod';
import { detectCode } from '../../reading/index.ts';
import { checkedItem, checkItems } from './checklist.ts';
import { checkConfiguration, readConfiguration } from './configuration.ts';
import { type Dependencies, readImports, readManifest } from './dependencies.ts';
import { readDocument } from './documents.ts';
import { type Finding, finding, makeFinding } from './finding.ts';
import { checkLimits } from './gate.ts';
import { ARTIFACT_TYPES, type ArtifactType, typeOf } from './kind.ts';
import { detectLanguage, findLanguage, type Language } from './language.ts';
import { lint } from './lint.ts';
import { findHabits, findWeaknesses, weaknessesLookedFor } from './match.ts';
import { scan } from './scan.ts';
import { type CodeMetrics, measure } from './structure.ts';

export const analysis = z.object({
  artifact_type: z.enum(ARTIFACT_TYPES),
  findings: z.array(finding),
  metrics: z.record(z.string(), z.json()),
  checklist: z.array(checkedItem),
});

type AnalysisType = 'quality' | 'security' | 'patterns' | 'dependencies';

export interface Request {
  readonly artifact: string;
  /** Absent: found out. */
  readonly artifact_type?: ArtifactType | undefined;
  readonly analyses: readonly AnalysisType[];
  readonly checklist: readonly string[];
  readonly language?: string | undefined;
  readonly file_name?: string | undefined;
}

export interface Analysis {
  readonly artifact_type: ArtifactType;
  readonly findings: readonly Finding[];
  readonly metrics: Record<string, z.core.util.JSONType>;
  readonly checklist: readonly z.infer<typeof checkedItem>[];
  readonly warnings: readonly string[];
}

interface Part {
  readonly findings: readonly Finding[];
  readonly metrics: object;
  readonly warnings?: readonly string[];
  /** Rules of security that were tried. */
  readonly lookedFor?: readonly string[];
}

export async function analyse(request: Request): Promise<Analysis> {
  const { artifact, analyses, checklist } = request;
  const artifact_type = request.artifact_type ?? (await typeOf(request));
  const part = await PARTS[artifact_type](request);
  const checked = checkItems(artifact, checklist, part.findings, part.lookedFor);
  const missing = checked
    .filter(({ found }) => !found)
    .map(({ item, rules, evidence }, index) =>
      makeFinding({
        ...{
          rule: `checklist-${index + 1}`,
          severity: 'minor',
          category: 'checklist',
          location: { line: 1, column: 1 },
        },
        message: rules === undefined ? `Nothing in the artifact speaks of: ${item}` : `Not met: ${item} (${evidence})`,
        fix_hint: 'Meet the item, or show where it is met.',
      }),
    );
  const wanted = part.findings.filter((one) => isAsked(one, analyses));
  return {
    artifact_type,
    findings: [...wanted, ...missing],
    metrics: JSON.parse(
      JSON.stringify({
        ...part.metrics,
        ...(analyses.includes('security') && part.lookedFor !== undefined && { looked_for: part.lookedFor }),
      }),
    ) as Analysis['metrics'],
    checklist: checked,
    warnings: part.warnings ?? [],
  };
}

const PARTS = { code: analyseCode, document: analyseDocument, config: analyseConfig };

const ASKED: Record<AnalysisType, (one: Finding) => boolean> = {
  // A secret or a hole is a matter of quality too.
  quality: ({ category, severity }) =>
    ['bug', 'complexity', 'duplication', 'style', 'structure', 'configuration'].includes(category) ||
    (category === 'security' && (severity === 'critical' || severity === 'blocker')),
  security: ({ category, rule }) => ['security', 'configuration'].includes(category) || isSyntax(rule),
  patterns: ({ category, rule }) =>
    ['pattern', 'complexity', 'duplication', 'structure'].includes(category) || isSyntax(rule),
  dependencies: ({ category, rule }) => category === 'dependency' || isSyntax(rule),
};

function isSyntax(rule: string): boolean {
  return rule === 'syntax-error' || rule === 'parse-error';
}

function isAsked(one: Finding, analyses: readonly AnalysisType[]): boolean {
  return analyses.some((type) => ASKED[type](one));
}

async function analyseCode({ artifact, analyses, language: named, file_name }: Request): Promise<Part> {
  const language = named === undefined ? detectLanguage(artifact, file_name) : findLanguage(named);
  const scanned = scan(artifact, language);
  const code = await detectCode(artifact, { path: file_name, language: language.name });
  const linted = isScript(language) ? lint(artifact, language.name) : { findings: [], known: new Map(), warnings: [] };
  const metrics: CodeMetrics & { dependencies?: Dependencies['dependencies'] } = measure(
    scanned,
    language,
    linted.known,
  );
  const imports = readImports(scanned, language);
  const findings = [
    ...linted.findings,
    ...checkLimits('code', { ...metrics }),
    ...findWeaknesses(scanned, 'code', language.name, code),
    ...(analyses.includes('patterns') ? findHabits(scanned, language.name) : []),
    ...imports.findings,
  ];
  const listed = analyses.includes('dependencies') ? { dependencies: imports.dependencies } : {};
  return {
    findings: dropDoubles(findings),
    metrics: { ...metrics, ...listed },
    warnings: linted.warnings,
    lookedFor: weaknessesLookedFor('code', language.name),
  };
}

function isScript(language: Language): language is Language & { name: 'javascript' | 'typescript' } {
  return language.name === 'javascript' || language.name === 'typescript';
}

/** SonarSource's rules and our patterns see some of the same holes: of two on one line the first is kept. */
const SAME: readonly (readonly string[])[] = [
  ['code-eval', 'dynamic-evaluation'],
  ['hashing', 'weak-hash'],
  ['sql-queries', 'sql-concatenation'],
  ['os-command', 'shell-command'],
  ['unverified-certificate', 'tls-check-off'],
  [
    'no-hardcoded-passwords',
    'no-hardcoded-secrets',
    'hardcoded-secret-signatures',
    'hard-coded-secret',
    'secret-signature',
  ],
  ['no-clear-text-protocols', 'plain-http'],
  ['no-weak-cipher', 'encryption-secure-mode', 'weak-cipher'],
  ['pseudo-random', 'weak-random'],
  ['cors', 'open-cors'],
  ['nested-control-flow', 'max-nesting'],
];

function dropDoubles(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, location }) => {
    const group = SAME.findIndex((rules) => rules.includes(rule));
    if (group === -1) return true;
    const key = `${group}@${location.line}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function analyseDocument({ artifact, analyses }: Request): Part {
  const { metrics, findings } = readDocument(artifact);
  const weaknesses = findWeaknesses(scan(artifact, findLanguage('text')), 'document', 'text');
  const manifest = analyses.includes('dependencies') ? readManifest(artifact) : undefined;
  return {
    findings: [...findings, ...weaknesses, ...checkLimits('document', { ...metrics }), ...(manifest?.findings ?? [])],
    metrics: { ...metrics, ...(manifest && { dependencies: manifest.dependencies }) },
  };
}

function analyseConfig({ artifact, analyses, language, file_name }: Request): Part {
  const manifest = readManifest(artifact, file_name);
  const requirements = manifest !== undefined && !artifact.trimStart().startsWith('{');
  const configuration = requirements ? undefined : readConfiguration(artifact, file_name, language);
  const settings = configuration?.settings ?? [];
  const metrics = {
    format: configuration?.format ?? 'requirements',
    lines: artifact.split('\n').length,
    settings: settings.length,
    max_depth: settings.reduce((most, { path }) => Math.max(most, path.split('.').length), 0),
  };
  const comments = findLanguage(configuration?.format === 'json' ? 'text' : 'shell');
  return {
    findings: [
      ...(configuration === undefined ? [] : checkConfiguration(configuration)),
      ...findWeaknesses(scan(artifact, comments), 'config', metrics.format),
      ...checkLimits('config', metrics),
      ...(manifest?.findings ?? []),
    ],
    metrics: { ...metrics, ...(analyses.includes('dependencies') && { dependencies: manifest?.dependencies ?? [] }) },
  };
}
