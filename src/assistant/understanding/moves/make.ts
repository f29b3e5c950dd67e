/** "Put in that I must leave at quarter past 11 for it": what somebody has to do at an hour, which is a reminder of it. */
import { wallOf } from '../../wall.ts';
import { type Given, sayWall, wholeOf } from '../everyday/model.ts';
import { timeSaid } from '../everyday/plans.ts';
import type { Said } from './said.ts';
import type { Candidate } from './score.ts';

const DUTY =
  /^(?:(?:put in|put|write in|note|note down|add|remember|so|and|also|ok)(?:\s+(?:that|tht))?\s+)*(?:i|we)(?:\s+(?:must|have to|need to|gotta|got to|should|ought to|better))\s+(?<deed>[\p{L}].{2,80})$/iu;
/** "Must I stand up", "need to know": no duty. */
const IDLE = /^(?:be|know|say|tell you|admit|think)\b/i;

export function makeIn(said: Said, { about, place, read }: Given): Candidate[] {
  const deed = DUTY.exec(said.text)?.groups?.['deed'];
  const [when, ...more] = said.message.whens;
  if (
    deed === undefined ||
    said.asks ||
    IDLE.test(deed) ||
    when === undefined ||
    more.length > 0 ||
    !when.timed ||
    when.recurs
  )
    return [];
  const isThen = !when.dated && about?.at !== undefined && about.at > place.now;
  const day = isThen ? ` on ${wallOf(about.at!, place.zone).slice(0, 10)}` : '';
  const time = timeSaid(said.message);
  const what = deed
    .replace(time, '')
    .replace(/\s+for (?:it|that|this)\b/i, about === undefined ? '' : ` for ${about.name}`)
    .replace(/\s+/g, ' ')
    .trim();
  const requests = wholeOf(read(`remind me to "${what}" ${time}${day}`));
  const at = requests?.length === 1 && requests[0]!.tool === 'set_reminder' ? requests[0]!.input['at'] : undefined;
  if (typeof at !== 'string') return [];
  return [
    {
      ...{ deed: 'amend', things: [], left: [] },
      requests: [{ ...requests![0]!, text: said.text }],
      say: `remind you: **${what}** (${sayWall(at)})`,
      signs: { framed: 1, timed: 1, accounted: 1, ...(isThen ? { spoken: 0.5 } : {}) },
    },
  ];
}
