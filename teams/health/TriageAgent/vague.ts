/** A message that only sounds like danger, and names none: when to call, and then what the consultant has to say to it. */
import type { AgentContext } from 'consilium/kernel';
import { chartOf, readFocus } from '../_shared/chart.ts';
import { consultOn } from '../_shared/consulting.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { readAsked } from '../_shared/rules.ts';
import { hasPatient } from '../_shared/turn.ts';
import { data } from './wordings.ts';

/** Undefined where the record has no answer: then the guess alone decides. */
export function answerVague(context: AgentContext, number: string): string | undefined {
  if (!hasPatient(context.state)) return undefined;
  const { question } = readAsked(context.message);
  const consulted = consultOn(context, chartOf(context), question, readFocus(context));
  if (consulted.isFallback) return undefined;
  consulted.keep();
  return sayInEnglish(context.message, `${data.vague.replace('{number}', number)}\n\n${consulted.text}`);
}
