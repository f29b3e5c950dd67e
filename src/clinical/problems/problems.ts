import type { Mention } from '../facts/facts.ts';
import { isBodyPart } from '../lexicon/finding-words.ts';
import type { Match, Term } from '../lexicon/lexicon.ts';
import { kindByEnding, procedureHeads } from '../lexicon/morphology.ts';
import type { Line } from '../words/line.ts';
import { normalize, type Token } from '../words/tokens.ts';
import { readFindings } from './findings.ts';
import { readLay } from './lay.ts';

/**
 * Conditions and symptoms: from the lexicon, by the ending of the word, and put together from parts. `normals`: whether
 * what was found as it should be ("lungs clear") is a finding too.
 */
export function readProblems(line: Line, conversation: boolean, normals = !conversation): Mention[] {
  const known = fromLexicon(line, conversation, normals);
  const byEnding = fromEndings(line);
  const composed = readFindings(line.tokens, line.text, line.offset, normals).filter(
    (mention) => !touchesIgnored(line, mention),
  );
  const changes = [
    ...latePeriods(line),
    ...pregnancies(line),
    ...frequencies(line),
    ...weightChanges(line),
    ...injuries(line),
    ...difficulties(line),
    ...highAndLow(line),
    ...(line.note && !conversation ? [] : readLay(line)),
  ];
  return widen([...known, ...byEnding.filter(({ kind }) => kind !== 'medication')], composed).concat(
    changes,
    byEnding.filter(({ kind }) => kind === 'medication'),
  );
}

function fromLexicon(line: Line, conversation: boolean, normals: boolean): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.matches) {
    const term = match.terms.find(
      ({ group }) => group === 'condition' || group === 'symptom' || (group === 'normal' && normals),
    );
    if (!term || match.terms.some(({ group }) => group === 'ignored')) continue;
    const [first, last] = [line.tokens[match.from]!, line.tokens[match.to - 1]!];
    if (isProperName(line, match, conversation) || isOrder(line, match)) continue;
    if (NOT_HAD.test(line.tokens[match.to]?.norm ?? '') || isRoomAir(line, match)) continue;
    if (match.guessed && conversation === false && /^[A-Z]/.test(first.text) && match.from > 0) continue;
    const mention: Mention = {
      kind: term.group === 'condition' ? 'condition' : 'symptom',
      start: first.start,
      end: last.end,
      name: term.name,
      weight: 3,
    };
    if (term.code) mention.code = term.code;
    const spread = mentions.at(-1);
    if (
      spread &&
      /^metasta/i.test(spread.name) &&
      line.text.slice(spread.end - line.offset, mention.start - line.offset) === ' '
    ) {
      mention.start = spread.start;
      mention.name = `metastatic ${mention.name}`;
      mentions.pop();
    }
    mentions.push(mention);
  }
  return mentions;
}

/** "Burns Medical", "Cold Harbour Lane": an everyday word written as a name beside another name. */
function isProperName(line: Line, match: Match, conversation: boolean): boolean {
  if ((line.note && !conversation) || match.to - match.from > 1) return false;
  const isName = (at: number) => /^\p{Lu}\p{Ll}+$/u.test(line.tokens[at]?.text ?? '');
  return (
    isName(match.from) &&
    (isName(match.to) || (isName(match.from - 1) && match.from > 1)) &&
    /^(?:burn|cold|fall|pain|stroke|cough|chill|sore|weak|grave|bruise|rash|shingle|mole|wart|shock|boil|itch|bump|lump|croup|gout|tear|spot|ache)$/.test(
      line.tokens[match.from]!.norm,
    )
  );
}

/** "Bump Lantus to 34": an order, no bump. */
function isOrder(line: Line, match: Match): boolean {
  return (
    /^(?:bump|cut|spot)$/i.test(line.tokens[match.from]!.norm) &&
    line.matches.some(({ from, terms }) => from === match.to && terms.some(({ group }) => group === 'drug'))
  );
}

