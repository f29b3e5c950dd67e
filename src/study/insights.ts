/** What a study log shows: figures, sentences about them, and what to do next. Pure: holds nothing of the learner. */
import { z } from 'zod';
import { isZone } from '../kernel/index.ts';
import { dayIn, nextDay } from './days.ts';
import { lengthOf, readInput, sayTimeframe, timeframe } from './input.ts';
import { type Insights, type LogEntry, logEntry, type Metrics, type TopicMetrics } from './types.ts';

const MOST_ENTRIES = 200_000;

const insightsInput = z.object({
  study_log: z.array(logEntry).max(MOST_ENTRIES),
  timeframe: timeframe.default('7d'),
  include_recommendations: z.boolean().default(true),
  now: z.iso.datetime({ offset: true }),
  zone: z.string().refine(isZone, 'This is not a time zone.').default('UTC'),
});

/** Kinds of the log that are reviews of cards, by whatever name another program gives them. */
const REVIEWS = new Set(['review', 'card', 'flashcard', 'flashcards']);

export function progressInsights(given: unknown): Insights {
  const { study_log, timeframe: frame, include_recommendations, now, zone } = readInput(insightsInput, given);
  const at = Date.parse(now);
  const log = onceEach(study_log).filter((entry) => Date.parse(entry.at) <= at);
  const from = at - lengthOf(frame);
  const within = log.filter((entry) => Date.parse(entry.at) > from);
  const before = log.filter((entry) => Date.parse(entry.at) <= from && Date.parse(entry.at) > from - lengthOf(frame));
  const metrics = measure(within, log, at, zone);
  const reviews = within.filter(({ kind }) => REVIEWS.has(kind)).length;
  return {
    insights: describe(metrics, before, frame, reviews),
    recommendations: include_recommendations ? recommend(metrics, log, at, zone) : [],
    metrics,
  };
}

