/**
 * Whoever writes, the record that is open is the one that is meant: a parent's "he", "my son", "Leo", a clinician's "the
 * patient". The message is put into the first person, so that everything behind reads one voice.
 */
import type { PatientView } from '../patient.ts';
import { alternatives, pattern } from '../patterns.ts';

export interface Voiced {
  text: string;
  /** Whether somebody else speaks for the patient. */
  byOther: boolean;
}

const CHILD = "son|daughter|child|kid|boy|girl|baby|toddler|little one|son's|daughter's";
const ADULT = 'husband|wife|partner|mother|father|mum|mom|dad|grandmother|grandfather|gran|grandma|grandpa|patient';
const ADULT_AGE = 18;

const WRITER = new RegExp(
  `^\\W*(?:this is |it is |it's )?(?:(?:his|her|the|their) )?(?:(?:new|night|day|live-in) )?(?:${ADULT}|${CHILD}|carer|caregiver|nurse|neighbou?r|friend|sister|brother) (?:(?:is )?(?:typing|writing|here|speaking|texting)\\b(?: for (?:him|her|them))?[\\s:,.;-]*|\\s*:\\s+)`,
  'i',
);
const KIN = new RegExp(
  `\\b(?:my|our|the|a|an|your) (?:\\w+ )?(?:${ADULT}|${CHILD}|friend|sister|brother|neighbou?r|niece|nephew|doctor|nurse|dentist|gp|pharmacist|colleague|boyfriend|girlfriend|cousin|uncle|aunt|surgeon|consultant)\\b`,
  'i',
);
const THIRD = /\b(?:he|she|him|his|her|hers)\b/i;
const FIRST = /\b(?:i|i'm|i’m|i've|i’ve|my|me)\b/i;

/** "Do I give her …?", "should we call?": who asks is not who is ill. */
const ASKS_FOR = /\b(?:do|can|should|shall|may|could|must|will) (?:i|we)\b/gi;

/** "What did she say?": who says, plans or advises is the one who was seen. */
const ADVISES =
  /\b(?:he|she) (?:ever )?(?:say|said|tell|told|write|wrote|plan|planned|advise|advised|recommend|recommended|suggest|suggested|prescribe|prescribed|decide|decided|mean|meant|want me|wanted me)\b/gi;

/** "Saw Dr. Patel, she stopped it": whoever has the title orders, starts and stops, not the one who is ill. */
const TITLED = /\b(?:dr|doc|doctor|prof)\b/i;
const ORDERS =
  /\b(?:he|she) (?:has |had |then |also |just )?(?:stopped|started|switched|changed|raised|lowered|increased|doubled|halved|cut|added|ordered|put|took|gave|sent|referred|wants?|asked|thinks?|found|checked|listened|examined)\b/gi;

const HANDLES = pattern('handles_somebody');

/** Without what somebody does who is there beside the one that is ill: "I can't get her to sit up". */
export function withoutHandling(message: string): string {
  return message.replace(new RegExp(HANDLES, 'gi'), ' ');
}

/** "Give me her allergies", "remind me when he was seen": the one who asks, not the one who is ill. */
const TELLS_ME = /\b(?:give|tell|show|remind|send|help|explain to) me\b/gi;

/** "Wife typing: he is shaking", "he won't wake up": somebody beside the patient writes. */
function isBeside(message: string): boolean {
  const handled = withoutHandling(message);
  const ordered = TITLED.test(handled) ? handled.replace(ORDERS, ' ') : handled;
  const said = ordered.replace(ASKS_FOR, ' ').replace(ADVISES, ' ').replace(TELLS_ME, ' ');
  return WRITER.test(message) || (THIRD.test(said) && !FIRST.test(said) && !KIN.test(said));
}