/** "SpO2 95% RA": room air. */
function isRoomAir(line: Line, match: Match): boolean {
  return (
    line.tokens[match.from]!.text === 'RA' && /^(?:%|on|o2|sat|spo2)$/i.test(line.tokens[match.from - 1]?.text ?? '')
  );
}

/** "flu vaccine", "diabetes clinic": the word before names no illness of anybody's. */
const NOT_HAD =
  /^(?:vaccine|vaccination|shot|booster|jab|immunization|clinic|screening|specialist|awareness|association|foundation|medication|medicine|pill|med|support|research)$/;

function touchesIgnored(line: Line, mention: Mention): boolean {
  return line.matches.some(
    (match) =>
      match.terms.some(({ group }) => group === 'ignored') &&
      line.tokens[match.from]!.start < mention.end &&
      mention.start < line.tokens[match.to - 1]!.end,
  );
}

/** Words that no list holds but whose ending says what they are. */
function fromEndings(line: Line): Mention[] {
  const taken = new Set<number>();
  for (const match of line.matches) for (let at = match.from; at < match.to; at++) taken.add(at);
  const mentions: Mention[] = [];
  line.tokens.forEach((token, at) => {
    if (taken.has(at) || token.kind !== 'word') return;
    const kind = kindByEnding(token.norm);
    if (!kind || kind === 'procedure') return;
    const first = kind === 'drug' ? chemicalStart(line.tokens, at) : at;
    const name = line.text.slice(line.tokens[first]!.start - line.offset, token.end - line.offset);
    mentions.push({
      kind: kind === 'drug' ? 'medication' : kind,
      start: line.tokens[first]!.start,
      end: token.end,
      name,
      weight: 2,
    });
  });
  return mentions;
}

/** "22-oxa…", "N-acetyl-…", "alpha-methyl…": the prefixes belong to the chemical's name. */
function chemicalStart(tokens: Token[], at: number): number {
  let first = at;
  while (
    first >= 2 &&
    tokens[first - 1]!.text === '-' &&
    tokens[first - 1]!.end === tokens[first]!.start &&
    tokens[first - 2]!.end === tokens[first - 1]!.start &&
    (tokens[first - 2]!.kind === 'number' || tokens[first - 2]!.text.length <= 6)
  )
    first -= 2;
  return first;
}

/** A composed finding that holds a known one keeps the wider place and the known one's code. */
function widen(known: Mention[], composed: Mention[]): Mention[] {
  const result: Mention[] = [...known];
  for (const wide of composed) {
    const inside = known.filter((mention) => mention.start < wide.end && wide.start < mention.end);
    if (inside.length === 0) {
      result.push(wide);
      continue;
    }
    const covers = inside.every((mention) => mention.start >= wide.start && mention.end <= wide.end);
    const longer = inside.every((mention) => wide.end - wide.start > mention.end - mention.start);
    if (inside.length === 1 && covers && longer) {
      const kind = inside[0]!.kind;
      result.splice(result.indexOf(inside[0]!), 1, {
        ...wide,
        kind,
        weight: 3.5,
        ...(inside[0]!.code ? { code: inside[0]!.code } : {}),
      });
    }
  }
  return result;
}

const LOST =
  /\b(?:weight (?:is |was )?down(?: by)?|lost|lose|losing|dropped|shed)\s+(?:about |around |over |almost |another |nearly |like )*(?:\d+(?:\.\d+)?|a few|ten|twenty|thirty|five|some|several)[\s-]*(?:lbs?|pounds?|kgs?|kilos?|kilograms?|stone)\b/gi;
const GAINED =
  /\b(?:weight (?:is |was )?up(?: by)?|gained|gaining|gain|put on|putting on)\s+(?:about |around |over |almost |another |nearly |like )*(?:\d+(?:\.\d+)?|a few|ten|twenty|thirty|five|some|several)[\s-]*(?:lbs?|pounds?|kgs?|kilos?|kilograms?|stone)\b/gi;

