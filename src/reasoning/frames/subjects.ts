/** What a clause names: concepts of the catalogue, parts of the record, body systems. */

import { z } from 'zod';
import { type Match, openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';
import { compoundsIn } from './compounds.ts';
import { otherForms } from './other-forms.ts';
import { findPhrase, parsePhrase } from './phrase.ts';

const schema = z.strictObject({
  things: z.record(z.string(), z.array(z.string())),
  systems: z.record(z.string(), z.array(z.string())),
  implied: z.record(z.string(), z.array(z.string())),
});
const data = schema.parse(readRows(new URL('./things.yml', import.meta.url)));

const WHOLES: { id: string; kind: 'thing' | 'system'; words: string[] }[] = [
  ...Object.entries(data.things).flatMap(([name, all]) => all.map((each) => whole('thing', name, each))),
  ...Object.entries(data.systems).flatMap(([name, all]) => all.map((each) => whole('system', name, each))),
].toSorted((a, b) => b.words.length - a.words.length);

function whole(kind: 'thing' | 'system', name: string, words: string) {
  return { id: `${kind}:${name}`, kind, words: words.split(' ') };
}

/** In the order they stand; of one span, the kinds that the text around it does not rule out. */
const IDENTIFIER = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{18,}\b/gi;

export function subjectsIn(written: string): Subject[] {
  const text = written.replace(IDENTIFIER, (id) => ' '.repeat(id.length));
  const whole = compoundsIn(text);
  const isPart = ({ start, end }: { start: number; end: number }) =>
    whole.some((each) => start < each.end && end > each.start && end - start <= each.end - each.start);
  const found = openCatalogue()
    .find(text)
    .filter((match) => isMeant(match) && !isMixedUp(match, text) && !isPart(match));
  const spoken = layIn(text).filter(({ concept }) => !found.some((each) => each.concept.id === concept.id));
  const grafts = spoken.flatMap(({ concept: { id } }) => GRAFT.exec(id)?.[1] ?? []);
  const isGraft = (said: string) => grafts.some((organ) => said.toLowerCase().startsWith(organ));
  const concepts = [...found.filter((match) => !isGraft(match.text)), ...spoken];
  const taken = (start: number, end: number) => concepts.some((match) => start < match.end && end > match.start);
  const isMeasured = concepts.some(({ concept, start }) => concept.kind === 'observation' && start === text.length);
  const wholes = wholesIn(text).filter(
    ({ start, end, kind, text: said }) =>
      !taken(start, end) && !(isMeasured && kind === 'system') && !(kind === 'system' && isGraft(said)),
  );
  const plain = merge([...concepts.map(toSubject), ...wholes.filter((each) => !isPart(each))], text);
  const named = [...plain, ...otherForms(text, plain), ...whole];
  return named.length === 0 ? impliedIn(text) : named.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** "My new kidney" is the transplant, not how the kidneys work. */
const GRAFT = /^procedure:(kidney|liver|heart|lung)_transplant$/;

const IMPLIED = Object.entries(data.implied).flatMap(([name, all]) =>
  all.map((says) => ({ id: `thing:${name}`, phrase: parsePhrase(says) })),
);

/** "What am I taking right now?" names nothing and means the medicines. */
function impliedIn(text: string): Subject[] {
  const words = wordsIn(text).map(({ lower }) => ({ text: lower.replaceAll('’', "'"), kinds: [] }));
  const found = IMPLIED.find(({ phrase }) => findPhrase(phrase, words) >= 0);
  if (found === undefined) return [];
  return [{ id: found.id, kind: 'thing', as: 'itself', text: 'medicines', start: text.length, end: text.length }];
}

/** Too wide to be what is meant: they are parts of the record. */
const WIDE: Record<string, string> = {
  'vaccine:vaccine': 'thing:vaccines',
  'procedure:blood_test': 'thing:labs',
  'procedure:operation': 'thing:procedures',
  'allergen:allergen': 'thing:allergies',
};
const RANK = ['drug', 'drug_class', 'food', 'vaccine', 'condition', 'observation', 'symptom', 'procedure', 'allergen'];

/** One subject for each span: the drug before its allergen, the condition before the finding of the same name. */
function merge(subjects: readonly Subject[], text: string): Subject[] {
  /** What no word of the text names stands behind its end: each for itself. */
  const spans = Map.groupBy(subjects, ({ id, start, end }) => (start >= text.length ? id : `${start}-${end}`));
  return [...spans.values()].map((all) => {
    const same = isMeasured(all, text) ? all.filter(({ kind }) => !CONSUMED.has(kind)) : all;
    const [first, ...others] = same.toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind));
    const wide = WIDE[first!.id];
    if (wide !== undefined) return { ...first!, id: wide, kind: 'thing' };
    return others.length === 0 ? first! : { ...first!, alike: others.map(({ id }) => id) };
  });
}

