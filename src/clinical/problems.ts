import type { Mention } from './facts.ts';
import { isBodyPart, readFindings } from './findings.ts';
import type { Line } from './measurements.ts';
import { kindByEnding, procedureHeads } from './morphology.ts';
import { normalize, type Token } from './tokens.ts';

/** Conditions and symptoms: from the lexicon, by the ending of the word, and put together from parts. */
export function readProblems(line: Line, conversation: boolean): Mention[] {
  const known = fromLexicon(line, conversation);
  const byEnding = fromEndings(line);
  const composed = readFindings(line.tokens, line.text, line.offset, !conversation).filter(
    (mention) => !touchesIgnored(line, mention),
  );
  const changes = [...weightChanges(line), ...injuries(line), ...difficulties(line)];
  return widen([...known, ...byEnding.filter(({ kind }) => kind !== 'medication')], composed).concat(
    changes,
    byEnding.filter(({ kind }) => kind === 'medication'),
  );
}

function fromLexicon(line: Line, conversation: boolean): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.matches) {
    const term = match.terms.find(
      ({ group }) => group === 'condition' || group === 'symptom' || (group === 'normal' && !conversation),
    );
    if (!term || match.terms.some(({ group }) => group === 'ignored')) continue;
    const [first, last] = [line.tokens[match.from]!, line.tokens[match.to - 1]!];
    if (match.guessed && conversation === false && /^[A-Z]/.test(first.text) && match.from > 0) continue;
    const mention: Mention = {
      kind: term.group === 'condition' ? 'condition' : 'symptom',
      start: first.start,
      end: last.end,
      name: term.name,
      weight: 3,
    };
    if (term.code) mention.code = term.code;
    mentions.push(mention);
  }
  return mentions;
}

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
  /\b(?:lost|lose|losing|dropped|shed)\s+(?:about |around |over |almost |another |nearly |like )*(?:\d+(?:\.\d+)?|a few|ten|twenty|thirty|five|some|several)[\s-]*(?:lbs?|pounds?|kgs?|kilos?|kilograms?|stone)\b/gi;
const GAINED =
  /\b(?:gained|gaining|gain|put on|putting on)\s+(?:about |around |over |almost |another |nearly |like )*(?:\d+(?:\.\d+)?|a few|ten|twenty|thirty|five|some|several)[\s-]*(?:lbs?|pounds?|kgs?|kilos?|kilograms?|stone)\b/gi;

const BROKE =
  /\b(?:broke|broken|fractured|sprained|dislocated|tore|twisted|injured|strained|pulled)\s+(?:my|his|her|their|the|a)\s+(?:left |right |lower |upper |big )*([a-z]+)\b(?: muscle| ligament| bone)?/gi;

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

const DIFFICULTY =
  /\b(?:difficulty|difficulties|trouble|inability to|hard time|problems?)\s+(?:with\s+)?(?:hearing|hear|taking p\.?o|walking|walk|ambulating|ambulate|speaking|speak|talking|concentrating|focusing|remembering|standing|stand|eating|eat|chewing|seeing|see|moving|move|lifting|bending|climbing stairs|keeping (?:food|anything) down|getting up|voiding|void|finding words|weight bearing|bear weight|swallowing|breathing|sleeping|urinating)\b/gi;

/** "difficulty hearing", "inability to walk" */
function difficulties(line: Line): Mention[] {
  return [...line.text.matchAll(DIFFICULTY)].map((match) => {
    const start = match.index + line.offset;
    return { kind: 'symptom', start, end: start + match[0].length, name: match[0].toLowerCase(), weight: 2.9 };
  });
}

function weightChanges(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const [pattern, name] of [
    [LOST, 'weight loss'],
    [GAINED, 'weight gain'],
  ] as const)
    for (const match of line.text.matchAll(pattern)) {
      const start = match.index + line.offset;
      mentions.push({ kind: 'symptom', start, end: start + match[0].length, name, weight: 10 });
    }
  return mentions;
}

export function readProcedures(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.matches) {
    const term = match.terms.find(({ group }) => group === 'procedure');
    if (!term || match.guessed) continue;
    const mention: Mention = {
      kind: 'procedure',
      start: line.tokens[match.from]!.start,
      end: line.tokens[match.to - 1]!.end,
      name: term.name,
      weight: 2.5,
    };
    if (term.code) mention.code = term.code;
    mentions.push(mention);
  }
  return mentions.concat(composedProcedures(line));
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
