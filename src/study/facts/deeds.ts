/**
 * What is done to a thing, or by it, as a plain sentence says it: "Esters are broken down by plasma cholinesterase", "Tafamidis stabilises
 * the tetramer", "The disease results from reduced activity of …". Asked in own words, with the verb of the text.
 */
import { fold } from '../../text/index.ts';
import { isCommonWord } from '../../text/lexicon.ts';
import { inSentence } from '../material/things.ts';
import type { Relation } from '../types.ts';
import { ILLNESS, isClause, isItem, joined, readCauses, topicOf, wholeList } from './causes.ts';
import { isNegated, leansOutside, readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { isBare, isTechnical, leaks } from './described.ts';
import { ADVERB, ALWAYS_OF, clausesOf, namesPlace } from './frames.ts';
import { grammar } from './grammar.ts';
import { headingOf, OF_SOMETHING } from './subject.ts';
import { contentStems, isPlural, termKey, withoutArticle } from './terms.ts';
import { conceptOf, conceptsIn } from './things.ts';
import { readQuantities } from './values.ts';

export interface Deed {
  readonly sentence: Sentence;
  /** Of what it is said. */
  readonly of: string;
  /** "treated with", "inhibits": what deeds have in common that may stand beside each other. */
  readonly verb: string;
  readonly stem: string;
  readonly answer: string;
  readonly relation: Relation;
  /** Many things do it: what is said of another may be true of this one too. */
  readonly open: boolean;
}

const REST = '(.{3,240})$';
const PASSIVE = new RegExp(
  `^(.{2,80}?) (is|are) ((?:\\p{L}+ly |most often |often )?(?!based|related|associated|called|known|used|given|seen|found|needed|kept|recommended)\\p{L}{0,12}(?:\\p{L}{2}ed|own|oken|riven|ound|ept|ilt|made)(?: down| up| off| out)?) (by|with|from) ${REST}`,
  'u',
);
const FROM = new RegExp(
  `^(.{2,80}?) (results?|arises?|originates?|develops?|derives?) (?:\\p{L}+ly )?(from) ${REST}`,
  'u',
);
/** "The nerve most often affected is the ulnar nerve": who has a role. */
const ROLE = new RegExp(
  `^the ((?:\\p{L}[\\p{L}'’-]* ){0,4}?(?:most|least|commonest|\\p{L}{3,}est|main|chief|principal|underlying|usual|first|initial|definitive|preferred|causative|rate-limiting|only)\\b[^,;]{3,70}?|[^,;]{3,60}? (?:used|affected|involved|responsible|of choice)) (is|are) ${REST}`,
  'iu',
);
const TREATMENT = new RegExp(
  `^(?:the )?((?:first |first-line |initial |definitive |main |usual |standard |acute |emergency )?(?:treatment|management|therapy|prophylaxis)) (is|consists of) ${REST}`,
  'iu',
);
const IT = /^(?:It|They|The (?:disease|condition|disorder|syndrome|infection|illness|tumour|drug)) (?=\p{L}+s?\b)/u;
const MOST_WORDS = 9;
const RELATIONS: readonly (readonly [RegExp, Relation])[] = [
  [/^(?:treat|reliev|prevent|revers|antagonis|manage|therapy|prophyla)/, 'treatment'],
  [/^(?:caus|trigger|precipitat|provok|result|aris|develop|induc)/, 'cause'],
  [/^(?:diagnos|confirm|detect|measur|exclud)/, 'test'],
];

const kept = new WeakMap<Sentence, readonly Deed[]>();

export function readDeeds(sentence: Sentence): readonly Deed[] {
  let deeds = kept.get(sentence);
  if (deeds === undefined) {
    deeds = isReadable(sentence)
      ? clausesOf(plainText(sentence)).flatMap((clause) => readDeed(clause, sentence) ?? [])
      : [];
    kept.set(sentence, deeds);
  }
  return deeds;
}

/** A list is asked for as what it lists (causes.ts). */
function isReadable(sentence: Sentence): boolean {
  const { stands, text, passage } = sentence;
  return (
    stands &&
    readCauses(sentence) === undefined &&
    !/[?!:"“”]/.test(text) &&
    passage.source?.source_type !== 'knowledge'
  );
}

/** What the paragraph or else the chapter is about. */
function placeOf({ about, passage }: Sentence): string | undefined {
  return [about, topicOf(passage)].find((meant) => meant !== undefined && isIllness(meant));
}

/** What is treated: an illness, or what causes one ("Enterobius vermicularis"). */
const isIllness = (name: string) => conceptOf(name)?.kind === 'condition' || ILLNESS.test(name) || isSpecies(name);

/** Two words as species have them, the second of no language of every day. */
function isSpecies(name: string): boolean {
  const [, second = ''] = /^\p{Lu}\p{Ll}+ (\p{Ll}{4,})$/u.exec(name) ?? [];
  return second !== '' && !isCommonWord(fold(second));
}
const isDrug = (name: string) => /^drug/.test(conceptOf(name)?.kind ?? '');

/** Without brackets, and "it" by its name where the paragraph is about an illness or a drug. */
function plainText(sentence: Sentence): string {
  const bare = sentence.text.replace(/ \([^()]*\)/g, '');
  const { about } = sentence;
  const meant = about !== undefined && isDrug(about) ? about : placeOf(sentence);
  return meant === undefined ? bare : bare.replace(IT, `${meant} `);
}

function readDeed(written: string, sentence: Sentence): Deed | undefined {
  const clause = written.replace(/, not [^,]+$/, '');
  if (isNegated(clause)) return undefined;
  const [, treatment = '', , given = ''] = TREATMENT.exec(clause) ?? [];
  const place = placeOf(sentence);
  if (treatment !== '')
    return place === undefined
      ? undefined
      : deed(
          sentence,
          place,
          given,
          treatment.toLowerCase(),
          (it) => `What is the ${treatment.toLowerCase()} of ${it}?`,
        );
  const [, role = '', are = '', who_ = ''] = ROLE.exec(clause) ?? [];
  if (role !== '') return readRole(role, are, who_, sentence);
  const [, who = '', be = '', done = '', joint = '', by = ''] = PASSIVE.exec(clause) ?? [];
  if (who !== '') return deed(sentence, who, by, `${done} ${joint}`, (it) => `What ${be} ${it} ${done} ${joint}?`);
  const [, what = '', verb = '', from = '', source = ''] = FROM.exec(clause) ?? [];
  if (what !== '')
    return deed(
      ...([sentence, what, source, `${verb} ${from}`] as const),
      (it) => `What ${verb.endsWith('s') ? 'does' : 'do'} ${it} ${verb.replace(/s$/, '')} ${from}?`,
    );
  return readAction(clause, sentence);
}

function readRole(role: string, be: string, who: string, sentence: Sentence): Deed | undefined {
  const place = placeOf(sentence);
  if (POINTS.test(role) || ALWAYS_OF.test(role) || /\d/.test(role)) return undefined;
  const isPlaced = !isBare(role) && (namesPlace(role) || / of /.test(role));
  if (!isPlaced && place === undefined) return undefined;
  const answer = answerIn(who);
  // "Is normal", "is usually transient": how it is, not what.
  if (answer === undefined || (!answer.includes(' ') && conceptsIn(answer).length === 0 && !isTechnical(answer)))
    return undefined;
  const told = contentStems(`${role} ${place ?? ''}`);
  if ([...contentStems(answer)].every((stem) => told.has(stem))) return undefined;
  const where = isPlaced || place === undefined ? '' : ` in ${inSentence(place)}`;
  const stem = `What ${be} the ${role}${where}?`;
  return { sentence, of: place ?? role, verb: role.toLowerCase(), stem, answer, relation: 'definition', open: false };
}

/** "Sugammadex encapsulates rocuronium", "silver sulfadiazine may cause leucopenia": subject, one verb, object. */
function readAction(clause: string, sentence: Sentence): Deed | undefined {
  const text = `${clause}.`;
  const read = leansOutside(text) ? undefined : readClause(text);
  if (read === undefined || read.verb.copula) return undefined;
  const { verb, subject } = read;
  const [first = '', second] = text.slice(verb.start, verb.end).split(' ');
  const may = second !== undefined && /^(?:may|can)$/.test(first) ? first : undefined;
  const written = may === undefined ? first : (second ?? '');
  if ((second !== undefined && may === undefined) || !written.startsWith(verb.lemma.slice(0, 3))) return undefined;
  const what = text.slice(verb.end).trim().replace(/\.$/, '');
  if (grammar().small.has(what.split(' ')[0]?.toLowerCase() ?? '') && !/^(?:the|an?) /.test(what)) return undefined;
  const does = may ?? (written === verb.lemma ? 'do' : 'does');
  const who = text.slice(subject.start, subject.end).replace(ADVERB, '');
  const found = deed(sentence, who, what, verb.lemma, (it) => `What ${does} ${it} ${verb.lemma}?`);
  return found && { ...found, open: verb.open };
}

/** Another matter: a second clause, a dose, a rate, how it is done. */
const FURTHER =
  /,? (?:(?:in |of |to |by |from )?(?:which|whom|who|that)|and (?:is|are|has|have|can|may|so|then|therefore|by)|because|so|when|if|after|before|during|until|unless|though|although|while|by \p{L}+ing|(?:at|with|within|in) (?:about |up to |at least )?\d\S*|followed|repeated|treated|starting|beginning)\b.*$/u;
/** "Inhibit the enzyme irreversibly": how it is done. */
const HOW = /(?<=\p{Ll}) (?:(?:\p{Ll}+ly )*\p{Ll}{4,}ly|in (?:the main|part|turn))$/u;
const DOSE = /(?<=\p{L}) \d[\d.,–-]*\s?(?:mg|g|µg|ml|units?|IU|%)(?![\p{L}]).*$/u;

/** "… and detoxifies drugs": no noun of many stands before another noun. */
export const GOES_ON =
  /^,? and (?!\p{L}+(?:ss|us|is|ous) )\p{Ll}{3,}s (?!(?:of|in|for|from|with|by|on|at|to|into|and|or|as|that|which|than|such|during|after|before)\b)\p{L}/u;

function answerIn(said: string): string | undefined {
  const alone = said.replace(FURTHER, '');
  // "Acetazolamide 500 mg with pilocarpine" is not told by its first half.
  if (/\d.* (?:with|plus|and) \p{L}/u.test(alone)) return undefined;
  let answer = withoutArticle(alone.replace(DOSE, '').replace(HOW, ''));
  const [, before, verb = ''] = /^(.+?),? and (\p{L}+s) /u.exec(answer) ?? [];
  if (before !== undefined && (grammar().verbs.has(verb) || GOES_ON.test(answer.slice(before.length)))) answer = before;
  // "Cicutoxin, a GABA antagonist" is one thing.
  answer = answer.replace(/, (?:an?|the) (?![^,]* and )[^,]+$/, '');
  if (/,/.test(answer) && !/ (?:and|or) /.test(answer)) return undefined;
  const items = / and |,/.test(answer) ? (wholeList(answer) ?? twoOf(answer)) : [answer];
  if (
    items === undefined ||
    !items.every((item) => isItem(item) && !isClause(item) && !endsOpen(item) && !POINTS.test(item))
  )
    return undefined;
  const whole = items.length === 1 ? answer : joined(items);
  const isShort = items.every((item) => item.split(' ').length <= MOST_WORDS) && contentStems(whole).size > 0;
  return isShort &&
    !readQuantities(whole).some(({ unit }) => unit !== '') &&
    !grammar().genericNouns.has(termKey(whole))
    ? whole
    : undefined;
}

/** "Rocuronium and vecuronium". */
function twoOf(text: string): string[] | undefined {
  const parts = text.split(' and ').map(withoutArticle);
  return parts.length === 2 ? parts : undefined;
}

const endsOpen = (text: string) => grammar().small.has(text.split(' ').at(-1)?.toLowerCase() ?? '');

function deed(
  sentence: Sentence,
  who: string,
  said: string,
  verb: string,
  ask: (it: string) => string,
): Deed | undefined {
  const of = withoutArticle(who).replace(DOSE, '');
  const answer = answerIn(said);
  const place = placeOf(sentence);
  // "The diagnosis is made by …": of what, the chapter says.
  const isOfPlace = OF_SOMETHING.test(of) && place !== undefined && !isPlural(of) && termKey(of) !== termKey(place);
  if (answer === undefined || (!isOfPlace && !isNamed(of, sentence)) || /\d/.test(of)) return undefined;
  if (leaks(answer, of) || leaks(of, answer)) return undefined;
  const [article = ''] = /^(?:the|an?) /i.exec(who) ?? [];
  const it = `${article.toLowerCase()}${inSentence(of, sentence.passage.text)}${isOfPlace ? ` of ${inSentence(place)}` : ''}`;
  const [, relation = 'function'] = RELATIONS.find(([like]) => like.test(verb)) ?? [];
  return {
    sentence,
    of: isOfPlace ? place : of,
    verb,
    stem: ask(it),
    answer,
    relation: relation as Relation,
    open: false,
  };
}

const POINTS =
  /\b(?:it|its|they|their|them|this|that|these|those|such|both|each|other|others|one|some|many|same|half)\b/i;

/** A thing that can be asked about by its name, wherever it stands. */
function isNamed(of: string, sentence: Sentence): boolean {
  if (!isItem(of) || POINTS.test(of) || OF_SOMETHING.test(of) || of.split(' ').length > MOST_WORDS) return false;
  if (grammar().genericNouns.has(termKey(of))) return false;
  const heading = headingOf(sentence.passage);
  return (
    conceptsIn(of).length > 0 ||
    isTechnical(of) ||
    /^\p{Lu}[\p{L}-]+ \p{Ll}+$/u.test(of) ||
    (heading !== undefined && termKey(heading).includes(termKey(of))) ||
    (isPlural(of) && contentStems(of).size > 1)
  );
}
