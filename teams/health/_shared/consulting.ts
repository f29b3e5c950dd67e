/** A consultation on the record that is open: its answer, and what the application and the next turn get of it. */
import type { AgentContext, Json } from 'consilium/kernel';
import type { Chart, Focus } from 'consilium/reasoning';
import type { Held } from 'consilium/threads';
import { keepFocus } from './chart.ts';
import { nowOf } from './clock.ts';
import { reason } from './reasoning.ts';
import { heardIn } from './turn.ts';

export interface Consulted {
  readonly text: string;
  readonly isFallback: boolean;
  /** Makes it the answer of this turn. */
  keep(): void;
}

export function consultOn(context: AgentContext, chart: Held<Chart>, question: string, focus: Focus): Consulted {
  const { state } = context;
  const { answer, cautions, whose, focus: next } = reason(chart, question, nowOf(state), heardIn(context), focus);
  return {
    text: answer.text,
    isFallback: answer.outcome === 'fallback',
    keep() {
      keepFocus(context, next);
      state.set('temp:reasoned', true);
      state.set('temp:citations', answer.citations as unknown as Json);
      state.set('temp:cautions', cautions as unknown as Json);
      state.set('temp:whose', whose);
    },
  };
}
