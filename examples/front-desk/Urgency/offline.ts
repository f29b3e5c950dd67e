import type { OfflinePolicy } from 'consilium/models';
import { capital } from '../_shared/days.ts';
import { findSigns, type Urgency } from '../_shared/signs.ts';

const MEANING: Record<Urgency, string> = {
  emergency: 'cannot wait',
  today: 'should be looked at today',
  soon: 'should be looked at in the next days',
  routine: 'can wait',
};

const policy: OfflinePolicy = ({ message }) => {
  const { urgency, signs } = findSigns(message) ?? { urgency: 'soon' as const, signs: [] };
  const what = signs.length === 0 ? 'What you describe' : capital(signs.join(' and '));
  return { object: { urgency, signs, reason: `${what} ${MEANING[urgency]}.` } };
};

export default policy;