export function toFirstPerson(written: string, view: Pick<PatientView, 'name' | 'age'> | null): Voiced {
  const message = written.replace(WRITER, '');
  const given = view?.name?.split(' ')[0];
  const names = [given, 'the patient', 'this patient'].filter((name) => name !== undefined && name.length > 2);
  const isChild = (view?.age ?? ADULT_AGE) < ADULT_AGE;
  const kin = isChild ? CHILD : undefined;
  const called = [...names.map((name) => literally(name!)), ...(kin ? [`my (?:${kin})`, `our (?:${kin})`] : [])];
  const named = new RegExp(`\\b(?:my (?:${ADULT}|${CHILD}) )?(?:${called.join('|')})\\b`, 'i');
  const speaksOfThird = called.length > 0 && named.test(message);
  const isThird =
    speaksOfThird ||
    isBeside(written) ||
    (isChild &&
      /\b(?:he|she|him|his|her|they|them|their)\b/i.test(message) &&
      !/\bmy (?:wife|husband|partner)\b/i.test(message));
  if (!isThird) return { text: message, byOther: false };
  let text = message;
  if (speaksOfThird) {
    const all = new RegExp(`\\b(?:(?:my|our) (?:${ADULT}|${CHILD}) )?(?:${called.join('|')})(?<own>['’]s)?\\b`, 'gi');
    text = text.replace(all, (...found) => ((found.at(-1) as { own?: string }).own ? 'my' : 'I'));
  }
  return { text: settleVerbs(text), byOther: true };
}

/** Whether somebody else speaks of the patient by name. */
export function speaksOfPatient(message: string, { name }: Pick<PatientView, 'name'>): boolean {
  const given = name?.split(' ')[0];
  return given !== undefined && given.length > 2 && new RegExp(`\\b${literally(given)}\\b`, 'i').test(message);
}

/** "He's not had a fit", "she's been sick": has, not is. */
const HAS_DONE = new RegExp(
  `\\b(?:he|she)(?:['’]s| is)(?= (?:(?:not|just|only|never|already|now|also|always) )?(?:${alternatives('deeds_done')})\\b)`,
  'gi',
);

/** "Gave her half a cap", "fed her a biscuit": to her, though a word stands behind. */
const GIVEN_TO_HER =
  /\b(g[ai]ve[ns]?|giving|fed|feeds?|feeding|handed|offered|slipped|sold|lent|brought|told|asked) her\b(?= )|\bher\b(?= (?:an?|the|half|one|two|three|four|some|any|another|too|that|this|\d)\b)/gi;

/** "does he take" → "do I take", "is I" → "am I"; "her" is "my" before a word, "me" at the end. */
export function settleVerbs(text: string): string {
  return text
    .replace(HAS_DONE, 'I have')
    .replace(/\b(?:he|she)(?:['’]s| is)\b/gi, 'I am')
    .replace(/\b(?:he|she)(?:['’]d)\b/gi, 'I had')
    .replace(/\b(?:he|she)\b/gi, 'I')
    .replace(/\b(?:his)\b/gi, 'my')
    .replace(GIVEN_TO_HER, (_, verb?: string) => (verb === undefined ? 'me' : `${verb} me`))
    .replace(/\bher\b(?=\s+\w)/gi, 'my')
    .replace(/\b(?:him|her)\b/gi, 'me')
    .replace(/\bI['’]s\b/g, 'I am')
    .replace(/\bI is\b/gi, 'I am')
    .replace(/\bis I\b/gi, 'am I')
    .replace(/\bI has\b/gi, 'I have')
    .replace(/\bhas I\b/gi, 'have I')
    .replace(/\bdoes I\b/gi, 'do I')
    .replace(/\bI does\b/gi, 'I do')
    .replace(
      /\bI (needs|takes|weighs|gets|wants|feels|says|eats|drinks|coughs|sleeps|wakes|walks|keeps|looks|seems|shakes|sees|hears)\b/g,
      (_, verb: string) => `I ${verb.slice(0, -1)}`,
    )
    .replace(/\bmy my\b/gi, 'my')
    .replace(/\b(give|giving|gave|given|to|for|with|about|let|of|from|by) I\b/gi, '$1 me');
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
