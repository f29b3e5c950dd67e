/**
 * What a sentence of ordinary prose says that an examiner asks for (frames.yml): what is preferred, avoided, given instead, and why.
 * A sentence is read by its clauses, since one of them says what the next leans on: "…; in asthma, diltiazem is used instead".
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { inSentence } from '../material/things.ts';
import { RELATIONS } from '../types.ts';
import { isItem, topicOf } from './causes.ts';
import { readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { isBare } from './described.ts';
import { contentStems, isPlural, mentions, termKey, withoutArticle } from './terms.ts';
import { conceptOf, conceptsIn } from './things.ts';

const row = z.strictObject({
  name: z.string(),
  like: z.string(),
  /** Parts without which it says nothing: a clause before it may have them. */
  needs: z.enum(['y']).optional(),
  relation: z.enum(RELATIONS),
  rivals: z.enum(['named', 'kin', 'used', 'none']),
  gives: z.boolean().default(false),
  choice: z.string().optional(),
  short: z.string().optional(),
  why: z.string().optional(),
  says: z.string(),
  example: z.string(),
  not: z.string(),
});
export interface FrameRow extends Omit<z.infer<typeof row>, 'like'> {
  readonly like: RegExp;
}

export interface Frame {
  readonly sentence: Sentence;
  readonly row: FrameRow;
  /** What is asked for, as it stands there without an article. */
  readonly x: string;
  readonly why?: string | undefined;
  /** In which case it is so. */
  readonly c?: string | undefined;
  /** The stems with their parts filled in. */
  readonly choice?: string | undefined;
  readonly short?: string | undefined;
  readonly asksWhy?: string | undefined;
  readonly says: string;
}

const file = z.strictObject({
  hints: z.string(),
  leans_behind: z.string(),
  leans_before: z.string(),
  rows: z.array(row),
});

interface FrameWords {
  /** Words without one of which no row reads anything: most sentences have none. */
  readonly hints: RegExp;
  /** Of something that stands elsewhere. */
  readonly points: RegExp;
  readonly rows: readonly FrameRow[];
}

let read: FrameWords | undefined;

export function frameRows(): readonly FrameRow[] {
  return frameWords().rows;
}

function frameWords(): FrameWords {
  read ??= compile();
  return read;
}

function compile(): FrameWords {
  const data = file.parse(readRows(new URL('./frames.yml', import.meta.url)));
  return {
    hints: new RegExp(data.hints, 'i'),
    points: new RegExp(`\\b(?:${data.leans_behind})$|^(?:${data.leans_before})\\b`, 'i'),
    rows: data.rows.map((each) => ({
      ...each,
      like: new RegExp(each.like.replace(/\{(x|y|c|why)\}/g, '(?<$1>.{2,110}?)'), 'iu'),
    })),
  };
}

const kept = new WeakMap<Sentence, readonly Frame[]>();

/** A course is asked about again and again: each sentence is read once. An entry of the knowledge base is asked by its sections. */
export function readFrames(sentence: Sentence): readonly Frame[] {
  let frames = kept.get(sentence);
  if (frames === undefined) {
    frames = isReadable(sentence) ? readAnew(sentence) : [];
    kept.set(sentence, frames);
  }
  return frames;
}

