import type { Mention } from '../facts/facts.ts';
import type { Match, Term } from '../lexicon/lexicon.ts';
import type { Line } from '../words/line.ts';
import { markOnce } from './doses.ts';

/** Medications of a sentence with what stands around them: dose, route, frequency, duration, start and stop. */
export function readMedications(line: Line, conversation: boolean): Mention[] {
  const drugs = line.matches.filter(
    (match) =>
      drugOf(match) &&
      !(
        match.guessed &&
        line.tokens[match.from]!.text[0]! >= 'A' &&
        line.tokens[match.from]!.text[0]! <= 'Z' &&
        match.from > 0 &&
        conversation
      ),
  );
  const mentions: Mention[] = [];
  drugs.forEach((match, index) => {
    const term = drugOf(match)!;
    if (isForm(line, drugs[index - 1], match)) return;
    const start = line.tokens[match.from]!.start - line.offset;
    const end = line.tokens[match.to - 1]!.end - line.offset;
    if (!isMedication(line, term, match, start, end, conversation)) return;
    const until = drugs[index + 1] ? line.tokens[drugs[index + 1]!.from]!.start - line.offset : line.text.length;
    const since = index > 0 ? line.tokens[drugs[index - 1]!.to - 1]!.end - line.offset : 0;
    const mention = describe(line, term, start, end, since, until);
    if (!line.note) markOnce(mention, line.text.slice(since, start), line.text.slice(end, until));
    mentions.push(mention);
  });
  for (const match of line.note ? line.text.matchAll(CLASS_THERAPY) : []) {
    const [start, end] = [match.index, match.index + match[0].length];
    mentions.push({
      ...describe(line, { group: 'drug', name: match[0].toLowerCase() }, start, end, 0, line.text.length),
      weight: 3.8,
    });
  }
  return mentions;
}

/** Treatment named by its class: "antimicrobial therapy", "immunosuppressive drugs". */
const CLASS_THERAPY =
  /\b(?:sedation|ffp|adjuvant (?:therap(?:y|ies)|treatment)|iron chelation|fresh-frozen plasma)\b|\b(?:anti[a-z-]{4,}|immunosuppressive|immunomodulat\w+|steroid(?: pulse)?|corticosteroid|hormon(?:al|e)(?: replacement)?|chelation|enzyme replacement|dopaminergic|inotropic|vasopressor|thrombolytic|fibrinolytic|cytotoxic|insulin|diuretic|analgesic|sedative|opioid|bronchodilator|beta-blocker|biologic|statin|iron|immunoglobulin|anticoagulant)\s+(?:therap(?:y|ies)|treatments?|drugs?|agents?|medications?|regimens?|prophylaxis)\b/gi;

const FORM = /^(?:inhalers?|puffer|nasal spray|nebs?|nebuli[sz]er(?: treatments?)?|eye drops?|patch|cream|gel)$/i;

/** The inhaler of "salbutamol inhaler" is no second medication. */
function isForm(line: Line, before: Match | undefined, match: Match): boolean {
  const [first, last] = [line.tokens[match.from]!, line.tokens[match.to - 1]!];
  return before?.to === match.from && FORM.test(line.text.slice(first.start - line.offset, last.end - line.offset));
}

function drugOf(match: Match): Term | undefined {
  return match.terms.find(({ group }) => group === 'drug');
}

const LEVEL = /^\s*(?:levels?|concentrations?|deficiency|test|tests|intolerance|receptors?|channels?|reuptake)\b/i;
/** Substances that are also in the blood or the air: a medication only when taken. */
const BODILY =
  /^(?:sodium|potassium|calcium|magnesium|iron|zinc|copper|vitamin d|folate|b12|vitamin b12|testosterone|estrogen|progesterone|insulin|cortisol|glucose|albumin|oxygen|ammonia|urea|uric acid|cholesterol|triglycerides?|phosphate|lactate|iodine|sugar)$/i;

