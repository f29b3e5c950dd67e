/** A message that only sounds like danger, and names none: when to call, and then what the consultant has to say to it. */
import type { AgentContext, Json } from 'consilium/kernel';
import { chartOf, keepFocus, readFocus } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { reason } from '../_shared/reasoning.ts';
import { readAsked } from '../_shared/rules.ts';
import { hasPatient, heardIn } from '../_shared/turn.ts';
import { data } from './wordings.ts';

/** Undefined where the record has no answer: then the guess alone decides. */
export function answerVague(context: AgentContext, number: string): string | undefined {
  const { state, message } = context;
  if (!hasPatient(state)) return undefined;
  const { question } = readAsked(message);
  const { answer, cautions, whose, focus } = reason(
    chartOf(context),
    question,
    nowOf(state),
    heardIn(context),
    readFocus(context),
  );
  if (answer.outcome === 'fallback') return undefined;
  keepFocus(context, focus);
  state.set('temp:reasoned', true);
  state.set('temp:citations', answer.citations as unknown as Json);
  state.set('temp:cautions', cautions as unknown as Json);
  state.set('temp:whose', whose);
  return sayInEnglish(message, `${data.vague.replace('{number}', number)}\n\n${answer.text}`);
}
