/** What an agent does right now, step by step, from the log of its session as it grows. */
import { useEffect, useState } from 'react';
import type { Event, Signal } from '../api.ts';
import { sayTool } from '../chat/turn.ts';
import { sayMs } from '../pieces/parts.tsx';
import { readStream } from '../stream.ts';

interface Step {
  readonly call: string;
  readonly tool: string;
  readonly ms?: number;
  readonly error?: string;
}

export function Progress({ session }: { session: string }) {
  const steps = useSteps(session);
  if (steps.length === 0) return null;
  return (
    <section aria-label="What it does now">
      <h3>At work</h3>
      <ol className="steps" aria-live="polite">
        {steps.map(({ call, tool, ms, error }) => (
          <li key={call}>
            <strong>{sayTool(tool)}</strong>{' '}
            <span className="soft">{ms === undefined ? '…' : (error ?? sayMs(ms))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The step that it is at, in a line. */
export function Now({ session }: { session: string }) {
  const last = useSteps(session).at(-1);
  return last === undefined ? null : <span className="soft">Now: {sayTool(last.tool)}</span>;
}

function useSteps(session: string): readonly Step[] {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    const reader = new AbortController();
    const listen = async () => {
      const path = `/v1/sessions/${encodeURIComponent(session)}/events`;
      for await (const { event, data } of readStream(path, { signal: reader.signal }))
        if (event !== 'idle') setSteps((before) => takeSignal(before, JSON.parse(data) as Signal));
    };
    // Where it cannot be followed, the agent's state is still seen.
    listen().catch(() => {});
    return () => reader.abort();
  }, [session]);
  return steps;
}

/** Each message begins anew. */
export function takeSignal(steps: readonly Step[], signal: Signal | Event): readonly Step[] {
  if (signal.type === 'invocation_started') return [];
  if (signal.type === 'tool_called') return [...steps, { call: signal.call, tool: signal.tool }];
  if (signal.type !== 'tool_returned') return steps;
  const { call, ms, output } = signal;
  const failed = output.kind === 'error' ? { error: output.error.message } : {};
  return steps.map((step) => (step.call === call ? { ...step, ms, ...failed } : step));
}