function isMedication(
  line: Line,
  term: Term,
  match: Match,
  start: number,
  end: number,
  conversation: boolean,
): boolean {
  if (isTested(line, term, start, end)) return false;
  if (
    /\b(?:meds|medications?|medicines?|pills?|antibiotics?|painkillers|fluids)$/i.test(term.name) &&
    /^\s*(?::|-\s)/.test(line.text.slice(end, end + 4))
  )
    return false;
  const after = line.text.slice(end, end + 24);
  const before = line.text.slice(Math.max(0, start - 24), start);
  if (isNoDrug(line.text.slice(start, end), before, after)) return false;
  if (conversation && /^(?:substance|recreational|chemical|cannabinoid)$/.test(term.category ?? '')) return false;
  if (LEVEL.test(after))
    return (
      !conversation &&
      term.category !== 'vitamin' &&
      !/^\s*(?:deficiency|tests?)/i.test(after) &&
      !BODILY.test(term.name)
    );
  const observed = match.terms.some(({ group }) => group === 'observation');
  if (
    observed &&
    conversation &&
    /\b(?:my|check|checked|low|high|serum|levels? of)\s*$/i.test(before) &&
    !/^\s*(?:pills?|supplements?|tablets?|\d)/i.test(after)
  )
    return false;
  if (
    observed &&
    /^\s*(?:is|was|level|levels|came back)?\s*(?:normal|low|high|elevated|wnl|pending|deficien|within|borderline)/i.test(
      after,
    )
  )
    return false;
  if (
    term.category === 'substance' &&
    /\b(?:denies|no|drinks?|drank|social(?:ly)?|occasional(?:ly)?)\b/i.test(
      line.text.slice(Math.max(0, start - 40), start),
    )
  )
    return false;
  return !/^-(?:free|containing)\b/i.test(after);
}

/** Short forms that mean a place or a strip's field: "tender RIF", "CBD 4mm", "nitrite +". */
function isNoDrug(words: string, before: string, after: string): boolean {
  // "The pill" is the one for contraception; "the pills" are tablets of any kind.
  if (/^the pills$/i.test(words)) return true;
  if (/^nitrites?$/i.test(words))
    return (
      /^\s*(?:\+|-|neg|pos|\d\+|trace|:)/i.test(after) ||
      /\b(?:ua|dip|dipstick|urine|le|leuk\w*|leuc\w*)\b/i.test(before)
    );
  if (/^CBD$/i.test(words))
    return /^\s*(?:\d+(?:\.\d+)?\s?[mc]m|is |was |not )?\s*(?:dilat|stone|obstruct|duct|calc|normal|\d+\s?[mc]m|$)|^\s*\d+(?:\.\d+)?\s?[mc]m/i.test(
      after,
    );
  return (
    /^RIF$/.test(words) &&
    (/\b(?:tender\w*|pain|in|mass|guarding|the|over|to)\s*$/i.test(before) ||
      /^\s*(?:pain|tender|mass|guard|fullness)/i.test(after))
  );
}

const GIVEN =
  /\b(?:giv\w+|administ\w+|treat\w*|receiv\w+|dos\w+|m?[cµμ]?g(?:\/\w+)?|infus\w+|inject\w+|oral\w*|intraven\w+|induc\w+|therap\w+|supplement\w*|start\w+|tak\w+|took|prescrib\w+|poison\w+|intoxicat\w+|overdos\w+|ingest\w+|exposure|exposed|abus\w+|drops?|bath\w*)\b/i;

/** A germ's sensitivity names no medication; nor, in a note, does a chemical that nobody was given. */
function isTested(line: Line, term: Term, start: number, end: number): boolean {
  const before = line.text.slice(Math.max(0, start - 90), start);
  if (/\b(?:sensitive|resistant|susceptible|resistance|susceptibility|sensitivity) to\b[^.;]*$/i.test(before))
    return true;
  if (term.category === 'chemical' && /\b(?:positive|negative) for\b[^.;]*$/i.test(before)) return true;
  if (/^-?(?:enhanced|99m)/i.test(line.text.slice(end, end + 10))) return true;
  return line.note && term.category === 'chemical' && !GIVEN.test(line.text.slice(Math.max(0, start - 50), end + 50));
}

const UNIT =
  '(?:mg|mcg|ug|µg|μg|g|gm|gms|grams?|milligrams?|micrograms?|units?|iu|u|ml|mls|cc|meq|mmol|%|puffs?|tablets?|tabs?|pills?|capsules?|caps?|drops?|gtts?|sprays?|patch(?:es)?|teaspoons?|tsp|tbsp|doses?|inhalations?|ampules?|vials?|sachets?|lozenges?|gummies|injections?|shots?)';
