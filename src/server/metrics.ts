/**
 * What the server counts of itself, as Prometheus reads it (`GET /metrics`). Labels are names of the house: methods,
 * route patterns, teams, outcomes, speakers. Never an id, a parameter or anything that was said.
 */
import type { Context } from 'hono';
import { outcomeOf } from '../app/index.ts';
import type { Signal, Turn } from '../kernel/index.ts';
import { counter, gauge, histogram } from '../text/prometheus.ts';
import { routeOf } from './request-log.ts';

export interface Metrics {
  /** A middleware: counts and times every request. Of a stream, the time until it began is taken. */
  measure(context: Context, next: () => Promise<void>): Promise<void>;
  /** Counts a turn of a team, now and when it ends; `agent`: called by another machine, by its id. */
  followTurn(team: string, turn: Pick<Turn, 'result'>, agent?: string): void;
  /** Counts what a running turn shows: the calls of models. */
  see(signal: Signal): void;
  /** Counts what a hospital's system made of a card of the CDS services. */
  countCard(service: string, outcome: string): void;
  /** All of it, in the text format 0.0.4. */
  text(): string;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createMetrics(): Metrics {
  const began = Date.now();
  const requests = counter('consilium_http_requests_total', 'Requests answered.', ['method', 'route', 'status']);
  const durations = histogram('consilium_http_request_duration_seconds', 'Time until a response began.', [
    'method',
    'route',
  ]);
  const turns = counter('consilium_turns_total', 'Turns ended, by how.', ['team', 'outcome']);
  const turnDurations = histogram('consilium_turn_duration_seconds', 'Time from message to end of turn.', ['team']);
  const agentCalls = counter(
    'consilium_agent_calls_total',
    'Calls of agents of this house by other machines, by how they ended.',
    ['agent', 'outcome'],
  );
  const agentDurations = histogram('consilium_agent_call_duration_seconds', 'Time from call to end of its turn.', [
    'agent',
  ]);
  const modelCalls = counter('consilium_model_calls_total', 'Calls of models and engines.', ['speaker', 'outcome']);
  const tokens = counter('consilium_model_tokens_total', 'Tokens read and written by models.', [
    'speaker',
    'direction',
  ]);
  const cards = counter('consilium_cds_feedback_total', 'Cards of CDS services, by what became of them.', [
    'service',
    'outcome',
  ]);
  let running = 0;

  return {
    measure: async (context, next) => {
      const start = performance.now();
      await next();
      const method = METHODS.has(context.req.method) ? context.req.method : 'OTHER';
      const route = routeOf(context);
      requests.add([method, route, String(context.res.status)]);
      durations.observe([method, route], (performance.now() - start) / 1000);
    },
    followTurn: (team, turn, agent) => {
      const start = performance.now();
      const end = (outcome: string) => {
        running--;
        const seconds = (performance.now() - start) / 1000;
        turns.add([team, outcome]);
        turnDurations.observe([team], seconds);
        if (agent === undefined) return;
        agentCalls.add([agent, outcome]);
        agentDurations.observe([agent], seconds);
      };
      running++;
      turn.result.then(
        (result) => end(outcomeOf(result)),
        () => end('refused'),
      );
    },
    see: (signal) => {
      if (signal.type === 'model_replied') {
        modelCalls.add([signal.speaker, 'replied']);
        tokens.add([signal.speaker, 'input'], signal.usage.inputTokens);
        tokens.add([signal.speaker, 'output'], signal.usage.outputTokens);
      } else if (signal.type === 'model_failed') modelCalls.add([signal.speaker, 'failed']);
    },
    countCard: (service, outcome) => cards.add([service, outcome]),
    text: () => {
      const counted = [
        requests,
        durations,
        turns,
        turnDurations,
        agentCalls,
        agentDurations,
        modelCalls,
        tokens,
        cards,
      ];
      const families = counted.flatMap((family) => family.lines());
      return [
        ...families,
        ...gauge('consilium_turns_running', 'Turns running now.', running),
        ...aboutProcess(began),
        '',
      ].join('\n');
    },
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function aboutProcess(began: number): string[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    ...gauge('nodejs_heap_size_used_bytes', 'Memory used by JavaScript.', heapUsed),
    ...gauge('nodejs_external_memory_bytes', 'Memory used outside the heap.', external),
    ...gauge('process_cpu_seconds_total', 'Processor time used.', (user + system) / 1e6, 'counter'),
    ...gauge('consilium_uptime_seconds', 'Time since the server began.', (Date.now() - began) / 1000),
  ];
}