/** The same answer sent twice is one answer. */
function onceEach(log: readonly LogEntry[]): LogEntry[] {
  const seen = new Map(log.map((entry) => [`${entry.at}|${entry.question_id}|${entry.kind}`, entry]));
  return [...seen.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function measure(entries: readonly LogEntry[], all: readonly LogEntry[], now: number, zone: string): Metrics {
  const reviews = entries.filter(({ kind }) => REVIEWS.has(kind));
  const topics = groupBy(entries, ({ topic }) => topic);
  const days = groupBy(entries, ({ at }) => dayIn(zone, Date.parse(at)));
  const by_topic = Object.fromEntries([...topics].map(([topic, of]) => [topic, topicMetrics(of)]));
  return {
    accuracy: shareOf(entries),
    answers: entries.length,
    correct: entries.filter(({ correct }) => correct).length,
    by_topic,
    by_day: [...days].map(([day, of]) => ({ day, answers: of.length, accuracy: shareOf(of) ?? 0 })),
    retention: reviews.length < ENOUGH ? null : shareOf(reviews),
    streak: streakOf(all, now, zone),
    weak_topics: weakTopics(topics),
    minutes: Math.round(entries.reduce((sum, { seconds }) => sum + seconds, 0) / 60),
  };
}

function groupBy(entries: readonly LogEntry[], key: (entry: LogEntry) => string): Map<string, LogEntry[]> {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const name = key(entry);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return groups;
}

function shareOf(entries: readonly LogEntry[]): number | null {
  if (entries.length === 0) return null;
  return round(entries.filter(({ correct }) => correct).length / entries.length);
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function topicMetrics(entries: readonly LogEntry[]): TopicMetrics {
  return { accuracy: shareOf(entries) ?? 0, answers: entries.length, last: (entries.at(-1) as LogEntry).at };
}

/** Below this, with doubt given, a topic is weak. */
const WEAK_BELOW = 0.7;
/** With fewer answers nothing is said to sit. */
const ENOUGH = 5;
/** One wrong answer is no weakness. */
const FEWEST = 2;

/** With one right and one wrong answer added, so that two answers do not weigh like twenty. The weakest first. */
function weakTopics(topics: ReadonlyMap<string, LogEntry[]>): string[] {
  const rated = [...topics]
    .filter(([, of]) => of.length >= FEWEST && (shareOf(of) ?? 1) < WEAK_BELOW)
    .map(([topic, of]) => ({ topic, share: (of.filter(({ correct }) => correct).length + 1) / (of.length + 2) }));
  return rated.sort((a, b) => a.share - b.share || a.topic.localeCompare(b.topic)).map(({ topic }) => topic);
}

function streakOf(log: readonly LogEntry[], now: number, zone: string): number {
  const days = new Set(log.map(({ at }) => dayIn(zone, Date.parse(at))));
  const today = dayIn(zone, now);
  let day = days.has(today) ? today : nextDay(today, -1);
  let streak = 0;
  for (; days.has(day); day = nextDay(day, -1)) streak++;
  return streak;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A change smaller than this is chance. */
const CHANGE = 0.05;

function describe(metrics: Metrics, before: readonly LogEntry[], frame: string, reviews: number): string[] {
  const { answers, correct, accuracy, retention, streak, weak_topics, by_topic } = metrics;
  const time = sayTimeframe(frame);
  if (accuracy === null) return [`Nothing was answered in ${time}.`];
  const lines = [
    `${answers} ${answers === 1 ? 'answer' : 'answers'} in ${time}, ${correct} right (${percent(accuracy)}).`,
  ];
  const earlier = shareOf(before);
  if (earlier !== null && before.length >= 5 && answers >= 5 && Math.abs(accuracy - earlier) >= CHANGE)
    lines.push(
      `Accuracy ${accuracy > earlier ? 'rose' : 'fell'} from ${percent(earlier)} before to ${percent(accuracy)}.`,
    );
  const strong = Object.entries(by_topic)
    .filter(([, of]) => of.answers >= 3 && of.accuracy >= 0.85)
    .sort(([, a], [, b]) => b.accuracy - a.accuracy || b.answers - a.answers)[0];
  if (strong !== undefined)
    lines.push(`Strongest: ${strong[0]}, ${percent(strong[1].accuracy)} of ${strong[1].answers}.`);
  const weakest = weak_topics[0];
  if (weakest !== undefined) {
    const { accuracy: share, answers: of } = by_topic[weakest] as TopicMetrics;
    lines.push(`Weakest: ${weakest}, ${percent(share)} of ${of}.`);
  }
  if (retention !== null) lines.push(`Cards remembered: ${percent(retention)} of ${reviews}.`);
  else if (reviews > 0) lines.push(`Cards reviewed: ${reviews}, too few to say how much stays.`);
  if (streak > 1) lines.push(`${streak} days in a row.`);
  return lines;
}

function recommend(metrics: Metrics, log: readonly LogEntry[], now: number, zone: string): string[] {
  const { weak_topics, by_topic, retention, answers, streak } = metrics;
  if (log.length === 0) return ['Begin with a short quiz: five questions show where to start.'];
  if (answers === 0) return ['Take it up again with a short quiz on what you learned last.'];
  const lines = weak_topics
    .slice(0, 3)
    .map(
      (topic) =>
        `Go through ${topic} again (${percent((by_topic[topic] as TopicMetrics).accuracy)} right), then a quiz on it.`,
    );
  if (retention !== null && retention < 0.8)
    lines.push('Review cards every day, and fewer new ones: too many are forgotten.');
  const today = dayIn(zone, now);
  if (streak > 1 && !metrics.by_day.some(({ day }) => day === today))
    lines.push(`Answer something today to keep the ${streak} days.`);
  return lines.length > 0 ? lines : [goOn(metrics)];
}

/** Where no topic is weak for sure: on only if most was right, and enough was asked to say so. */
function goOn({ accuracy, answers, by_topic }: Metrics): string {
  const missed = Object.entries(by_topic)
    .filter(([, of]) => of.accuracy < WEAK_BELOW)
    .sort(([, a], [, b]) => a.accuracy - b.accuracy || b.answers - a.answers)
    .map(([topic]) => topic);
  if ((accuracy ?? 0) < WEAK_BELOW && missed.length > 0)
    return `Go through ${missed.slice(0, 3).join(', ')} again, then more questions: so few answers do not show yet what you know.`;
  if (answers < ENOUGH) return 'Answer a few more questions: so few do not show yet what you know.';
  return 'Go on to a new chapter: what you did sits well.';
}