const BROKE =
  /\b(?:hurt|broke|broken|fractured|sprained|dislocated|tore|twisted|injured|strained|pulled)\s+(?:my|his|her|their|the|a)\s+(?:left |right |lower |upper |big )*([a-z]+)\b(?: muscle| ligament| bone)?/gi;

/** "broke my arm", "sprained her ankle" */
function injuries(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.text.matchAll(BROKE)) {
    if (!isBodyPart(normalize(match[1] ?? '')) && !/^(?:acl|mcl|muscle|hamstring|groin)$/i.test(match[1] ?? ''))
      continue;
    const start = match.index + line.offset;
    mentions.push({ kind: 'condition', start, end: start + match[0].length, name: match[0].toLowerCase(), weight: 5 });
  }
  return mentions;
}

const HIGH_LOW =
  /\b(blood pressure|bp|cholesterol|blood sugars?|sugars?|glucose|heart rate|iron|potassium|sodium|thyroid|vitamin d|platelets?|white count|a1c|triglycerides|blood count|hemoglobin|creatinine|liver enzymes|uric acid)\s+(?:levels?\s+)?(?:is|was|are|were|has been|have been|runs|keeps|stays|came back|tends to be)\s+(?:(?:too|very|a|bit|little|really|always|still|running|pretty|so|slightly|consistently|quite|usually)\s+)*(high|low|elevated|up)(?!\s+(?:at|to|around|[\d(]))\b/gi;

/** "my cholesterol is high": a finding without its number. */
function highAndLow(line: Line): Mention[] {
  return [...line.text.matchAll(HIGH_LOW)].map((match) => {
    const start = match.index + line.offset;
    const level = /low/i.test(match[2] ?? '') ? 'low' : 'high';
    return {
      kind: 'condition',
      start,
      end: start + match[0].length,
      name: `${level} ${(match[1] ?? '').toLowerCase()}`,
      weight: 3.2,
    };
  });
}

const DIFFICULTY =
  /\b(?:difficulty|difficulties|trouble|inability to|hard time|problems?)\s+(?:with\s+)?(?:hearing|hear|taking p\.?o|walking|walk|ambulating|ambulate|speaking|speak|talking|concentrating|focusing|remembering|standing|stand|eating|eat|chewing|seeing|see|moving|move|lifting|bending|climbing stairs|keeping (?:food|anything) down|getting up|voiding|void|finding words|weight bearing|bear weight|swallowing|breathing|sleeping|urinating)\b/gi;

/** "difficulty hearing", "inability to walk" */
function difficulties(line: Line): Mention[] {
  return [...line.text.matchAll(DIFFICULTY)].map((match) => {
    const start = match.index + line.offset;
    return { kind: 'symptom', start, end: start + match[0].length, name: match[0].toLowerCase(), weight: 2.9 };
  });
}

/** Beside dysuria, urgency or nocturia, frequency is a symptom too. */
function frequencies(line: Line): Mention[] {
  if (!/\b(?:dysuria|urgency|nocturia|hesitancy|ha?ematuria)\b/i.test(line.text)) return [];
  return [...line.text.matchAll(/(?<!urinary |the |a )\bfrequency\b(?! of)/gi)].map((match) => {
    const start = match.index + line.offset;
    return { kind: 'symptom', start, end: start + match[0].length, name: 'urinary frequency', weight: 2.8 };
  });
}

/** "she is 20 weeks pregnant", "not pregnant"; a pregnant woman of a study is nobody. */
function pregnancies(line: Line): Mention[] {
  const pattern =
    /\b(?:am|is|was|not|i['’]m|she['’]s|got|currently|weeks|months|\d)\s+(pregnant)\b(?!\s+(?:wom[ae]n|patients?|rats?|mice|females?))/gi;
  return [...line.text.matchAll(pattern)].map((match) => {
    const end = match.index + match[0].length + line.offset;
    return { kind: 'condition', start: end - (match[1] ?? '').length, end, name: 'pregnancy', weight: 5 };
  });
}

/** "my period is two weeks late" */
function latePeriods(line: Line): Mention[] {
  return [
    ...line.text.matchAll(/\bperiods? (?:is|was|are|were|has been|came) (?:[\w-]+ ){0,4}?(?:late|overdue)\b/gi),
  ].map((match) => {
    const start = match.index + line.offset;
    return { kind: 'symptom', start, end: start + match[0].length, name: 'late period', weight: 5 };
  });
}

function weightChanges(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const [pattern, name] of [
    [LOST, 'weight loss'],
    [GAINED, 'weight gain'],
  ] as const)
    for (const match of line.text.matchAll(pattern)) {
      if (/\b(?:to|like to|should|must|could|will)\s+$/i.test(line.text.slice(0, match.index))) continue;
      const start = match.index + line.offset;
      mentions.push({ kind: 'symptom', start, end: start + match[0].length, name, weight: 10 });
    }
  return mentions;
}