const OWNED = /\b(?:my|his|her|our|blood|last|latest|fasting|morning|evening|night|the|average)\s+$/i;
const VALUED =
  /^\s+(?:is|was|are|were|at|of|reads?|reading|shows?|levels?|number|numbers|values?|went|goes|keeps?|has|high|low|up|down|drops?|rose|fell|control)\b|^\s*[:=]?\s*\d/i;

const CONSUMED = new Set<Subject['kind']>(['food', 'drug', 'drug_class', 'allergen']);
/** A number right behind it that is no dose: "vitamin D 22", "oxygen shows 91 %". */
const NUMBERED =
  /^\s*(?:levels?|values?|is|was|at|of|shows?|showed|reads?|says|now|=|:|,)?\s*(?:is |was |at |only |now |about |just )?\d+(?:[.,]\d+)?(?![\d.,]*\s*(?:mg|mcg|µg|ug|g|iu|i\.u\.|units?|tablets?|drops?|ml|pills?|caps\w*|puffs?|x|times|litres?|l|hours?|days?|weeks?|months?|years?)\b(?!\s*\/))/i;

/** Sugar that is had, or has a value, is the one in the blood; the other is eaten. So is a vitamin that a number stands behind. */
function isMeasured(same: readonly Subject[], text: string): boolean {
  const [one] = same;
  if (!same.some(({ kind }) => kind === 'observation')) return false;
  if (NUMBERED.test(text.slice(one!.end))) return true;
  if (!same.some(({ kind }) => kind === 'food')) return false;
  return OWNED.test(text.slice(0, one!.start)) || VALUED.test(text.slice(one!.end));
}

const lay = z
  .array(z.strictObject({ concept: z.string(), says: z.array(z.string()), example: z.string(), counter: z.string() }))
  .parse(readRows(new URL('./lay.yml', import.meta.url)))
  .map((row) => ({ ...row, phrases: row.says.map(parsePhrase) }));

/** Everyday ways of saying something that no name of the catalogue covers. */
function layIn(text: string): Match[] {
  const words = wordsIn(text).map(({ lower }) => ({ text: lower.replaceAll('’', "'"), kinds: [] }));
  return lay.flatMap(({ concept, phrases }) => {
    const known = openCatalogue().get(concept);
    if (known === undefined || !phrases.some((phrase) => findPhrase(phrase, words) >= 0)) return [];
    return [
      { concept: known, as: 'itself' as const, start: text.length, end: text.length, text: known.name, guessed: false },
    ];
  });
}

/** Everyday words that are names of something clinical only in another company. */
const EVERYDAY = new Set([
  'test',
  'tests',
  'check',
  'checks',
  'scan',
  'visit',
  'review',
  'well',
  'sick',
  'ill',
  'drink',
  'food',
  'worried',
  'worry',
  'okay',
  'ok',
  'fine',
  'good',
  'bad',
  'call',
  'age',
  'cold feet',
  'blood',
  'water',
  'salt',
  'sat',
  'sit',
  'stress',
  'match',
]);

function isMeant({ text, guessed }: Match): boolean {
  return text !== 'aids' && !EVERYDAY.has(text.toLowerCase()) && !(guessed && text.length < 7);
}

const THINGS_MUDDLED = pattern('things_muddled');

/** "I muddled my boxes": things are confused, not who tells of it. */
/** "My hair falls out" is nobody's fall. */
const HAIR = pattern('of_hair');

/** "Anything in my papers that fits?": what goes with something, not a seizure. */
const FITS = pattern('what_fits');

function isMixedUp({ concept: { id }, start, end, text: said }: Match, text: string): boolean {
  if (id === 'procedure:oxygen_therapy' && /^(?:my )?oxygen$/i.test(said) && NUMBERED.test(text.slice(end)))
    return true;
  if (id === 'symptom:seizure' && /^fits?$/i.test(said) && FITS.test(text.slice(0, start))) return true;
  if (HAIR.test(text.slice(0, start)) && (id === 'condition:falls' || id === 'symptom:fall')) return true;
  return id === 'symptom:confusion' && THINGS_MUDDLED.test(text.slice(start));
}

function toSubject({ concept, as, text, start, end }: Match): Subject {
  return { id: concept.id, kind: concept.kind, as, text, start, end };
}

function wholesIn(text: string): Subject[] {
  const words = wordsIn(text);
  const found: Subject[] = [];
  for (let at = 0; at < words.length; ) {
    const fit = WHOLES.find((each) => each.words.every((word, i) => words[at + i]?.lower === word));
    if (fit === undefined) {
      at++;
      continue;
    }
    const [start, end] = [words[at]!.start, words[at + fit.words.length - 1]!.end];
    found.push({ id: fit.id, kind: fit.kind, as: 'itself', text: text.slice(start, end), start, end });
    at += fit.words.length;
  }
  return found;
}
