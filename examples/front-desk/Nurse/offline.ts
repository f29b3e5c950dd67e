import type { OfflinePolicy } from 'consilium/models';
import type { Judgement } from '../Urgency/schema.ts';

const policy: OfflinePolicy = ({ message, results, context }) => {
  if (results.length === 0) return { call: 'judge_urgency', input: { request: message } };
  const judged = context.state.get('temp:urgency') as Judgement | undefined;
  const failed = context.state.get('temp:urgency_status') !== 'success' || judged === undefined;
  if (failed) return { transfer: 'Booking', reason: 'could not be judged, so better soon' };
  switch (judged.urgency) {
    case 'emergency':
      return {
        say: `**Call 112 now (911 in the US).** ${judged.reason} Do not drive yourself, and do not wait for us.`,
      };
    case 'routine':
      return {
        say: `${judged.reason} If it lasts longer than ten days, or a fever or trouble breathing comes with it, have it looked at. If you would like a visit all the same, say "book a visit".`,
      };
    default:
      return { transfer: 'Booking', reason: `to be seen ${judged.urgency}` };
  }
};

export default policy;
