import type { Line } from '../words/line.ts';
import type { Mention } from './facts.ts';

/** Encounters, practitioners and organisations that a sentence names. */
export function readVisits(line: Line): Mention[] {
  const people = [...readPractitioners(line)];
  const places = [...readOrganizations(line)];
  return [...people, ...places, ...readEncounters(line, [...people, ...places])];
}

const SPECIALIST =
  '(?:doctor|dr|doc|physician|pcp|gp|primary care(?: (?:doctor|physician|provider))?|family doctor|nurse practitioner|nurse|np|physician assistant|specialist|cardiologist|dermatologist|endocrinologist|gastroenterologist|neurologist|nephrologist|oncologist|pulmonologist|rheumatologist|urologist|psychiatrist|psychologist|therapist|counselor|pediatrician|gynecologist|obgyn|ob-gyn|ob/gyn|obstetrician|midwife|ophthalmologist|optometrist|eye doctor|dentist|orthodontist|podiatrist|orthopedist|orthopedic surgeon|surgeon|chiropractor|allergist|ent|hematologist|physical therapist|physiotherapist|dietitian|nutritionist|pharmacist|radiologist|urgent care doctor|heart doctor|kidney doctor|foot doctor|diabetes educator|geriatrician|internist|provider|ent doctor|immunologist)';
const NAME = "\\p{Lu}[\\p{L}'’-]+";
const CREDENTIALS = '(?:MD|M\\.D\\.|DO|D\\.O\\.|NP|PA|PA-C|RN|FNP|PhD|DDS|DPM|MBBS)';

const TITLED = new RegExp(
  `\\b(?:Dr|DR|dr|Doctor|Prof|Professor|Nurse)\\.?\\s+(${NAME}(?:\\s+(?!Hospital|Clinic|Medical|Center|On|At|In|And|For|Last|Next|Today|Yesterday)${NAME})?)`,
  'gu',
);
/** Surgeons in Britain are Mr and Ms: people of the trade where they are seen or written to, else the patient. */
const SURGEON = new RegExp(
  `(?<=\\b(?:[Rr]eferred to|[Rr]efer to|[Ss]aw|[Ss]een by|[Uu]nder|with|[Bb]y|[Ss]ee|[Cc]onsultant|[Ss]urgeon)\\s)(?:Mr|Mrs|Ms|Miss)\\.?\\s+(${NAME})`,
  'gu',
);
const LOWER = /\bdr\.?\s+([a-z]{3,})\b/g;
const CREDENTIALED = new RegExp(`\\b(${NAME}(?:\\s+[A-Z]\\.)?\\s+${NAME}),?\\s+${CREDENTIALS}\\b`, 'gu');
const NOT_NAMES =
  /^(?:reckons|reckoned|wrote|rang|rung|calls|came|upped|ups|swaps|does|don|google|who|keeps|kept|sent|sends|booked|my|a|an|of|in|to|if|as|it|he|she|i|or|we|so|but|not|now|out|off|up|then|there|here|currently|finally|basically|only|said|says|told|office|appointment|appt|visit|thinks|thought|prescribed|put|gave|wants|wanted|recommended|recommends|ordered|visits|changed|asked|suggested|started|stopped|about|who|that|and|for|yesterday|today|tomorrow|last|next|again|when|because|has|had|was|is|pepper|increased|took|named|on|at|the|this|never|also|just|did|will|can|would|should|does)$/i;

/** Without one of these no pattern for people can match. */
const TITLE = /\bdr|doctor|prof|nurse|\bm(?:r|rs|s|iss)\b|\b(?:MD|DO|NP|PA|RN|FNP|PhD|DDS|DPM|MBBS)\b|\b[MD]\.[DO]\./i;