export function readProcedures(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.matches) {
    const term = match.terms.find(({ group }) => group === 'procedure');
    if (!term || match.guessed || isHeading(line, term, match) || isSameDose(line, match, term)) continue;
    const illness = term.category === 'vaccine' ? illnessBefore(line, match) : match.from;
    const mention: Mention = {
      kind: 'procedure',
      start: line.tokens[illness]!.start,
      end: line.tokens[match.to - 1]!.end,
      name: term.name,
      weight: match.to - match.from > 1 ? 3.6 : 2.5,
    };
    if (term.code) mention.code = term.code;
    mentions.push(mention);
  }
  return mentions.concat(composedProcedures(line));
}

/** The booster of "MMR booster" is no second vaccination. */
function isSameDose(line: Line, match: Match, { category }: Term): boolean {
  return (
    category === 'vaccine' &&
    line.matches.some(({ to, terms }) => to === match.from && terms.some((term) => term.category === 'vaccine'))
  );
}

/** "CBC: WBC 6.2 …": the panel's name heads its values and is no event of its own. */
function isHeading(line: Line, term: Term, match: Match): boolean {
  const after = line.text.slice(line.tokens[match.to - 1]!.end - line.offset);
  return term.code?.code === '396550006' && /^\s*(?:\(?\d[\d/.-]*\)?\s*)?:/.test(after);
}

/** "chickenpox vaccine" is one thing: where the illness before the word begins. */
function illnessBefore(line: Line, vaccine: Match): number {
  const illness = line.matches.find(
    ({ to, terms }) => to === vaccine.from && terms.some(({ group }) => group === 'condition'),
  );
  return illness?.from ?? vaccine.from;
}

/** "-ectomy" and its kin, and "hip replacement" or "repair of the mitral valve". */
function composedProcedures(line: Line): Mention[] {
  const mentions: Mention[] = [];
  line.tokens.forEach((token, at) => {
    if (token.kind !== 'word') return;
    let [from, to] = [at, at];
    if (procedureHeads().has(token.norm)) {
      while (from > 0 && isBodyPart(line.tokens[from - 1]!.norm)) from--;
      if (from === at) to = partAfter(line.tokens, at);
      if (from === to) return;
    } else if (kindByEnding(token.norm) !== 'procedure') return;
    const [start, end] = [line.tokens[from]!.start, line.tokens[to]!.end];
    mentions.push({
      kind: 'procedure',
      start,
      end,
      name: line.text.slice(start - line.offset, end - line.offset).toLowerCase(),
      weight: 2,
    });
  });
  return mentions;
}

function partAfter(tokens: Token[], at: number): number {
  if (tokens[at + 1]?.norm !== 'of') return at;
  for (let next = at + 2; next < Math.min(tokens.length, at + 7); next++)
    if (isBodyPart(tokens[next]!.norm)) return next;
  return at;
}