const AMOUNT = `(?:\\d+(?:[.,]\\d+)?(?:\\s?[-/–]\\s?\\d+(?:\\.\\d+)?)?|one|two|three|four|half|a|an)`;
const DOSE_AFTER = new RegExp(
  `^(?:\\s*(?:hcl|xr|er|sr|xl|cr|la|dr|ec|tablets?|capsules?|pills?|inhaler|injection|infusion|gel|cream|patch|dose|at|of|to|,|:|-|–|\\(|was|is|therapy|treatment|sodium|started|increased|to|from|about|now)\\b|[\\s,:(–-])*\\s*(${AMOUNT})\\s?-?(${UNIT}(?:\\s?/\\s?(?:kg|m2|m²|day|d|h|hr|ml|week|kg/day|min|kg/h|actuation|24 h|kg/min))*)(?![a-z])`,
  'i',
);
const DOSE_BARE =
  /^\s{1,2}(\d+(?:\.\d+)?(?:\/\d+(?:\.\d+)?)?)(?=\s|,|\.|;|$|\))(?!\s*(?:days?|weeks?|months?|years?|times?|hours?|patients|%|of\b|x\b))/i;
const DOSE_BEFORE = new RegExp(
  `(${AMOUNT})\\s?-?(${UNIT}(?:/(?:kg|day|kg/day|ml))?)\\s*(?:of|dose of|daily|tablets?|tabs?|pills?|capsules?|per day of|oral|iv|intravenous|po|doses of|\\(|tablets? of|\\s)*\\s*$`,
  'i',
);
const COUNT_BEFORE = /\b(\d|one|two|three|four|a couple(?: of)?|half an?)\s+(?:baby\s+|extra strength\s+)?$/i;
const ROUTES: [RegExp, string][] = [
  [/\b(?:p\.?o\.?|by mouth|orally|oral|per os|tablets?|tabs?|pills?|capsules?|caps|swallow(?:ed)?)(?![a-z])/i, 'oral'],
  [/\b(?:i\.?v\.?|intravenous(?:ly)?|infusions?|drip)(?![a-z])/i, 'intravenous'],
  [/\b(?:i\.?m\.?|intramuscular(?:ly)?)(?![a-z'’])/, 'intramuscular'],
  [
    /\b(?:s\.?c\.?|sq|subq|sub-?q|subcut(?:aneous(?:ly)?)?|under the skin|injections?|injected|inject(?:ing)?|shots?|pen)(?![a-z])/i,
    'subcutaneous',
  ],
  [/\b(?:inhaled|inhaler|puffs?|nebuli[sz]ed|nebuli[sz]er|inhalations?|inh)(?![a-z])/i, 'inhaled'],
  [/\b(?:topical(?:ly)?|cream|ointment|gel|lotion|applied)(?![a-z])/i, 'topical'],
  [/\b(?:patch(?:es)?|transdermal)(?![a-z])/i, 'transdermal'],
  [/\b(?:sublingual(?:ly)?|sl|under the tongue)(?![a-z])/i, 'sublingual'],
  [/\b(?:nasal|nostrils?|intranasal|nasal spray|sprays?)(?![a-z])/i, 'nasal'],
  [/\b(?:eye drops?|drops in|ophthalmic|each eye|both eyes)(?![a-z])/i, 'ophthalmic'],
  [/\b(?:rectal(?:ly)?|suppositor(?:y|ies)|per rectum)(?![a-z])/i, 'rectal'],
  [/\b(?:intrathecal|epidural|intravitreal|intraperitoneal|intra-arterial|ip)(?![a-z])/i, 'other'],
];
const FREQUENCY =
  /\b(?:(?:once|twice|thrice|one time|two times|three times|four times|five times|\d+ ?(?:x|times)|1x|2x|3x|4x)(?:\s*(?:a|per|each|every|\/|-)?\s*(?:day|daily|week|weekly|month|monthly|night|nightly|morning|year|24 hours))?|daily|nightly|weekly|monthly|biweekly|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|q\.?d\.?|qday|q ?h\.?s\.?|q ?am|q ?pm|q\s?\d+(?:\s?-\s?\d+)?\s?(?:h|hrs?|hours?|d|days?|weeks?|wks?)|qod|q\.?o\.?d\.?|p\.?r\.?n\.?|as needed|when needed|every (?:other )?(?:day|morning|night|evening|week|month|afternoon|single day)|every (?:\d+|two|three|four|six|eight|twelve|few)(?:\s?(?:-|to)\s?\d+)? ?(?:hours?|hrs?|h|days?|weeks?|months?)|at (?:bedtime|night|noon)|before bed|in the (?:morning|evening|mornings)|(?:before|with|after) (?:meals|breakfast|dinner|food|lunch|each meal)|each (?:morning|night|day|evening)|a day|per day|\/day|\/d\b|once|mornings?|evenings?|around the clock|per week|a week|ac|hs|od|on (?:mondays|sundays|saturdays))(?![a-z])/i;
const DURATION =
  /\b(?:(?:for|x|×|over)\s?(?:about |the (?:past|last|next) |another |a total of |up to |at least )?(?:\d+|an?|one|two|three|four|five|six|seven|ten|fourteen|several|a few|few|a couple of)(?:\s?(?:-|to)\s?\d+)?\s?-?\s?(?:days?|weeks?|wks?|months?|years?|yrs?|doses|cycles|hours?)|since [^,.;]{3,24}|\d+[- ](?:day|week|month)[- ](?:course|supply|taper)|for life|long[- ]term|for (?:years|months|weeks))/i;
const STOPPED =
  /\b(?:stopped(?: (?:taking|using|the|my|his|her|all))*|quit(?: (?:taking|using|my|the|his|her))*|packed in(?: (?:the|my))?|ditched(?: (?:the|my))?|binned(?: (?:the|my))?|stopp(?:ing|ed) (?:taking |using |me |him |her )*(?:on )?(?:the|my|his|her)?|coming off|not on(?: (?:the|my|any))?|isn'?t on(?: any)?|aren'?t on|wasn'?t on|never been on|never (?:started|tried|picked up|filled)(?: (?:the|my))?|no more|discontinue(?:d|s)?(?: (?:the|my|his|her))*|dc'?d|withheld|withhold|off (?:his|her|my|the|all)|discontinued?(?: (?:the|his|her|my))*|no longer (?:takes?|taking|on|using|uses?)(?: (?:the|my|any))?|not taking(?: (?:the|my|any))?|off(?: of)?(?: (?:the|my|his|her))?|d\/c'?e?d?|ran out of(?: my)?|held|hold|holding|weaned off(?: the)?|taken off(?: of)?(?: (?:the|my))?|came off(?: (?:the|my))?|went off(?: (?:the|my))?|gave up|can'?t take|cannot take|never took|never taken|haven'?t taken(?: (?:the|my|any))?|have not taken(?: any)?|didn'?t take(?: (?:the|my|any))?|did not take(?: (?:the|my|any))?|don'?t take(?: (?:the|my|any))?|do not take(?: any)?|doesn'?t take(?: any)?|does not take(?: any)?|isn'?t taking|used to take|used to be on|haven'?t been taking(?: (?:the|my))?|skipped(?: my)?|swapped (?:me |him |her )?(?:over )?from|moved (?:me |him |her )?from|intolerant (?:of|to)|took me off(?: of)?(?: (?:the|my))?|stop taking|(?:^|[,;:.]|plan:?|and|then)\s*stop(?: (?:the|his|her|all))?|(?:switched|changed|transitioned|converted)(?: (?:me|him|her|the patient))? from)\s*$/i;
const STOPPED_AFTER =
  /^\s*(?:\S+\s+){0,4}?(?:was|were|has been|had been|is|got)?\s*(?:discontinued|stopped|d\/c'?e?d|held|withdrawn|was withheld|ceased)\b|^(?![^.,;]{0,30}\b(?:touch|help|work|do|cut|control|shift|enough|effective|agree|suit|hold)\w*)[^.,;]{0,30}\b(?:any ?more|no longer)\b/i;
/** "was on the pill for years but came off it": said of the drug later on. */
const STOPPED_LATER =
  /\b(?:came|come|coming|gone|went|taken|took (?:me|him|her)|weaned(?: (?:me|him|her))?|weaned myself|got|been) off (?:it|them|that|those|both)\b|\b(?:stopped|quit|ditched|dropped|gave up|discontinued|packed in|binned|chucked|ceased)\s+(?:taking |using |with )?(?:it|them|that one|those|both)\b|\b(?:haven['’]?t|have not|hasn['’]?t|not|never) (?:yet )?(?:started|taken|begun|tried|picked up) (?:it|them)\b|\bhad to (?:stop|quit)\b(?! (?:work|driving|running))|\bno longer (?:on|taking|take|need|using) (?:it|them)\b|\bnot (?:on|taking) (?:it|them) (?:now|any ?more)\b|\b(?:it|they) (?:was|were|got) (?:stopped|discontinued|withdrawn)\b|^[^.;]{0,40}\b(?:until|till) (?:it was stopped|i stopped|they stopped)/i;
const STARTED =
  /\b(?:started(?: (?:on|taking|me on|him on|her on|using))?|began(?: taking)?|put (?:me|him|her) on|placed on|prescribed(?: me| him| her)?|initiated(?: on)?|commenced(?: on)?|start(?:ing)?|begun on|new prescription for|now taking|just started)\s*(?:an?|the|on|oral|iv)?\s*(?:\d+\s?m?c?g\s*(?:of)?)?\s*$/i;
const CHANGED_UP =
  /\b(?:increased?|doubled|raised|upped|uptitrated|bumped up)\s*(?:the|my|his|her)?\s*(?:dose of)?\s*$/i;
const CHANGED_DOWN =
  /\b(?:decreased?|reduced?|lowered|cut(?: down| back)?(?: on)?|tapered|halved)\s*(?:the|my|his|her)?\s*(?:dose of)?\s*$/i;

/** Coming off it, and still on it. */
const TAPERED =
  /\b(?:taper(?:ing|ed)?|wean(?:ing)?|coming|slowly coming|come|titrat\w+ down)(?: (?:down|off|him|her|me|down off))*(?: of)?(?: (?:the|my|his|her))?\s*$/i;

function describe(line: Line, term: Term, start: number, end: number, since: number, until: number): Mention {
  const mention: Mention = {
    kind: 'medication',
    start: start + line.offset,
    end: end + line.offset,
    name: term.name,
    weight: 4,
  };
  const after = line.text.slice(end, Math.min(until, end + 110));
  const before = line.text.slice(Math.max(since, start - 60), start);
  const dose = DOSE_AFTER.exec(after);
  const bare = dose ? null : DOSE_BARE.exec(after);
  const prior = dose || bare ? null : (DOSE_BEFORE.exec(before) ?? COUNT_BEFORE.exec(before));
  if (dose) mention.dose = `${dose[1]} ${dose[2]}`.trim();
  else if (bare) mention.dose = bare[1];
  else if (prior) mention.dose = `${prior[1]} ${prior[2] ?? ''}`.trim();
  const stated = (dose ?? bare)?.[0].length ?? 0;
  const doseEnd = stated > 0 ? stated + (RELEASE.exec(after.slice(stated))?.[0].length ?? 0) : 0;
  const form = RELEASE.exec(after)?.[0].length ?? 0;
  if (doseEnd > 0 || form > 0) mention.claims = [[mention.end, mention.end + Math.max(doseEnd, form)]];
  addRegimen(mention, line.text.slice(Math.max(since, start - 30), start), after);
  addChange(mention, before, after, line.text.slice(since, start));
  return mention;
}

/** Modified release and its kin, written after the dose. */
const RELEASE =
  /^\s*(?:m\/?r|s\/?r|x[lr]|er|cr|la|ec|e\/c|odt|dr|ir|cd|td|hs|pm|ds|ls|pa|mdi|dpi|hfa|retard|forte|gtts?|drip|infusion)\b/i;

function addRegimen(mention: Mention, before: string, after: string): void {
  const around = `${before} ${mention.name} ${after}`;
  const route = ROUTES.find(([pattern]) => pattern.test(after)) ?? ROUTES.find(([pattern]) => pattern.test(around));
  if (route) mention.route = route[1];
  const frequency = FREQUENCY.exec(after) ?? /\b(?:daily|nightly|weekly|as needed)\s*$/i.exec(before);
  if (frequency) mention.frequency = frequency[0].trim().replace(/^([^.]*)\.$/, '$1');
  const duration = DURATION.exec(after);
  if (duration) mention.duration = duration[0].trim();
}

function addChange(mention: Mention, before: string, after: string, clause: string): void {
  const list = /^(.*?)((?:[\w-]+(?:,| and| or|,? and)\s*)*)$/s.exec(before)?.[1] ?? before;
  if (TAPERED.test(before)) {
    mention.change = 'decreased';
    mention.negated = false;
  } else if (STOPPED.test(before) || STOPPED.test(list) || STOPPED_AFTER.test(after) || STOPPED_LATER.test(after)) {
    if (
      !/\b(?:don'?t|do not|never|not|shouldn'?t|can i|should i|didn'?t)\s+(?:just\s+)?(?:stop|quit|discontinue)[a-z]*\s*(?:taking)?\s*$/i.test(
        clause,
      )
    ) {
      mention.change = 'stopped';
      mention.negated = true;
    }
  } else if (STARTED.test(before)) mention.change = 'started';
  else if (CHANGED_UP.test(before)) mention.change = 'increased';
  else if (CHANGED_DOWN.test(before)) mention.change = 'decreased';
}
