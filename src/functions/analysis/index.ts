/**
 * analyze_artifact: what is to be said about code, a document or a configuration. What can be measured is measured the
 * same way with and without a model (ESLint with SonarSource's rules, a SonarQube server where one is configured, a
 * scanner of our own, patterns as data); a model adds what no rule sees. Touches the network only for SonarQube.
 */
import { z } from 'zod';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import type { AgentFunction, Desk } from '../function.ts';
import { material } from '../quote.ts';
import { doApart, isLong } from '../thread/index.ts';
import { analyse, analysis } from './analysis.ts';
import { checkedItem } from './checklist.ts';
import { category, type Finding, finding, makeFinding, orderFindings, SEVERITIES, type Severity } from './finding.ts';
import { passes } from './gate.ts';
import { ARTIFACT_TYPES } from './kind.ts';
import { writeReport } from './report.ts';
import { askSonarQube, sonarQubeSettings } from './sonarqube.ts';

const ANALYSES = ['quality', 'security', 'patterns', 'dependencies'] as const;

const input = z.strictObject({
  artifact: z.string().refine((value) => value.trim() !== '', 'The artifact is empty.'),
  /** Absent: by its name, else by how it looks. */
  artifact_type: z.enum(ARTIFACT_TYPES).optional(),
  analysis_type: z.enum(ANALYSES).default('quality'),
  /** Further analyses in the same run. */
  also: z.array(z.enum(ANALYSES)).max(4).default([]),
  checklist: z.array(z.string().min(1)).max(100).default([]),
  /** The language of code or the format of a configuration; absent: recognised. */
  language: z.string().min(1).optional(),
  /** The file's path in its repository: for its language, and for SonarQube. */
  file_name: z.string().min(1).optional(),
  /** The same, under the name that the other functions have for it. */
  path: z.string().min(1).optional(),
});

const output = z.object({
  findings: z.array(finding),
  metrics: z.record(z.string(), z.json()),
  pass: z.boolean(),
  compressed_report: z.string(),
  checklist: z.array(checkedItem),
});

/** Models are told to weigh by consequence in everyday words; both scales are understood. */
const EVERYDAY = { high: 'major', medium: 'minor', low: 'info' } as const;
const weight = z
  .enum([...SEVERITIES, ...(Object.keys(EVERYDAY) as (keyof typeof EVERYDAY)[])])
  .transform((word): Severity => (word in EVERYDAY ? EVERYDAY[word as keyof typeof EVERYDAY] : (word as Severity)));

