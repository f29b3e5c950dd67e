/**
 * A SonarQube server's view of a file, through its Web API: issues and measures of one component, as of the server's
 * last analysis. A server that cannot be reached is told, never thrown: the rest of the analysis stands without it.
 */
import { z } from 'zod';
import { type Category, type Finding, makeFinding, type Severity } from './finding.ts';

export interface SonarQubeSettings {
  readonly url: string;
  readonly token?: string | undefined;
  readonly project: string;
}

export interface SonarQubeReport {
  readonly findings: readonly Finding[];
  readonly measures: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** What the environment says of a server; undefined where none is configured. */
export function sonarQubeSettings(env: Env): SonarQubeSettings | undefined {
  if (!env.SONARQUBE_URL || !env.SONARQUBE_PROJECT) return undefined;
  return { url: env.SONARQUBE_URL, token: env.SONARQUBE_TOKEN || undefined, project: env.SONARQUBE_PROJECT };
}

export async function askSonarQube(
  settings: SonarQubeSettings,
  fileName: string,
  signal: AbortSignal,
): Promise<SonarQubeReport> {
  const component = `${settings.project}:${fileName.replace(/^\.?\//, '')}`;
  try {
    const issues = await readIssues(settings, component, signal);
    const measures = await readMeasures(settings, component, signal);
    return { findings: issues.map(toFinding), measures, warnings: [] };
  } catch (thrown) {
    signal.throwIfAborted();
    return { findings: [], measures: {}, warnings: [`SonarQube was not used: ${describe(thrown)}`] };
  }
}

const issueSchema = z.object({
  key: z.string(),
  rule: z.string(),
  severity: z.string().optional(),
  component: z.string(),
  line: z.number().int().positive().optional(),
  textRange: z
    .object({ startLine: z.int().positive(), endLine: z.int().positive(), startOffset: z.int().nonnegative() })
    .optional(),
  message: z.string().default(''),
  type: z.string().optional(),
  impacts: z.array(z.object({ softwareQuality: z.string(), severity: z.string() })).optional(),
});

const pageSchema = z.object({
  issues: z.array(issueSchema),
  paging: z.object({ total: z.int() }).optional(),
  total: z.int().optional(),
});

const measuresSchema = z.object({
  component: z.object({ measures: z.array(z.object({ metric: z.string(), value: z.string().optional() })) }),
});

type Issue = z.infer<typeof issueSchema>;

const PAGE = 500;
/** The server itself gives out no more than this. */
const MOST = 10_000;
const METRICS =
  'ncloc,complexity,cognitive_complexity,comment_lines_density,duplicated_lines_density,functions,coverage,' +
  'bugs,vulnerabilities,code_smells,sqale_rating,reliability_rating,security_rating';

/** The parameter has been `components` since 10.2; a server that does not know it answers for everything. */
async function readIssues(settings: SonarQubeSettings, component: string, signal: AbortSignal): Promise<Issue[]> {
  const first = await readPages(settings, 'components', component, signal);
  const own = first.filter((issue) => issue.component === component);
  if (own.length > 0 || first.length === 0) return own;
  const again = await readPages(settings, 'componentKeys', component, signal);
  return again.filter((issue) => issue.component === component);
}

async function readPages(
  settings: SonarQubeSettings,
  parameter: string,
  component: string,
  signal: AbortSignal,
): Promise<Issue[]> {
  const found: Issue[] = [];
  for (let page = 1; found.length < MOST; page++) {
    const query = { [parameter]: component, resolved: 'false', ps: String(PAGE), p: String(page) };
    const { issues, paging, total } = pageSchema.parse(await ask(settings, 'api/issues/search', query, signal));
    found.push(...issues);
    if (issues.length === 0 || found.length >= (paging?.total ?? total ?? 0)) break;
    if (!issues.some((issue) => issue.component === component)) break;
  }
  return found;
}

async function readMeasures(
  settings: SonarQubeSettings,
  component: string,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const query = { component, metricKeys: METRICS };
  const answer = measuresSchema.parse(await ask(settings, 'api/measures/component', query, signal));
  return Object.fromEntries(
    answer.component.measures
      .map(({ metric, value }) => [metric, Number(value)] as const)
      .filter(([, value]) => Number.isFinite(value)),
  );
}

/** A token goes as bearer; servers before 10 know it only as a user without a password. */
async function ask(
  settings: SonarQubeSettings,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(path, settings.url.endsWith('/') ? settings.url : `${settings.url}/`);
  url.search = new URLSearchParams(query).toString();
  const { token } = settings;
  const schemes = token === undefined ? [undefined] : [`Bearer ${token}`, `Basic ${btoa(`${token}:`)}`];
  for (const [index, authorization] of schemes.entries()) {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...(authorization !== undefined && { authorization }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
    });
    if (response.ok) return response.json();
    await response.body?.cancel();
    if (response.status !== 401 || index === schemes.length - 1) throw new TypeError(refusal(response.status));
  }
  return undefined;
}

function refusal(status: number): string {
  if (status === 401 || status === 403) return 'the server does not accept SONARQUBE_TOKEN.';
  if (status === 404) return 'the server does not know this file in SONARQUBE_PROJECT.';
  return `the server answered with status ${status}.`;
}

function describe(thrown: unknown): string {
  if (thrown instanceof z.ZodError) return 'its answer is not one of the Web API.';
  if (thrown instanceof SyntaxError) return 'its answer is not JSON.';
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') return 'it did not answer in time.';
  if (thrown instanceof TypeError && thrown.message.startsWith('the server')) return thrown.message;
  return 'the server at SONARQUBE_URL cannot be reached.';
}

function toFinding({ rule, severity, line, textRange, message, type, impacts }: Issue): Finding {
  const start = textRange?.startLine ?? line ?? 1;
  const end = textRange?.endLine ?? start;
  return makeFinding({
    rule,
    severity: toSeverity(severity ?? impacts?.[0]?.severity ?? ''),
    category: toCategory(type ?? impacts?.[0]?.softwareQuality ?? ''),
    location: { line: start, column: (textRange?.startOffset ?? 0) + 1, ...(end > start && { end_line: end }) },
    message,
    fix_hint: `See the server's description of ${rule}.`,
    source: 'sonarqube',
  });
}

function toSeverity(word: string): Severity {
  const known: Record<string, Severity> = {
    ...{ BLOCKER: 'blocker', CRITICAL: 'critical', MAJOR: 'major', MINOR: 'minor', INFO: 'info' },
    ...{ HIGH: 'critical', MEDIUM: 'major', LOW: 'minor' },
  };
  return known[word.toUpperCase()] ?? 'minor';
}

function toCategory(word: string): Category {
  if (/VULNERABILITY|SECURITY/i.test(word)) return 'security';
  return /BUG|RELIABILITY/i.test(word) ? 'bug' : 'style';
}
