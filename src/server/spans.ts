/**
 * Spans for OpenTelemetry, made from what a turn shows of itself: agents, models, tools and remote calls. They are sent
 * where OTEL_EXPORTER_OTLP_ENDPOINT says; without it nothing of this is loaded. Attributes are names, counts and codes:
 * never a word that was said, a parameter or an id of a person.
 */
import { createHash } from 'node:crypto';
import type { Attributes, SpanContext } from '@opentelemetry/api';
import type { Traces } from '../a2a/trace.ts';
import { frameOf, type Signal } from '../kernel/index.ts';

export interface Spans {
  see(signal: Signal): void;
  close(): Promise<void>;
}

export async function openSpans(
  env: Readonly<Record<string, string | undefined>>,
  traces: Traces,
): Promise<Spans | undefined> {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return undefined;
  const [{ TraceFlags, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ]);
  // Without a name of its own it would go by the path of this machine's Node.
  const named = resources.resourceFromAttributes({ 'service.name': env['OTEL_SERVICE_NAME'] || 'consilium' });
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    idGenerator: { generateTraceId: () => next.trace, generateSpanId: () => next.span },
  });
  const tracer = provider.getTracer('consilium');
  const next = { trace: '', span: '' };

  const emit = (span: Finished): void => {
    const { trace: id, parent: elsewhere } = traces.of(span.invocation);
    next.trace = id;
    next.span = spanId(span.key);
    const above = span.parent === undefined ? elsewhere : spanId(span.parent);
    const parent: SpanContext = { traceId: id, spanId: above ?? '', traceFlags: TraceFlags.SAMPLED };
    const within = above === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const kind = span.remote ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const made = tracer.startSpan(span.name, { kind, startTime: span.start, attributes: span.attributes }, within);
    if (span.error !== undefined) made.setStatus({ code: SpanStatusCode.ERROR, message: span.error });
    made.end(span.end);
  };

  const isRemote = rememberRemote();
  return {
    see: (signal) => {
      const span = toSpan(signal, isRemote(signal));
      if (span !== undefined) emit(span);
    },
    close: () => provider.shutdown(),
  };
}

const MAX_CALLS = 10_000;

/** Whether the run that an event belongs to is that of an agent elsewhere: such a run is a call. */
function rememberRemote(): (signal: Signal) => boolean {
  const called = new Set<string>();
  return (signal) => {
    if (!('key' in signal) || !('invocation' in signal)) return false;
    const run = `${signal.invocation} ${frameOf(signal.key)}`;
    if (signal.type === 'remote_called') called.add(run);
    if (called.size > MAX_CALLS) called.delete(called.values().next().value!);
    const isEnd = signal.type === 'agent_finished' || signal.type === 'agent_failed';
    return isEnd && called.delete(run);
  };
}

interface Finished {
  readonly remote?: boolean;
  readonly invocation: string;
  readonly key: string;
  /** Absent: nothing of this turn is above it. */
  readonly parent: string | undefined;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly error?: string | undefined;
}

/** What ended with this event, if anything did: an event says when, and how long it took. */
export function toSpan(signal: Signal, remote = false): Finished | undefined {
  if (!('time' in signal) || !('ms' in signal)) return undefined;
  const { invocation, agent, time, ms, key } = signal;
  const frame = frameOf(key);
  const base = { invocation, start: time - ms, end: time };
  const attributes = { 'consilium.agent': agent };
  switch (signal.type) {
    case 'agent_finished':
    case 'agent_failed':
      return {
        ...base,
        ...{ key: frame, parent: parentOf(frame), name: `${remote ? 'remote' : 'agent'} ${agent}`, attributes, remote },
        ...(signal.type === 'agent_failed' && { error: signal.error.code }),
      };
    case 'model_replied': {
      const { usage, speaker, finish } = signal;
      const told = {
        ...{ 'gen_ai.request.model': speaker, 'gen_ai.response.finish_reasons': [finish] },
        ...{ 'gen_ai.usage.input_tokens': usage.inputTokens, 'gen_ai.usage.output_tokens': usage.outputTokens },
      };
      return { ...base, key, parent: frame, name: `model ${speaker}`, attributes: { ...attributes, ...told } };
    }
    case 'tool_returned': {
      const { tool, output } = signal;
      const failed = output.kind === 'error' ? { error: output.error.code } : {};
      return {
        ...base,
        key,
        parent: frame,
        name: `tool ${tool}`,
        attributes: { ...attributes, 'gen_ai.tool.name': tool },
        ...failed,
      };
    }
    case 'invocation_finished':
      return {
        ...base,
        ...{ key: TURN, parent: undefined, name: 'turn', attributes: { 'consilium.outcome': signal.outcome } },
        ...(signal.error && { error: signal.error.code }),
      };
    default:
      return undefined;
  }
}

const TURN = 'turn';

/** The same number that a remote call names as its parent. */
function spanId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function parentOf(frame: string): string {
  const cut = Math.max(frame.lastIndexOf('/'), frame.lastIndexOf('>'));
  return cut < 0 ? TURN : frame.slice(0, cut);
}
