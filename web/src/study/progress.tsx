/** What sits and what does not: figures, charts with their numbers, and what to do next. */
import { useState } from 'react';
import { BarList, Columns } from '../pieces/charts.tsx';
import { addDays, localDay, sayDay } from '../pieces/days.ts';
import { Failure, Loading, sayCount } from '../pieces/parts.tsx';
import { type Progress, useStudy, ZONE } from './calls.ts';

const FRAMES = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'A year', all: 'All' } as const;
const SHOWN_DAYS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30 };

export function ProgressView({ onAsk }: { onAsk: (text: string) => void }) {
  const [frame, setFrame] = useState<keyof typeof FRAMES>('30d');
  const { data, error } = useStudy<Progress & { now: number; source_agents: string[]; notice?: string }>(
    `progress?timeframe=${frame}&zone=${encodeURIComponent(ZONE)}`,
  );
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const { metrics, insights, recommendations } = data;
  return (
    <div className="progress">
      <fieldset className="tabs frames">
        <legend className="sr-only">How far back</legend>
        {Object.entries(FRAMES).map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={frame === name}
            onClick={() => setFrame(name as keyof typeof FRAMES)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <dl className="figures">
        <Figure term="Right" value={sayShare(metrics.accuracy)} />
        <Figure term="Answers" value={String(metrics.answers)} />
        <Figure term="Cards remembered" value={sayShare(metrics.retention)} />
        <Figure term="Days in a row" value={String(metrics.streak)} />
      </dl>
      {metrics.answers === 0 ? (
        <p className="empty">
          {insights[0]}{' '}
          <button type="button" className="link" onClick={() => onAsk('Quiz me, 5 questions')}>
            Take a short quiz
          </button>
        </p>
      ) : (
        <Charts data={data} />
      )}
      <p className="soft">
        {sayWho(data.source_agents, data.notice)}{' '}
        <button type="button" className="link" onClick={() => onAsk('How am I doing this month?')}>
          Ask AnalyticsAgent
        </button>
      </p>
      {data.cards.total > 0 && <Forecast data={data} />}
      {recommendations.length > 0 && (
        <section>
          <h2>What to do next</h2>
          <ul>
            {recommendations.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Who counted: a copy of AnalyticsAgent on another machine, or this one. */
function sayWho(agents: readonly string[], notice: string | undefined): string {
  if (notice !== undefined) return notice;
  const [, copy] = (agents[0] ?? '').split('@');
  return copy === undefined
    ? 'Counted on this machine from your answers, by what AnalyticsAgent counts with.'
    : `Counted from your answers by AnalyticsAgent on ${copy}.`;
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dd className="value">{value}</dd>
      <dt className="soft">{term}</dt>
    </div>
  );
}

function sayShare(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

function Charts({ data: { metrics, timeframe, now } }: { data: Progress & { now: number } }) {
  const counted = new Map(metrics.by_day.map((day) => [day.day, day]));
  const today = localDay(now);
  const length = SHOWN_DAYS[timeframe];
  const days =
    length === undefined
      ? metrics.by_day.map(({ day }) => day)
      : Array.from({ length }, (_, at) => addDays(today, at - length + 1));
  const weak = new Set(metrics.weak_topics);
  const topics = Object.entries(metrics.by_topic).toSorted(
    ([, one], [, other]) => one.accuracy - other.accuracy || other.answers - one.answers,
  );
  return (
    <>
      <section>
        <h2>Answers a day</h2>
        <Columns
          label="Answers a day"
          bars={days.map((day) => ({
            label: short(day),
            value: counted.get(day)?.answers ?? 0,
            say: sayOf(counted.get(day)),
          }))}
        />
      </section>
      <section>
        <h2>Right, by topic</h2>
        <BarList
          label="Right, by topic"
          most={1}
          bars={topics.slice(0, 20).map(([topic, { accuracy, answers }]) => ({
            label: weak.has(topic) ? `▼ ${topic}` : topic,
            value: accuracy,
            say: `${Math.round(accuracy * 100)} % of ${answers}`,
            tone: weak.has(topic) ? 'due' : 'plain',
          }))}
        />
      </section>
    </>
  );
}

function sayOf(day: { answers: number; accuracy: number } | undefined): string {
  return day === undefined ? '0' : `${sayCount(day.answers, 'answer')}, ${Math.round(day.accuracy * 100)} % right`;
}

function short(day: string): string {
  return sayDay(day).replace(/^\w+,? /, '');
}

function Forecast({ data: { forecast, cards, now } }: { data: Progress & { now: number } }) {
  const counted = new Map(forecast.map(({ day, cards: count }) => [day, count]));
  const today = localDay(now);
  const days = Array.from({ length: 14 }, (_, at) => addDays(today, at));
  return (
    <section>
      <h2>Reviews to come</h2>
      <p className="soft">
        {sayCount(cards.total, 'card')}: {cards.due} due, {cards.new} new, {cards.mature} that sit well.
      </p>
      <Columns
        label="Reviews to come"
        bars={days.map((day) => ({
          label: short(day),
          // What was never seen is due today, though no forecast counts it.
          value: day === today ? Math.max(cards.due, counted.get(day) ?? 0) : (counted.get(day) ?? 0),
          tone: day === today ? 'due' : 'plain',
        }))}
      />
    </section>
  );
}
