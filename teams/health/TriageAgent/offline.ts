import type { OfflinePolicy, OfflineStep } from 'consilium/models';
import { readAsked, ruleFor } from '../_shared/rules.ts';
import { actionIn, NOT_HEALTH, redirect, sectionFor, shareOrEdit } from './replies.ts';

const policy: OfflinePolicy = (turn) => {
  const { message, context, results } = turn;
  const last = results.at(-1);
  if (last?.tool === 'handle_url_request') return { say: String(last.error ? last.error.message : last.output) };
  if (last?.tool === 'ask_tusdi_ai') return CONSULT;
  switch (ruleFor(message, context.state)) {
    case 'url':
      return { call: 'handle_url_request', input: { request: message } };
    case 'non_health':
      return { say: smallTalk(message) ?? NOT_HEALTH };
    case 'ui_redirect':
      return { say: redirect(sectionFor(message)) };
    case 'share_edit':
      return { say: shareOrEdit(actionIn(message)) };
    case 'general':
      return { transfer: 'HealthConsultantLiteAgent', reason: 'general knowledge' };
    default:
      return readAsked(message).topic === undefined || last !== undefined ? CONSULT : handleTopic(message);
  }
};

export default policy;

const CONSULT: OfflineStep = { transfer: 'HealthConsultantAgent', reason: "about the person's own health" };

function handleTopic(message: string): OfflineStep {
  return { call: 'ask_tusdi_ai', input: { request: message } };
}

/** Thanks and greetings are not turned away like a request for a flight. */
function smallTalk(message: string): string | undefined {
  if (message.length > 40) return undefined;
  if (/^\W*(thanks|thank you|thx|cheers|great|perfect)\b/i.test(message)) return 'You are welcome.';
  if (/^\W*(hi|hello|hey|good (morning|afternoon|evening|day))\W*$/i.test(message))
    return 'Hello. Ask me about your record, your medicines or anything else about health, or tell me what happened.';
  return undefined;
}
