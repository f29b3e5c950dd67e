/** What a paragraph is about: its first sentence names it, and the others go on with it until they speak of another such thing. */
import { readClause } from '../facts/clause.ts';
import { isBare, ROLE } from '../facts/described.ts';
import { grammar } from '../facts/grammar.ts';
import { readSentences } from '../facts/sentences.ts';
import { OF_SOMETHING } from '../facts/subject.ts';
import { contentStems, withoutArticle } from '../facts/terms.ts';
import { areOne, conceptsIn, type Thing, thingOf } from '../facts/things.ts';

const DEFINES = /^(.{1,60}?) (?:is|are) ((?:an?|the) .+)$/;
const LEANS =
  /^(?:it|they|this|that|these|those|its|their|such|both|the (?:disease|condition|syndrome|drug|antibodies|gland))\b/i;

/** Of each sentence behind the first what its paragraph is about; under the `heading` of an illness what leads to it is not. */
export function subjectsCarried(text: string, heading = ''): ReadonlyMap<string, string> {
  const carried = new Map<string, string>();
  for (const paragraph of text.split(/\n\s*\n/)) {
    const [first, ...rest] = readSentences(paragraph);
    const subject =
      first === undefined || LEANS.test(first) || givesRole(first)
        ? undefined
        : (ofHeading(first, heading) ?? aboutOf(first));
    if (subject === undefined) continue;
    const thing = thingOf(subject);
    for (const sentence of rest) {
      if (definesAnother(sentence, thing) || speaksOfAnother(sentence, thing)) break;
      if (treatsAnother(sentence, thing)) continue;
      if (thing.concept?.kind === 'condition' || !hasOwnSubject(sentence) || isOfIt(sentence))
        carried.set(sentence, subject);
    }
  }
  return carried;
}

/** "Ivermectin is the drug of choice", "is used for prevention", "melatonin suppresses it": in what the paragraph is about. */
function isOfIt(sentence: string): boolean {
  const [first = ''] = sentence.split(/[;,]/);
  const [, role = ''] = / (?:is|are|remains?) (the [^.]+)/.exec(first) ?? [];
  const isRole = ROLE.test(role) && isBare(role);
  return (
    isRole || / (?:is|are) (?:used|given|kept) (?:for|as) (?:prevention|prophylaxis)\b| (?:it|them)\.?$/.test(first)
  );
}

/** "Vomiting causes metabolic alkalosis", under "Metabolic alkalosis". */
function ofHeading(sentence: string, heading: string): string | undefined {
  const { concept } = thingOf(heading);
  if (concept?.kind !== 'condition') return undefined;
  const from = readClause(sentence)?.subject.end ?? sentence.length;
  const isLedTo = conceptsIn(sentence.slice(from)).some((found) => found.concept === concept);
  return isLedTo ? heading : undefined;
}

const MOST_WORDS = 5;
/** Of something that is not named: "an attack begins with pain". */
const EVENT = /^(?:attack|episode|crisis|relapse|course|picture|onset|seizure|exacerbation|operation)s?$/i;

/** The subject where it is a name; of "the commonest sign of pulmonary embolism" the illness. */
function aboutOf(sentence: string): string | undefined {
  const subject = subjectOf(sentence);
  if (subject === undefined) return undefined;
  // "Acetazolamide 125 mg twice daily" is about acetazolamide.
  const name = withoutArticle(subject)
    .replace(/ \([^()]*\)$/, '')
    .replace(/(?<=\p{Ll}) \d[\d.,]*\s?(?:mg|g|µg|ml|units?)\b.*$/u, '');
  if (OF_SOMETHING.test(name) || grammar().genericNouns.has(name.toLowerCase()) || EVENT.test(name)) return undefined;
  if (name.split(' ').length <= MOST_WORDS && !/\d+ ?%|[,;:]|\b(?:of|and|or|in|for|with|on)\b/i.test(name)) return name;
  const last = conceptsIn(name).at(-1);
  return last?.concept.kind === 'condition' ? name.slice(last.start, last.end) : undefined;
}

function subjectOf(sentence: string): string | undefined {
  const clause = readClause(sentence);
  const [, defined] = DEFINES.exec(sentence) ?? [];
  return clause === undefined ? defined : sentence.slice(clause.subject.start, clause.subject.end);
}

/**
 * Of an illness a paragraph tells what is found and done in it. Of anything else only what leans on it: "the effect", "a third of
 * patients"; but not "Protoporphyrin is lipophilic" or "the average central corneal thickness", which are things of their own.
 */
function hasOwnSubject(sentence: string): boolean {
  const subject = subjectOf(sentence);
  if (subject === undefined || LEANS.test(subject) || OF_MANY.test(subject)) return false;
  const name = withoutArticle(subject);
  const words = contentStems(name).size;
  if (OF_SOMETHING.test(name) || ROLE.test(`the ${name}`) || grammar().genericNouns.has(name.toLowerCase()))
    return false;
  return /^the /i.test(subject) ? words > 2 : words > 0;
}

/** "A third of patients", "30 %": of what was named. */
const OF_MANY =
  /^(?:an?|one|two|about|nearly|almost|some)? ?(?:third|quarter|half|fifth|tenth|few|minority|majority|number|heavy|high|low|large|small)\b|^(?:about |nearly |up to )?\d|\bpatients\b/i;

/** "Smoking is the strongest risk factor" defines nothing: it has a role in what was named. */
function definesAnother(sentence: string, thing: Thing): boolean {
  const [, subject = '', described = ''] = DEFINES.exec(sentence) ?? [];
  if (subject === '' || LEANS.test(subject) || /^the /i.test(subject) || ROLE.test(described)) return false;
  return !areOne(thingOf(subject), thing);
}

/** "Graves disease is the commonest cause of it": what follows may be about either. */
function givesRole(sentence: string): boolean {
  const [, , described = ''] = DEFINES.exec(sentence) ?? [];
  return ROLE.test(described) && / (?:of|for|in|with) /.test(described.split(/[;,]/)[0] as string);
}

const TREATS = /\b(?:treats?|cures?|prevents?|relieves?|is used (?:for|in)|is given (?:for|in)|reverses?)\b(.+)$/i;

/** "Hydroxocobalamin treats cyanide poisoning": of another illness than that of the paragraph. */
function treatsAnother(sentence: string, thing: Thing): boolean {
  const treated = TREATS.exec(sentence)?.[1] ?? '';
  const illnesses = conceptsIn(treated).filter(({ concept }) => concept.kind === 'condition');
  return illnesses.length > 0 && illnesses.every(({ concept }) => concept.id !== thing.concept?.id);
}

/** One drug after the other, one illness after the other. */
function speaksOfAnother(sentence: string, thing: Thing): boolean {
  const subject = subjectOf(sentence);
  if (subject === undefined || LEANS.test(subject)) return false;
  const other = thingOf(subject.replace(/ \d.*$/, ''));
  if (areOne(other, thing)) return false;
  const kindOf = ({ concept }: Thing) => concept?.kind.replace('_class', '');
  const isKin = other.member?.families.some((family) => thing.member?.families.includes(family)) ?? false;
  return isKin || (other.concept !== undefined && kindOf(other) === kindOf(thing));
}
