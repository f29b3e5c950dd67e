import type { OfflinePolicy, OfflineStep } from 'consilium/models';
import { readAsked, ruleFor } from '../_shared/rules.ts';
import { actionIn, NOT_HEALTH, redirect, sectionFor, shareOrEdit } from './replies.ts';

const policy: OfflinePolicy = (turn) => {
  const { message, context, results } = turn;
  const last = results.at(-1);
  if (last?.tool === 'handle_url_request') return { say: String(last.error ? last.error.message : last.output) };
  if (last?.tool === 'ask_tusdi_ai') return CONSULT;
  switch (ruleFor(message, context)) {
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

const THANKS =
  /^\W*(?:(?:ok(?:ay)?|alright|great|perfect|good|cool|got it|understood)\W+)?(?:many )?(?:thanks|thank you|thx|ty|cheers)\b/i;
const WHAT_I_DO =
  'I answer questions about your health record and about health in general, with sources, and I keep what you tell me: values, medicines, visits, symptoms. I am no doctor. Try "Is my blood pressure getting better?" or "What are the side effects of metformin?".';

/** Thanks and greetings are not turned away like a request for a flight. */
function smallTalk(message: string): string | undefined {
  if (message.length > 60) return undefined;
  if (THANKS.test(message)) return 'You are welcome.';
  if (/^\W*(ok(?:ay)?|alright|all right|got it|understood|i see|fine|good|cool|great|perfect)\W*$/i.test(message))
    return 'Good. Ask whenever something comes up.';
  if (/^\W*(?:yes|yep|yeah|yup|sure|no|nope|nah)(?:,? please)?\W*$/i.test(message))
    return 'I had not asked you anything, so nothing was changed. Ask about your health, or tell me what happened.';
  if (/^\W*(bye|goodbye|good ?night|see you(?: later| soon)?|take care)\W*$/i.test(message)) return 'Take care.';
  if (/\b(?:who|what) are you\b|\bwhat can you do\b|\bhow (?:can|do) (?:you help|i use)\b|^\W*help\W*$/i.test(message))
    return WHAT_I_DO;
  if (/^\W*(hi|hello|hey|good (morning|afternoon|evening|day))\W*$/i.test(message))
    return 'Hello. Ask me about your record, your medicines or anything else about health, or tell me what happened.';
  return undefined;
}
