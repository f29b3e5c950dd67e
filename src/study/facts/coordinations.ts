/** Things that a sentence names side by side, wherever in it they stand: "Then one looks for reflux, uraemia or a lung tumour". */
import { isClause, isItem, sharesHead } from './causes.ts';
import { grammar } from './grammar.ts';
import { termKey, withoutArticle } from './terms.ts';
import { conceptOf, conceptsIn } from './things.ts';
import { readQuantities } from './values.ts';

const FEWEST = 3;
const JOINT = /\s*;\s*|,\s+(?:and|or|then)\s+|,\s+|\s+(?:and|or)\s+/;

/** Every run of three things or more; nothing where a part of it is more than a name. */
export function coordinationsIn(sentence: string): string[][] {
  const text = namesWhole(sentence.replace(/ \([^()]*\)/g, '').replace(/\.$/, ''));
  return text.split(/:\s+|;\s+/).flatMap((clause) => runsIn(withoutAppositions(clause).split(JOINT)));
}

/** "Hand, foot and mouth disease" is one thing: its parts are held together, and are no names. */
function namesWhole(text: string): string {
  return conceptsIn(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((name) => JOINT.test(name))
    .reduce((held, name) => held.replace(name, name.replace(/\W+/g, '_')), text);
}

/** "Tolvaptan, a receptor antagonist, and urea", "erethism, a morbid shyness": what the one before it is, and no further thing. */
function withoutAppositions(clause: string): string {
  return clause.replace(/(?<=(?:^|, | and | or )(?!(?:an?|the) )[^,]{3,60}), an? [^,]{3,60}(?=,|$)/giu, '');
}

function runsIn(parts: readonly string[]): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  const close = () => {
    if (run.length >= FEWEST && new Set(run.map(termKey)).size === run.length && !sharesHead(run)) runs.push(run);
    run = [];
  };
  for (const part of parts) {
    const [head, tail, isWhole] = endsOf(part);
    if (isWhole && isName(part)) {
      run.push(withoutArticle(part));
      continue;
    }
    // It ends a run by what stands before its verb, and opens one by what stands behind it.
    if (run.length > 0 && isName(head)) run.push(withoutArticle(head));
    else if (run.length > 0) run = [];
    close();
    if (isName(tail)) run = [withoutArticle(tail)];
  }
  close();
  return runs;
}

function isName(part: string): boolean {
  const bare = withoutArticle(part.trim());
  return (
    isItem(bare) &&
    !isClause(bare) &&
    !NO_NAME.test(bare) &&
    !PLACED.test(bare) &&
    !isQuality(bare) &&
    !readQuantities(bare).some(({ unit }) => unit !== '') &&
    !/^(?:so|too|also|others?|some|it|they|these|those|this|that)\b/i.test(bare)
  );
}

/** "Adrenal and thyroid function": half of a name, unless it is known as one. */
function isQuality(name: string): boolean {
  return /^\p{L}+(?:al|ic|ous|ary|oid)$/u.test(name) && conceptOf(name) === undefined;
}

/** "Prevented", "cefalexin alone", "Mees'". */
const NO_NAME = /^\p{L}+ed$|\balone$|['’]$/u;

/** "Outside the pharmacy, kidney failure and crush injury do": where or when, and no thing. */
const PLACED =
  /^(?:outside|inside|beyond|besides|apart from|along with|together with|in addition to|among|amongst|around|behind|beside|throughout|across|near|within|over|under|above|below|like|unlike|as for|as to) (?:of )?(?:the|an?|its|their|this|these|that|those|all|most|any)\b/iu;

/** What stands before its first word of grammar, and behind its last one. */
function endsOf(part: string): readonly [head: string, tail: string, isWhole: boolean] {
  const words = part.trim().split(/\s+/);
  const ends = words.map((word, at) => at > 0 && isEnd(word.toLowerCase(), words[at - 1]!.toLowerCase()));
  const [first, last] = [ends.indexOf(true), ends.lastIndexOf(true)];
  if (first === -1) return [part, part, true];
  // "A clock in view" and "treatment with inhibitors" are no names by half.
  const [isCut, opens] = [isDeed(words[first]!), isDeed(words[last]!) || isDeed(words[last - 1] ?? '') || last === 0];
  return [isCut ? words.slice(0, first).join(' ') : '', opens ? words.slice(last + 1).join(' ') : '', false];
}

function isDeed(word: string): boolean {
  const { auxiliaries, verbs } = grammar();
  const lower = word.toLowerCase();
  return verbs.has(lower) || auxiliaries.has(lower) || ONE_DOES.test(lower);
}

/** What a clinician does before a list. */
const ONE_DOES = /^(?:looks?|thinks?|searches|search|asks?|tests?|watch|suspects?|comes?|consider|due|named|known)$/;

/** "Of" goes on with a name, unless one looks, thinks or dies of it. */
function isEnd(word: string, before: string): boolean {
  const { small, auxiliaries, verbs } = grammar();
  if (word === 'of') return verbs.has(before) || before === 'think';
  if (/^(?:the|an?)$/.test(word)) return false;
  if (small.has(word) || auxiliaries.has(word)) return true;
  return verbs.has(word) && !/(?:ing|ed)$/.test(word);
}