const draft = z.object({
  /** What the analysers did not see. */
  findings: z.array(
    z.object({
      rule: z.string().min(1).describe('a short name in kebab-case'),
      severity: weight,
      category: category.catch('bug'),
      line: z.int().positive(),
      message: z.string().min(1),
      fix_hint: z.string().default(''),
    }),
  ),
  /** Ids of the analysers' findings that do not apply, and why. */
  dismissed: z.array(z.object({ id: z.string(), reason: z.string().min(1) })).default([]),
  checklist: z.array(z.object({ item: z.string(), found: z.boolean(), evidence: z.string().optional() })).default([]),
  compressed_report: z.string().min(1),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

export const analyzeArtifact: AgentFunction<Input, Output> = {
  name: 'analyze_artifact',
  input,
  output,
  draft,
  choosePreset: ({ analysis_type, also }) => ([analysis_type, ...also].includes('security') ? 'security' : 'code'),
  texts: ({ artifact, checklist }) => [
    { path: 'artifact', text: artifact },
    ...checklist.map((text, index) => ({ path: `checklist.${index}`, text })),
  ],
  withText: (given, path, text) => (path === 'artifact' ? { ...given, artifact: text } : given),
  gather,
  prompt,
  measured: ({ compressed_report }) => compressed_report,
  finish,
  offline: ({ language }, gathered) => {
    const { artifact_type, findings, metrics, checklist } = analysis.parse(gathered);
    const told = orderFindings(findings);
    const pass = passes(told);
    return {
      findings: told,
      metrics,
      pass,
      checklist,
      compressed_report: writeReport({ artifact_type, language, findings: told, metrics, pass, checklist }),
    };
  },
};

async function gather(given: Input, desk: Desk): Promise<Json> {
  const { own, warnings } = await analyseApart(given, desk.signal);
  for (const warning of warnings) desk.warn(warning);
  const settings = own.artifact_type === 'code' ? sonarQubeSettings(desk.env) : undefined;
  if (settings === undefined) return own as unknown as Json;
  const file = given.file_name ?? given.path;
  if (file === undefined) {
    desk.warn('SonarQube was not used: it knows files by their path, and file_name is not given.');
    return own as unknown as Json;
  }
  const report = await askSonarQube(settings, file, desk.signal);
  for (const warning of report.warnings) desk.warn(warning);
  return {
    ...own,
    findings: [...own.findings, ...report.findings],
    metrics: { ...own.metrics, ...(report.warnings.length === 0 && { sonarqube: report.measures }) },
  } as unknown as Json;
}

/** A parser of YAML takes the square of what is nothing but mistakes. */
const SHORT_CONFIG = 5_000;

/** Code goes through ESLint, which takes its time: that is never spent on the thread that serves everybody. */
async function analyseApart(given: Input, signal: AbortSignal) {
  const { path, ...rest } = given;
  const request = { ...rest, file_name: given.file_name ?? path, analyses: [given.analysis_type, ...given.also] };
  const { length } = given.artifact;
  const isConfig = given.artifact_type === 'config';
  const isHeavy = given.artifact_type !== 'document' && (!isConfig || length > SHORT_CONFIG);
  if (!isHeavy && !isLong(length)) {
    const { warnings, ...own } = await analyse(request);
    return { own, warnings };
  }
  const { value, warnings } = await doApart({ kind: 'analyse', request }, signal);
  return { own: analysis.parse(value), warnings };
}

const SHOWN = 60;

function prompt({ artifact, analysis_type, also, checklist }: Input, gathered: Json): string {
  const { artifact_type, findings, metrics } = analysis.parse(gathered);
  const { by_function, dependencies, ...summary } = metrics;
  const told = orderFindings(findings).slice(0, SHOWN);
  const seen = told.map(({ id, severity, message }) => `${id} (${severity}): ${message}`).join('\n');
  const numbered = artifact
    .split('\n')
    .map((line, index) => `${index + 1}: ${line}`)
    .join('\n');
  return [
    `Analyse this ${artifact_type} for: ${[analysis_type, ...also].join(', ')}. Each line begins with its number.`,
    material('artifact', numbered),
    `What analysers measured: ${JSON.stringify(summary)}`,
    findings.length === 0 ? 'The analysers found nothing.' : material('findings of analysers, by id', seen),
    checklist.length === 0 ? '' : material('checklist', checklist.join('\n')),
    'Put into `findings` only what the analysers did not find, into `dismissed` the ids of theirs that do not apply.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function finish({ artifact, checklist }: Input, written: unknown, gathered: Json): Output {
  const reply = draft.parse(written);
  const own = analysis.parse(gathered);
  const lines = artifact.split('\n').length;
  const beyond = reply.findings.find(({ line }) => line > lines);
  if (beyond !== undefined)
    throw new ConsiliumError('OUTPUT_INVALID', `A finding names line ${beyond.line}; the artifact has ${lines} lines.`);
  const unknown = reply.dismissed.find(({ id }) => !own.findings.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new ConsiliumError('OUTPUT_INVALID', 'A dismissed id is none of the findings that were given.');
  const added = reply.findings.map(({ line, ...rest }) =>
    makeFinding({
      ...rest,
      location: { line, column: 1 },
      source: 'model',
    }),
  );
  const findings = orderFindings([...own.findings.filter((one) => keeps(one, reply.dismissed)), ...added]);
  return {
    findings,
    metrics: own.metrics,
    pass: passes(findings),
    compressed_report: reply.compressed_report,
    checklist: checklist.map(
      (item, index) =>
        reply.checklist.find((one) => one.item === item) ?? own.checklist[index] ?? { item, found: false },
    ),
  };
}

/** A model may explain away what is a matter of judgement, never what blocks: an artifact could talk it into that. */
function keeps({ id, severity }: Finding, dismissed: readonly { id: string }[]): boolean {
  return severity === 'critical' || severity === 'blocker' || !dismissed.some((one) => one.id === id);
}