function isReadable({ stands, text, passage }: Sentence): boolean {
  return (
    stands && frameWords().hints.test(text) && !/[?!:"“”()]/.test(text) && passage.source?.source_type !== 'knowledge'
  );
}

function readAnew(sentence: Sentence): Frame[] {
  const frames: Frame[] = [];
  let before: Parts = {};
  for (const clause of clausesOf(sentence.text)) {
    const found = readAs(clause, before, sentence);
    if (found !== undefined) frames.push(found.frame);
    before = { ...found?.parts, x: found?.parts.x ?? subjectOf(clause) };
  }
  return frames;
}

type Parts = Record<string, string | undefined>;

function readAs(clause: string, before: Parts, sentence: Sentence): { frame: Frame; parts: Parts } | undefined {
  for (const row of frameRows()) {
    const groups = row.like.exec(clause)?.groups;
    if (groups === undefined) continue;
    const { x: written = '', y, c, why } = groups;
    const x = written.replace(ADVERB, '');
    const parts: Parts = {
      ...{
        x: withoutArticle(x),
        role: groups.role?.replace(/, (?:followed by|ahead of) .+$/, ''),
        does: groups.does,
        why,
      },
      ...{ y: y ?? (row.needs === 'y' ? before.x : undefined), c: c ?? (row.needs === 'y' ? before.c : undefined) },
    };
    if (!isItem(x) || frameWords().points.test(x) || (row.needs === 'y' && parts.y === undefined)) continue;
    if (parts.does !== undefined && !isDoneBy(x, parts.does)) continue;
    if (
      [parts.y, parts.c].some(
        (part) => part !== undefined && (frameWords().points.test(part) || part.split(' ').length > MOST_WORDS),
      )
    )
      continue;
    if (parts.y !== undefined && !isItem(withoutArticle(parts.y))) continue;
    if (
      parts.role !== undefined &&
      isBare(parts.role) &&
      (ALWAYS_OF.test(parts.role) || topicOf(sentence.passage) === undefined)
    )
      continue;
    return { frame: toFrame(sentence, row, parts), parts };
  }
  return undefined;
}

/** "Second-degree heart block and bradycardia": one does not "block", and nothing is done to. */
function isDoneBy(x: string, does: string): boolean {
  const [verb = '', next = ''] = does.replace(/^\p{L}+ly /u, '').split(' ');
  const isMany = isPlural(x) || / and /.test(x);
  return next !== 'and' && (/s$/.test(verb) ? !isMany || !isPlural(x) : isMany);
}

/** An antidote is one against something, whatever the chapter is about. */
export const ALWAYS_OF = /\b(?:antidote|reversal agent)\b/i;
const MOST_WORDS = 12;

function toFrame(sentence: Sentence, row: FrameRow, parts: Parts): Frame {
  const fill = (template: string | undefined, own: string | undefined = parts.x) =>
    template && fillIn(template, { ...parts, x: own }, sentence);
  const says = fillIn(row.says.replace('{in}', ''), parts, sentence);
  return {
    ...{ sentence, row, x: parts.x as string, why: parts.why, c: parts.c },
    ...{
      choice: fill(row.choice),
      short: fill(row.short),
      asksWhy: parts.why === undefined ? undefined : fill(row.why),
    },
    says: says.slice(0, 1).toUpperCase() + says.slice(1),
  };
}

function fillIn(template: string, parts: Parts, sentence: Sentence): string {
  const { x = '', y = '', c, role = '', does = '', why } = parts;
  const topic = topicOf(sentence.passage);
  const told = `${y} ${c ?? ''} ${role}`;
  // "In severe malaria" says where; "in pregnancy" says in whom, and the illness is to be said beside it.
  // "What is methaemoglobinaemia treated with": an illness of its own, in a chapter on medicines.
  const isOwn = topic !== undefined && conceptOf(topic)?.kind !== 'condition' && namesPlace(y);
  const isSaid = topic === undefined || isOwn || isAbout(told, topic) || namesPlace(role) || !isPlaceOf(topic, x);
  const isNarrower = c !== undefined && topic !== undefined && isAbout(topic, c);
  const isFor = template.includes('reserved for');
  const isCase = c !== undefined && !isNarrower && template.includes('{in}');
  return template
    .replace('{is}', isPlural(x) ? 'are' : 'is')
    .replace('{Is}', isPlural(x) ? 'Are' : 'Is')
    .replace('{ys}', isPlural(y) ? 'are' : 'is')
    .replace('{ydo}', isPlural(y) ? 'do' : 'does')
    .replace('{x}', inSentence(x))
    .replace('{y}', /^the /i.test(y) ? `the ${inSentence(withoutArticle(y))}` : inSentence(withoutArticle(y)))
    .replace('{c}', c === undefined || (isNarrower && !isSaid && !isFor) ? '' : isFor ? c : ` in ${c}`)
    .replace('{role}', inSentence(role))
    .replace('{does}', does)
    .replace('{because}', why === undefined ? '' : `, because ${why}`)
    .replace('{in}', isSaid || isCase ? '' : ` in ${inSentence(topic)}`)
    .replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => (isCase && !isSaid ? letter.toLowerCase() : letter))
    .replace(/^/, isCase && !isSaid ? `In ${inSentence(topic)}, ` : '');
}

/** "The first-line treatment of SIAD", "… of severe malaria": what it is of is said. */
export function namesPlace(role: string): boolean {
  return /\b\p{Lu}{3,}\b/u.test(role) || conceptsIn(role).some(({ concept }) => concept.kind === 'condition');
}

/** "In thyroid storm"; but not "in warfarin", and not of what is its own chapter. */
function isPlaceOf(topic: string, x: string): boolean {
  const kind = conceptOf(topic)?.kind;
  return kind !== 'drug' && kind !== 'drug_class' && !mentions(termKey(topic), x);
}

/** All words of the topic are said already, or so much of them that it would be said twice. */
function isAbout(told: string, topic: string): boolean {
  const said = contentStems(told);
  const own = [...contentStems(topic)];
  return mentions(termKey(told), topic) || own.every((stem) => said.has(stem));
}

const SPLIT = /;\s+|,\s+(?:whereas|while|but)\s+/;
const NEXT = /,?\s+and\s+(?=(?:is|are|should|must|has to|have to)\s)/;
const OTHER =
  /,?\s+and\s+(?=[^,;]{3,50}? (?:is|are) (?:used|given|recommended) instead)|,\s+(?:and\s+)?(?=[^,;]{3,40}? (?:reverses?|inhibits?|blocks?|activates?|secretes?|releases?)\s)/;

/** "A is B and is C; D is E" are three clauses, the second with the first's subject. */
export function clausesOf(sentence: string): string[] {
  const text = sentence.trim().replace(/\.$/, '');
  return text
    .split(SPLIT)
    .flatMap(splitOthers)
    .flatMap((part) => {
      const [first = '', ...rest] = part.split(NEXT);
      const subject = rest.length === 0 ? undefined : subjectOf(first);
      return subject === undefined ? [part] : [first, ...rest.map((each) => `${subject} ${each}`)];
    });
}

/** "Omeprazole irreversibly inhibits": no part of the name. */
export const ADVERB = / (?:\p{L}+ly|also|often|then|thus)$/u;

/** "A secretes B, C secretes D"; but "apixaban, rivaroxaban and edoxaban inhibit" is one. */
function splitOthers(text: string): string[] {
  const cut = OTHER.exec(text);
  if (cut === null || readClause(`${text.slice(0, cut.index)}.`) === undefined) return [text];
  return [text.slice(0, cut.index), ...splitOthers(text.slice(cut.index + cut[0].length))];
}

function subjectOf(clause: string): string | undefined {
  const read = readClause(`${clause}.`);
  if (read === undefined) return undefined;
  const subject = clause.slice(read.subject.start, read.subject.end).replace(ADVERB, '');
  return isItem(withoutArticle(subject)) ? subject : undefined;
}
