/**
 * Progress that another machine counted. The log is here, so whatever it says is counted again: figures that differ are refused
 * (REMOTE_NONSENSE), and of its words only those are shown that can be a remark on these studies.
 */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { readInput } from './input.ts';
import { progressInsights } from './insights.ts';
import { figuresIn, isAboutStudies } from './study-words.ts';
import type { Insights, LogEntry, Metrics } from './types.ts';

const insightsShape = z.object({
  insights: z.array(z.string().max(2000)).max(200),
  recommendations: z.array(z.string().max(2000)).max(200),
  metrics: z.looseObject({
    accuracy: z.number().nullable(),
    answers: z.number(),
    by_topic: z.record(z.string(), z.looseObject({ accuracy: z.number(), answers: z.number() })),
  }),
});

export interface CheckedInsights extends Insights {
  /** Lines that were left out. */
  readonly dropped: number;
}

/** What it was asked with: `now`, `timeframe`, `zone`, `include_recommendations`. */
export type Question = Readonly<Record<string, unknown>>;

export function checkInsights(given: unknown, log: readonly LogEntry[], asked: Question): CheckedInsights {
  const read = readInput(insightsShape, given, 'REMOTE_NONSENSE');
  const own = progressInsights({ ...asked, study_log: log });
  const wrong = differenceIn(read.metrics, own.metrics);
  if (wrong !== undefined)
    throw new ConsiliumError('REMOTE_NONSENSE', `The progress that came back is not that of this log (${wrong}).`);
  const known = {
    names: [...new Set(log.flatMap(({ topic, course }) => [topic, course]))],
    figures: figuresIn([
      own.metrics,
      FIGURES,
      ...own.insights.flatMap((line) => line.match(/\d+/g)?.map(Number) ?? []),
    ]),
  };
  const usual = new Set([...own.insights, ...own.recommendations]);
  const keep = (lines: readonly string[]) => lines.filter((line) => usual.has(line) || isAboutStudies(line, known));
  const [insights, recommendations] = [keep(read.insights), keep(read.recommendations)];
  return {
    insights: insights.length > 0 ? insights : own.insights,
    recommendations: recommendations.length > 0 ? recommendations : own.recommendations,
    metrics: own.metrics,
    dropped: read.insights.length + read.recommendations.length - insights.length - recommendations.length,
  };
}

/** Small numbers say how much to do, and count nothing. */
const FIGURES = [1, 2, 3, 5, 10, 15, 20, 30];
/** Shares are rounded. */
const ROUNDING = 0.0006;

/** The first figure that was not counted here; what the other machine leaves out it leaves out. */
function differenceIn(given: unknown, own: unknown, path = 'metrics'): string | undefined {
  if (typeof own === 'number' && typeof given === 'number')
    return Math.abs(given - own) <= (Number.isInteger(own) && own > 1 ? 0 : ROUNDING) ? undefined : path;
  if (Array.isArray(own) && Array.isArray(given)) {
    if (own.length !== given.length) return path;
    return own.map((one, at) => differenceIn(given[at], one, `${path}.${at}`)).find((found) => found !== undefined);
  }
  if (isRecord(own) && isRecord(given)) {
    const isOpen = path !== 'metrics.by_topic';
    // Of the topics all and no others; beside the figures that are known here others may stand, and are not shown.
    if (!isOpen && Object.keys(given).sort().join('\n') !== Object.keys(own).sort().join('\n')) return path;
    return Object.keys(own)
      .filter((key) => key in given)
      .map((key) => differenceIn(given[key], own[key], `${path}.${key}`))
      .find((found) => found !== undefined);
  }
  if (path.endsWith('.last')) return Date.parse(String(given)) === Date.parse(String(own)) ? undefined : path;
  return given === own ? undefined : path;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const COUNTED: readonly (keyof Metrics)[] = [
  ...([
    'accuracy',
    'answers',
    'correct',
    'by_topic',
    'by_day',
    'retention',
    'streak',
    'weak_topics',
    'minutes',
  ] as const),
];

/** The same with all that charts are drawn from. */
export function checkProgress(given: unknown, log: readonly LogEntry[], asked: Question): CheckedInsights {
  const { metrics } = readInput(z.looseObject({ metrics: z.looseObject({}) }), given, 'REMOTE_NONSENSE');
  const missing = COUNTED.find((name) => !(name in metrics));
  if (missing !== undefined)
    throw new ConsiliumError('REMOTE_NONSENSE', `The progress that came back lacks metrics.${missing}.`);
  return checkInsights(given, log, asked);
}