function* readPractitioners(line: Line): Generator<Mention> {
  if (!TITLE.test(line.text)) return;
  const seen: [number, number][] = [];
  const free = (start: number, end: number) => !seen.some(([from, to]) => start < to && from < end);
  for (const pattern of [CREDENTIALED, TITLED, SURGEON, LOWER])
    for (const match of line.text.matchAll(pattern)) {
      const name = (match[1] ?? '').replace(/['’]s$/, '');
      const end = match.index + match[0].length - (/['’]s$/.test(match[0]) ? 2 : 0);
      if (NOT_NAMES.test(name.split(' ')[0] ?? '') || !free(match.index, end)) continue;
      if (pattern === LOWER && /(?:ed|ing|ly)$/.test(name)) continue;
      seen.push([match.index, end]);
      yield {
        kind: 'practitioner',
        start: match.index + line.offset,
        end: end + line.offset,
        name: pattern === SURGEON || match[0].startsWith('Nurse') ? match[0] : `Dr. ${name}`,
        weight: 8,
      };
    }
}

const PLACE =
  '(?:Hospital|Clinic|Medical Center|Medical Centre|Med Center|Health Center|Health Centre|Health System|Healthcare|Health|Infirmary|Pharmacy|Urgent Care|Laboratory|Laboratories|Labs|Hospice|Nursing Home|Rehabilitation Center|Rehab Center|Rehab|Cancer Center|Cancer Institute|Heart Institute|Medical Group|Surgery Center|Family Medicine|Family Practice|Family Health|Dermatology|Cardiology|Orthopedics|Pediatrics|Dialysis Center|Imaging Center|Imaging|Diagnostics|Memorial|Presbyterian|Medical Associates|Physicians|Emergency Department|Surgical Center|Sanatorium|Polyclinic)';
const NAMED_PLACE = new RegExp(
  `\\b(?!The\\b|My\\b|In\\b|At\\b|A\\b|Our\\b|This\\b|Went\\b|Saw\\b|Patient\\b)(?:(?:St\\.?|Saint|Mt\\.?|Mount|${NAME})\\.?\\s+(?:(?:of|and|for|the|&|${NAME})\\s+){0,4})${PLACE}\\b(?:\\s+(?:Hospital|Center|Clinic))?`,
  'gu',
);
const KNOWN_PLACE =
  /\b(?:Mayo Clinic|Cleveland Clinic|Kaiser(?: Permanente)?|Boots(?: [Pp]harmacy)?|Superdrug|Lloyds ?[Pp]harmacy|Costco [Pp]harmacy|Walmart [Pp]harmacy|CVS|Walgreens|Rite Aid|Quest(?: Diagnostics)?|LabCorp|Johns Hopkins|Mass General|MD Anderson|Cedars[- ]Sinai|Mount Sinai|Sloan[- ]Kettering|NYU Langone|UCLA Health|Stanford Health|Planned Parenthood|the VA\b|St\.? [A-Z][a-z]+(?:['’]s)?|Saint [A-Z][a-z]+(?:['’]s)?|Charité|NHS)\b(?:['’]s)?/g;

const PLACE_WORD = new RegExp(PLACE);

function* readOrganizations(line: Line): Generator<Mention> {
  const seen: [number, number][] = [];
  for (const pattern of PLACE_WORD.test(line.text) ? [NAMED_PLACE, KNOWN_PLACE] : [KNOWN_PLACE])
    for (const match of line.text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (seen.some(([from, to]) => start < to && from < end)) continue;
      if (
        /^(?:Dr|Doctor)\b/.test(match[0]) ||
        /^(?:Public|Mental|Global|World|Behavioral|Women['’]s|Home|Digital|Oral) Health$/.test(match[0]) ||
        /\bAND\b/.test(match[0])
      )
        continue;
      seen.push([start, end]);
      yield {
        kind: 'organization',
        start: start + line.offset,
        end: end + line.offset,
        name: match[0].replace(/^the /, ''),
        weight: 8,
      };
    }
}

const OBJECT = `(?:(?:with|by|to|at|in|for|from)\\s+)?(?:(?:my|the|a|an|our|his|her|new)\\s+)*(?:(?:Dr|dr|Doctor)\\.?\\s+[\\p{L}'’-]+(?:\\s+(?!(?:on|at|in|for|about|last|next|today|yesterday|tomorrow|and|to|with|this|who|because|regarding|from|again|by|the|a|an|my|or|but|when|after|before|then|his|her|our|every|twice|once|is|was|says|said|wants|thinks)\\b)[\\p{L}'’-]+)?|(?:[a-z]+ )?${SPECIALIST}(?:['’]s office)?)`;
/** Each with the words without which it cannot match, which is quicker to tell. */
const ENCOUNTERS: [RegExp, RegExp][] = [
  [
    /dr\b|doc|physician|pcp|gp|primary care|nurse|np\b|ist\b|ian\b|counselor|ob|midwife|surgeon|chiropractor|ent\b|provider|assistant|educator/i,
    new RegExp(
      `\\b(?:saw|seen (?:in|at) (?:the )?(?:clinic|office|hospital)(?: by)?|seen by|seen at|seen in|seeing|see|met with|visited|visit(?:ed)? with|consulted(?: with)?|went to(?: see)?|going to(?: see)?|go to(?: see)?|been to(?: see)?|spoke with|spoke to|talked to|followed by|f\\/u (?:w\\/|with)|follow(?:ed|ing)? up with|referred to|evaluated by|came to see)\\s+${OBJECT}(?![a-z])`,
      'giu',
    ),
  ],
  [
    /appointment|appt|check|visit|consult|physical|follow/i,
    new RegExp(
      `\\b(?:(?:follow[- ]?up|annual|yearly|routine|office|clinic|doctor'?s?|telehealth|virtual|video|phone|wellness|prenatal|well[- ]child|dental|specialist|new patient|first|upcoming|cardiology|dermatology|neurology|oncology|psychiatry|therapy|ER|hospital|home|outpatient|sick) )*(?:appointment|appt|appts|appointments|check[- ]?up|checkup|office visit|visit|consultation|consult|annual physical|yearly physical|physical exam(?=\\s+(?:on|next|last|with|in|at|tomorrow|this))|follow[- ]?up(?= (?:visit|appointment|with|in|on|next|scheduled|tomorrow)))(?:\\s+${OBJECT})?(?![a-z])`,
      'giu',
    ),
  ],
  [
    /admitted|hospitali|discharged|transferred/i,
    /\b(?:was |were |been |got |is |being |re)?(?:re-?)?(?:admitted|hospitali[sz]ed|discharged|transferred|readmitted)(?: (?:to|from|at|in|into) (?:the |a |an )?(?:hospital|icu|ward|floor|er|ed|emergency (?:room|department)|psych(?:iatric)? (?:ward|unit)|medicine service|rehab|intensive care(?: unit)?)\b)?/gi,
  ],
  [
    /emergency|\bE[RD]\b|urgent care|walk-in|minor injuries|& ?e\b/i,
    /\b(?:(?:went|going|go|taken|came|come|presented|presents|brought|rushed|trip|visit|visited|seen|was|in|at|to|drove|ended up)\s+)?(?:(?:in|to|at|by)\s+)*(?:(?:the|an|a)\s+)?(?:emergency room|emergency department|\bER\b|\bED\b|urgent care|walk-in (?:clinic|cent(?:er|re))|minor injuries unit|[Aa] ?& ?[Ee])\b(?! doctor|\s*\d| tablet| capsule| (?:positive|negative|pos|neg|status)|\s?[+/-])(?: visit)?/g,
  ],
  [
    /hospital|icu|itu|hdu|intensive care|ccu/i,
    /\b(?:went|go|going|taken|rushed|was|stayed|been|spent [\w ]{2,14})\s+(?:back\s+)?(?:to|in|into|at|on)\s+(?:the\s+)?(?:hospital|icu|itu|hdu|intensive care(?: unit)?|ccu)\b(?: for [\w ]{2,12}days?)?/gi,
  ],
  [
    /f\/u|rtc|follow|review/i,
    /\b(?:f\/u|rtc|follow[- ]?up|review)\s+(?:in\s+)?\d{1,2}(?:\/(?:7|52|12)|[- ](?:days?|weeks?|months?|wks?|mos?))\b/gi,
  ],
  [
    /stay|hospitali|admission/i,
    /\b(?:hospital stay|hospitali[sz]ation|hospital admission|inpatient stay|icu stay)\b/gi,
  ],
];

function* readEncounters(line: Line, named: Mention[]): Generator<Mention> {
  const spans: [number, number][] = [];
  for (const [hint, pattern] of ENCOUNTERS)
    for (const match of hint.test(line.text) ? line.text.matchAll(pattern) : []) {
      if (/^(?:see|seen|go(?:ing)? to|visit)$/i.test(match[0].trim())) continue;
      spans.push([match.index, match.index + match[0].trimEnd().length]);
    }
  for (const [start, end] of mergeNear(line, spans)) {
    const last = named.find((mention) => isPartOf(line, mention, end));
    const stop = last ? last.end - line.offset : end;
    yield {
      kind: 'encounter',
      start: start + line.offset,
      end: stop + line.offset,
      name: line.text.slice(start, stop),
      weight: 6,
    };
  }
}

/** A name that the encounter's words run into, or that follows "at", "to", "from" after them. */
function isPartOf(line: Line, mention: Mention, end: number): boolean {
  const [from, to] = [mention.start - line.offset, mention.end - line.offset];
  if (from < end) return end < to;
  return (
    mention.kind === 'organization' && /^\s+(?:to|at|from|in|into)\s+(?:the\s+)?$/i.test(line.text.slice(end, from))
  );
}

/** "follow-up appointment with Dr. Lee" is one encounter, whichever patterns saw it. */
function mergeNear(line: Line, spans: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (
      last &&
      (start <= last[1] ||
        /^\s*(?:at|to|with|in|for|for an?|the|and was|and|my|an?|,)?\s*(?:the|my|a)?\s*$/i.test(
          line.text.slice(last[1], start),
        ))
    )
      last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
