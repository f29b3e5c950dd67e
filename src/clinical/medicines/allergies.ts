import type { Mention } from '../facts/facts.ts';
import type { Match } from '../lexicon/lexicon.ts';
import { readTable, splitList } from '../tables/tables.ts';
import type { Line } from '../words/line.ts';
import type { Section } from '../words/sentences.ts';
import { normalize } from '../words/tokens.ts';

/** Allergies of a sentence: "allergic to …", "… allergy", an allergy section, and the statement that there are none. */
export function readAllergies(line: Line, section: Section): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.text.matchAll(NONE)) mentions.push(noneKnown(line, match));
  for (const match of line.text.matchAll(TO)) {
    const words: [number, number] = [match.index + line.offset, match.index + match[0].length + line.offset];
    for (const mention of listAfter(line, match.index + match[0].length))
      mentions.push({ ...mention, claims: [...(mention.claims ?? []), words] });
  }
  for (const match of mentions.length > 0 ? line.text.matchAll(ALSO_TO) : [])
    for (const mention of listAfter(line, match.index + match[0].length))
      mentions.push(
        /think|maybe|possibly|might|probably/i.test(match[0]) ? { ...mention, certainty: 'possible' } : mention,
      );
  for (const match of line.text.matchAll(AFTER)) mentions.push(...wordBefore(line, match.index));
  if (!NO_ALLERGY.test(line.text)) mentions.push(...givers(line), ...causes(line));
  if (section === 'allergies' && mentions.length === 0) {
    const header = /^\s*[^:]*?(?:allergies|allergy|reactions|adrs?|intolerances?|sensitivities)\s*(?::|-)/i.exec(
      line.text,
    );
    mentions.push(...listAfter(line, header ? header[0].length : 0, true));
  }
  return dropRepeats(mentions);
}

/** "codeine makes me itch but I'm not allergic to it" */
const NO_ALLERGY =
  /\b(?:not (?:actually |really |technically )?allergic|not an? (?:true |real |actual )?allergy|isn['’]?t an? (?:true |real )?allergy|don['’]?t think (?:i['’]?m|it['’]?s an?) allerg\w+|no true allergy|just a side effect|intolerance not allergy)\b/i;

