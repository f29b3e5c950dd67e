/** What stands around a question and is no part of it: who asks, where it would stand, what it is wanted for, what goes on meanwhile. */
import { wordsIn } from '../../text/index.ts';
import { pattern } from '../patterns.ts';

const NO_VERB = pattern('has_verb');

/** "Hospital form asks: any allergies?": who wants to know is no part of the question. */
const WHO_ASKS = pattern('who_asks');
/** "… while the rugby is on": what is watched is not done. */
const WATCHED = pattern('only_watched');
/** "… according to my notes?": where it would stand is no part of it either. */
const IN_PAPERS = pattern('according_to_papers');
/** "Camp form: his weight and height now": what it is wanted for is no part of the question. */
const WANTED_FOR = pattern('wanted_for');

/** "Only peanut on his allergies so fine to start?": what the list is said to hold is no question. */
const ONLY_ALLERGY = pattern('only_allergy');

/** "… please, the one they do for arthritis people": what kind of people have it is no part of what is asked. */
const EXPLAINED =
  /,\s*(?:you know,? )?(?:the|that) (?:ones?|thing|test) (?:that |which )?(?:they|people|doctors|you) (?:do|give|use|get|have) for\b[^,.?!]*/i;

const FILLING = pattern('filling_a_form');
const FOR_A_FORM = pattern('for_a_form');
const FORM_ASKS = pattern('form_asks');
const WHAT_IS_IT = pattern('so_what_is_it');

/** "The form asks for X, what is it?": X of one's own; that there is a form is no part of the question. */
function withoutForm(text: string): string {
  if (FORM_ASKS.test(text) && WHAT_IS_IT.test(text))
    return `what is my ${text.replace(FORM_ASKS, '').replace(WHAT_IS_IT, '')}?`;
  const said = text.replace(FILLING, '').replace(FOR_A_FORM, '').replace(WANTED_FOR, '');
  return said === text ? said : said.replace(WHAT_IS_IT, '');
}

const IN_PLAIN_WORDS = pattern('in_plain_words');

/** "TPMT intermediate - huh? in plain words": a term that is only put there with a wish to be told what it is. */
function asExplained(text: string): string {
  const said = text.replace(IN_PLAIN_WORDS, '').trim();
  const isTerm = said !== text.trim() && said !== '' && wordsIn(said).length <= LONGEST_TERM && !/[?]/.test(said);
  return isTerm && !NO_VERB.test(said) ? `what does ${said.replace(/[\s.,:;–-]+$/, '')} mean?` : text;
}

const LONGEST_TERM = 6;

/** "Bone density scan result please", "hip xray what did it show". */
const LOOKS =
  '(?:[\\w-]+ ){0,4}(?:scan|x-?ray|mri|ct|ultrasound|echo\\w*|\\w+oscopy|biopsy|swab|smear|angiogram|mammogram|sleep study|stress test|dexa|ecg|ekg)';
const SHOWN = new RegExp(
  `^\\W*(?:my |the |his |her )?(${LOOKS})(?: (?:results?|report|findings)\\W*(?:(?:please|pls|ta|thanks)\\W*)?|,? what (?:did|does) (?:it|they|that) (?:show|say|find)\\W*)$`,
  'i',
);

function asShown(text: string): string {
  return text.replace(SHOWN, 'what did my $1 show?');
}

export function withoutAsides(written: string): string {
  const said = asExplained(withoutForm(written)).replace(ONLY_ALLERGY, ' ').replace(EXPLAINED, ' ');
  return asShown(said).replace(WHO_ASKS, '').replace(IN_PAPERS, ' ').replace(WATCHED, ' ');
}
