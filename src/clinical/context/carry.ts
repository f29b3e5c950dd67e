import type { DateSpan } from '../dates/dates.ts';
import type { Fact } from '../facts/facts.ts';
import type { Token } from '../words/tokens.ts';
import type { Experiencer } from './experiencer.ts';
import { findTriggers } from './triggers.ts';

const SPEAKER = /(?<![\p{L}])(?:i|my|me|i['’]m|im|i['’]ve|ive|i['’]d|mine|myself)(?![\p{L}])/iu;
const PRONOUN =
  /^\W*(?:(?:and|but|so|now|also|then|today|yesterday|tonight|since|apparently|basically|well|plus|this morning|last night|at the moment|\p{L}+ly)\W+)*(?:he|she|his|her|they|their|hes|shes|he['’]s|she['’]s|he['’]d|she['’]d|they['’]re|they['’]ve)(?![\p{L}])/iu;

/** Whose news a sentence without a name goes on with: "My son has a fever. He's been vomiting too." */
export function carriedOwner(text: string, about: Experiencer): Experiencer {
  return about !== 'patient' && PRONOUN.test(text) && !SPEAKER.test(text) ? about : 'patient';
}

/** What a family calls its own; "mother" and "brother" begin a clinician's note too. */
const AT_HOME =
  /^(?:mum|mom|mam|dad|gran|nan|nana|granny|grandma|grandpa|grandad|hubby|wifey|hubbie|missus|son|daughter|kiddo|toddler|bub|auntie|boyfriend|girlfriend|flatmate|housemate|roommate|mate|bf|gf)$/;

/** Of whom a message speaks after this sentence. */
export function nextOwner(tokens: Token[], text: string, about: Experiencer): Experiencer {
  const person = findTriggers(tokens).findLast(
    ({ roles, from }) =>
      (roles.has('family') || roles.has('other')) &&
      (/^(?:my|our|the)$/.test(tokens[from - 1]?.norm ?? '') ||
        /^(?:my|our)$/.test(tokens[from]!.norm) ||
        (from === 0 && AT_HOME.test(tokens[from]!.norm))),
  );
  if (person) return person.roles.has('other') ? 'other' : 'family';
  return SPEAKER.test(text) || !PRONOUN.test(text) ? 'patient' : about;
}

const ON_IT =
  /(?<![\p{L}])(?:i['’]?ve|i have|i['’]?m|im|i am|i|been)\s+(?:\p{L}+\s+){0,2}?(?:on|take|taking|took|started|using|use|had|got|have|left of)\s+(?:\p{L}+\s+){0,2}?(?:it|them|this|that|these|one)(?![\p{L}])|^\W*(?:been on it|on it (?:for|since)|started it|taking it)|days? left of it/iu;

/** "Is it normal for X to …? I've been on it 6 weeks": what was asked about is taken after all. */
export function affirmTaken(facts: Fact[], text: string): void {
  if (!ON_IT.test(text)) return;
  for (const fact of facts)
    if (fact.kind === 'medication' && fact.certainty === 'possible') fact.certainty = 'affirmed';
}

const ONSET =
  /^\W*(?:(?:it|this|they|that|all|all this|everything|symptoms|pain|the pain|and it|which|both|these)\s+)*(?:(?:has|have|only|first|just|all|been|is|was)\s+)*(?:started|starting|began|begun|came on|going on|happening|like this|on and off|since|for|ongoing|got worse|kicked off|happened|noticed it|noticed this|first noticed)(?![\p{L}])/iu;

/** "Pee burns. Started Monday.": a sentence of its own that dates the one before. */
export function dateBefore(facts: Fact[], text: string, dates: DateSpan[]): void {
  const date = dates.find(({ future }) => !future);
  if (!date || !ONSET.test(text)) return;
  for (const fact of facts)
    if ((fact.kind === 'symptom' || fact.kind === 'condition') && !fact.negated && fact.experiencer !== 'other')
      fact.time ??= date.time;
}