const NONE =
  /\b(?:NKDA|NKA|NKFA|(?:no|denies(?: any)?|without(?: any)?|has no|have no|don'?t have any|do not have any|not aware of any) (?:known )?(?:(?:drug|medication|medicine|food|environmental|latex|other|significant|seasonal|known) )*(?:allerg(?:y|ies)|drug reactions)(?! to)|allerg(?:y|ies)\s*(?::|-)?\s*(?:none|nil|no known|denies)(?: known)?(?: drug)?(?: allergies)?|not allergic to (?:anything|any (?:drugs?|medications?|medicines?|foods?)))/gi;
const TO =
  /\b(?:(?:(?:bad|adverse|severe|terrible|awful) reactions?|allergic(?: reactions?)?|allerg(?:y|ies)|anaphyla(?:xis|ctic)|hypersensitiv(?:e|ity)|intoleran(?:t|ce)|reacts? badly)\s*(?:to|of)|allerg(?:y|ies)\s*(?:include|includes|including|are|:))\s*:?\s+(?:both |drugs? (?:like|such as) |all |the )?/gi;
/** "allergic to bees and I think also to amoxicillin" */
const ALSO_TO =
  /(?:\band\b|&|,|\bplus\b)\s+(?:(?:i think|maybe|possibly|might be|probably|perhaps|also|too|even|apparently|i'm|im|now)\s+)+to\s+|\band (?:also )?to\s+/gi;
const GIVES =
  /^\s+(?:always |just |used to |once |really )?(?:gives?|gave|makes?|made|causes?|caused|brings?|brought|sets?|set|left|puts?)\s+(?:me|him|her|my|us)?\b[^.;]{0,30}?\b(hives|rash|blisters|blotch\w*|wheez\w*|puff\w* up|blow up|balloon\w*|tongue|face|lips|anaphyla\w+|swelling|swell|itch\w*|welts|throat)/i;
/** "PCN → anaphylaxis", "sulfa = rash", "penicillin (hives)" */
const ARROW =
  /^\s*(?:→|->|-->|=>|=|\()\s*(?:severe |bad |mild )?(hives|rash|anaphyla\w+|angio-?o?edema|urticaria|swelling|itch\w*|lip swelling|throat \w+|SJS|bronchospasm|stevens)/i;
const AFTER = /\b(?:allerg(?:y|ies)|allergic)\b/gi;

function noneKnown(line: Line, match: RegExpMatchArray): Mention {
  const start = match.index! + line.offset;
  return {
    kind: 'allergy',
    start,
    end: start + match[0].trimEnd().length,
    name: 'no known allergies',
    negated: true,
    weight: 8,
  };
}

const STOP =
  /[.;\n]|\b(?:but|which|that|because|since|so|and (?:i|he|she|takes?|has|have|is|am|my)|i (?:have|get|take|am|was|had)|takes?|who|when|with a history|noted|was|were|today|presents|comes|here|did|does|can|will|never)\b/i;
const REACTION =
  /\(([^)]{2,60})\)|\b(?:causes?|caus(?:ed|ing)|gives? (?:me|him|her)|gave (?:me|him|her)|makes? (?:me|him|her)|made (?:me|him|her)|gets?|got|developed|reaction(?: was| is|:)?|→|->|with|leads? to|broke out in)\s+([^.;,]{3,60})/i;

function listAfter(line: Line, from: number, section = false): Mention[] {
  const stop = STOP.exec(line.text.slice(from));
  const end = stop ? from + stop.index : line.text.length;
  const mentions = dropRepeats([...items(line, from, Math.min(end, from + 300))]).sort((a, b) => a.start - b.start);
  const first = /^([a-z][a-z'’-]+(?:\s+[a-z][a-z'’-]+)?)\s*(?=[,.;(]|$|\band\b)/i.exec(line.text.slice(from, end));
  if (mentions.length === 0 && first && !section && !COMMON.test(first[1] ?? ''))
    mentions.push(allergy(line, from, from + (first[1] ?? '').length, (first[1] ?? '').toLowerCase()));
  for (const [index, mention] of mentions.entries()) addReaction(line, mention, mentions[index + 1]);
  return mentions;
}

const COMMON =
  /^(?:acting|playing|really|so|very|super|quite|pretty|bad|terrible|horrible|awful|flaring|killing|driving|back|worse|worsening|getting|making|causing|kicking|being|going|under|well|much|not|always|still|starting|a bit|mild|severe|seasonal|on file|up to date|unknown|listed|recorded|documented|hard|it|them|this|that|anything|any|some|many|several|the|my|a|certain|something|medications?|drugs?|foods?|everything|none|no|nothing|shots?|season|medicine|meds|symptoms?|reactions?|specialist|testing|test|history)\b/i;

function* items(line: Line, from: number, to: number): Generator<Mention> {
  for (const match of line.matches) {
    const [start, end] = [line.tokens[match.from]!.start - line.offset, line.tokens[match.to - 1]!.end - line.offset];
    if (start < from || end > to || inParenthesis(line.text, from, start)) continue;
    const drug = match.terms.find(({ group }) => group === 'drug');
    if (drug) yield allergy(line, start, end, drug.name);
  }
  for (const [start, end, name] of allergenPlaces(line, from, to)) yield allergy(line, start, end, name);
}

function inParenthesis(text: string, from: number, at: number): boolean {
  const open = text.lastIndexOf('(', at);
  return open >= from && text.indexOf(')', open) >= at;
}

function* allergenPlaces(line: Line, from: number, to: number): Generator<[number, number, string]> {
  const known = allergens();
  const tokens = line.tokens;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.start - line.offset < from || token.end - line.offset > to) continue;
    const two = tokens[at + 1] ? `${token.norm} ${tokens[at + 1]!.norm}` : '';
    const last = known.has(two) ? at + 1 : known.has(token.norm) ? at : -1;
    if (last < 0 || inParenthesis(line.text, from, token.start - line.offset)) continue;
    const [start, end] = [token.start - line.offset, tokens[last]!.end - line.offset];
    yield [start, end, line.text.slice(start, end).toLowerCase()];
    at = last;
  }
}

let loaded: Set<string> | undefined;

function allergens(): Set<string> {
  loaded ??= new Set(
    readTable('allergens', 1, 1)
      .rows.flatMap(([names]) => splitList(names))
      .map((name) => name.split(' ').map(normalize).join(' ')),
  );
  return loaded;
}

function allergy(line: Line, start: number, end: number, name: string): Mention {
  return { kind: 'allergy', start: start + line.offset, end: end + line.offset, name, weight: 8 };
}

/** "(hives)" or "causes a rash" after the substance is its reaction, not a symptom of today. */
function addReaction(line: Line, mention: Mention, next: Mention | undefined): void {
  const from = mention.end - line.offset;
  const until = next ? next.start - line.offset : line.text.length;
  const match = REACTION.exec(line.text.slice(from, Math.min(until, from + 110)));
  const words = (match?.[1] ?? match?.[2] ?? '').trim();
  const loose = words
    ? undefined
    : /^\s*(?:-|–|:)\s*([a-z][a-z /]{2,40})/i.exec(line.text.slice(from, Math.min(until, from + 60)));
  const reaction = words || loose?.[1]?.trim();
  if (!reaction) return;
  mention.reaction = reaction.replace(/^(?:an?|some|severe)\s+/i, '');
  const start = line.text.indexOf(reaction, from) + line.offset;
  mention.claims = [[start, start + reaction.length]];
}

/** "Penicillin gives me hives" */
function* givers(line: Line): Generator<Mention> {
  for (const match of line.matches) {
    const drug = match.terms.find(({ group }) => group === 'drug');
    const end = line.tokens[match.to - 1]!.end - line.offset;
    const rest = line.text.slice(end, end + 70);
    const reaction = drug && (GIVES.exec(rest) ?? ARROW.exec(rest) ?? refused(line, match, end));
    if (!drug || !reaction) continue;
    const mention = allergy(line, line.tokens[match.from]!.start - line.offset, end, drug.name);
    const start = mention.end + reaction[0].length - (reaction[1] ?? '').length;
    yield { ...mention, reaction: reaction[1], claims: [[start, start + (reaction[1] ?? '').length]] };
  }
}

const FROM =
  /\b(hives|welts|anaphyla\w+|swell(?:s|ing|ed)?(?: up)?|(?:break|breaks|broke|breaking) out(?: in (?:hives|a rash|welts))?|throat (?:closes|closed|swells|swelled)(?: up)?|itchy (?:mouth|throat))\s+(?:from|to|with|(?:when|if|whenever|every time) (?:i|he|she|they|we) (?:eats?|takes?|took|had|have|has|ate|touch(?:es)?))\s+(?:any |the |some )?/gi;

/** "I can't take sulfa, I swell up" */
function refused(line: Line, match: Match, end: number): RegExpExecArray | null {
  const before = line.text.slice(0, line.tokens[match.from]!.start - line.offset);
  if (!/\b(?:can'?t|cannot|can’t|unable to) (?:take|have|tolerate|use)\s*$/i.test(before)) return null;
  return /^[^.;]{0,30}?\b(hives|rash|anaphyla\w+|swell\w*|itch\w*|break out|broke out|throat)/i.exec(
    line.text.slice(end, end + 60),
  );
}

/** "hives from strawberries", "my throat closes when I eat kiwi" */
function* causes(line: Line): Generator<Mention> {
  for (const match of line.text.matchAll(FROM)) {
    const from = match.index + match[0].length;
    const reaction: [number, number] = [match.index + line.offset, match.index + match[1]!.length + line.offset];
    for (const mention of dropRepeats([...items(line, from, Math.min(line.text.length, from + 40))]))
      if (/^(?:[\w' ]*(?:,|&|\band\b|\bor\b)\s*)*$/i.test(line.text.slice(from, mention.start - line.offset)))
        yield { ...mention, reaction: match[1]!.toLowerCase(), claims: [reaction] };
  }
}

/** "penicillin allergy", "peanut allergies" */
function wordBefore(line: Line, at: number): Mention[] {
  const kept: Mention[] = [];
  let until = at;
  for (const mention of [...items(line, Math.max(0, at - 40), at)].sort((a, b) => b.end - a.end)) {
    const between = line.text.slice(mention.end - line.offset, until);
    if (!(kept.length === 0 ? /^\s*(?:drug|food)?\s*$/i : /^(?:\s|,|&|\band\b|\bor\b)+$/i).test(between)) break;
    const told = /^\w+\s*(?:-|–|:|\(|with|causing|causes)\s*([a-z][a-z /]{2,40})/i.exec(line.text.slice(at, at + 60));
    if (told?.[1]) addTold(line, mention, at + told[0].length - told[1].length, told[1]);
    kept.push(mention);
    until = mention.start - line.offset;
  }
  return kept;
}

function addTold(line: Line, mention: Mention, start: number, words: string): void {
  mention.reaction = words.trim();
  mention.claims = [[start + line.offset, start + line.offset + words.length]];
}

function dropRepeats(mentions: Mention[]): Mention[] {
  return mentions.filter(
    (mention, index) =>
      !mentions.slice(0, index).some((known) => known.start < mention.end && mention.start < known.end),
  );
}
