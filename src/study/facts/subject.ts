/**
 * What a sentence is about, said before a question that is made of it: "Hypothyroidism: TSH should be re-checked ____ after every
 * change of dose". The heading says it; where there is none and the sentence leans on one, nothing can be asked.
 */
import { isThing, plainTitle } from '../material/things.ts';
import type { Passage } from '../types.ts';
import { readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { leaks } from './described.ts';
import { contentStems, mentions, termKey, withoutArticle } from './terms.ts';
import { conceptOf, conceptsIn } from './things.ts';

/** The question behind its subject; undefined where it has none and needs one. A reason may name what it is about (`mayLeak`). */
export function withSubject(
  stem: string,
  answer: string,
  { passage, about }: Pick<Sentence, 'passage' | 'about'>,
  mayLeak = false,
): string | undefined {
  const carried = about === undefined ? undefined : behind(about, stem, answer);
  if (carried !== undefined) return carried;
  const subject = headingOf(passage);
  if (subject === undefined) return leansOnHeading(stem) ? undefined : stem;
  const isOfSome = OF_SOME.test(stem);
  if (isSaid(subject, stem) || (conceptOf(subject) === undefined && namesItself(stem) && !isOfSome)) return stem;
  if (!mayLeak && (leaks(answer, subject) || leaks(subject, answer))) return leansOnHeading(stem) ? undefined : stem;
  return `${subject}: ${stem}`;
}

/** "In half of the patients": of which, the heading says. */
export const OF_SOME = /\b(?:of|in) (?:the |all |most )?(?:patients|cases|attacks|those affected|affected people)\b/i;

/** Behind what its paragraph is about, where nothing of that is said. */
export function behind(about: string, stem: string, answer: string): string | undefined {
  const said = contentStems(stem);
  if ([...contentStems(about)].some((word) => said.has(word))) return undefined;
  return leaks(answer, about) || leaks(about, answer) ? undefined : `${upperFirst(about)}: ${stem}`;
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A heading that names something: no file, no "Lecture 3", no "Introduction". */
export function headingOf(passage: Passage): string | undefined {
  const { topic = '', source } = passage;
  const title = plainTitle(topic).trim();
  if (title === '' || contentStems(title).size === 0 || NO_SUBJECT.test(title)) return undefined;
  return source?.source_type === 'knowledge' || isThing({ ...passage, topic: title }) ? title : undefined;
}

const NO_SUBJECT =
  /\.\p{L}{2,5}$|^(?:introduction|overview|summary|notes?|background|basics|general|key (?:points|facts)|physiology|anatomy|pathology|pharmacology|epidemiology|history|conclusions?|further reading|references|untitled|contents|preface|lecture|chapter|unit|module|part|section|week|day|session|topic|theme|block|lesson)\b(?:\s+(?:\d+|[ivx]+))?$/iu;

/** What the sentence is about has a name of its own: a wide heading adds nothing. */
function namesItself(stem: string): boolean {
  const clause = readClause(stem.replace(/____/g, 'x'));
  return clause !== undefined && conceptsIn(stem.slice(clause.subject.start, clause.subject.end)).length > 0;
}

function isSaid(subject: string, stem: string): boolean {
  const said = contentStems(stem);
  return mentions(termKey(stem), subject) || [...contentStems(subject)].every((word) => said.has(word));
}

export const OF_SOMETHING =
  /^(?:the )?(?:[\p{L}-]+ ){0,3}(?:findings?|features?|symptoms?|signs?|causes?|complications?|effects?|treatments?|therap(?:y|ies)|drugs?|diagnos[ie]s|prognosis|mortality|prevalence|incidence|onset|dose|target|patients|recurrence|screening|prophylaxis|management|surgery|risk factors?)$/iu;

/** "Typical findings are …", "First-line treatment is …": of what is not said. */
/** Nothing that it begins with is known by a name of its own: "The classic triad is …". */
export function isNameless(text: string, from = 0): boolean {
  const clause = readClause(text);
  const subject = clause === undefined ? text.slice(0, from) : text.slice(clause.subject.start, clause.subject.end);
  return (
    OF_SOMETHING.test(withoutArticle(subject)) ||
    /^the (?:classic |typical )?(?:triad|tetrad|pentad|hallmark|mnemonic|murmur)\b/i.test(subject)
  );
}

function leansOnHeading(stem: string): boolean {
  const clause = readClause(stem.replace(/____/g, 'x'));
  const subject = clause === undefined ? undefined : stem.slice(clause.subject.start, clause.subject.end);
  if (subject === undefined) return conceptsIn(stem).length === 0;
  return OF_SOMETHING.test(withoutArticle(subject)) || conceptsIn(stem).length === 0;
}
