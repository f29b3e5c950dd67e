/** What a document is: its design, and who issued it. What it says of itself in its head counts before what its text names. */
import type { Notice, SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { populations } from '../population.ts';
import { diseaseStates, type Whom, whomIn } from '../whom.ts';
import { hasFigures } from './abstract.ts';
import { sideOf } from './advice.ts';
import { ruleFor } from './alert-rules.ts';
import { countsOf, namesPeople } from './counts.ts';
import { figuresIn } from './figures.ts';
import { isGuidelineByForm } from './guideline-form.ts';
import { isUncontrolled, withoutUndone, withoutUnrandomised } from './undone.ts';
import { appraisal, foldText, hasAny, hasPhrase, nameIn } from './words.ts';

export interface Design {
  readonly id: string;
  readonly say: string;
  readonly level: number;
}

const MOST_LABELS = 4;
const LONGEST_LABEL = 260;

/** The lines under the title that say what a document is, where it stood and when: up to the first paragraph. */
export function labelsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  const labels: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (start < 0 || at < start || line === '') continue;
    // Set apart, what says where it stood belongs to the head too: authors, then journal.
    const isApart = labels.length > 0 && lines[at - 1] === '';
    if (labels.length === MOST_LABELS || line.length > LONGEST_LABEL || (isApart && !PLACED.test(line))) break;
    labels.push(line);
  }
  return labels;
}

/** Where and when it appeared: year, volume and page, a number of its own, the day it was posted, a record's name. */
const PLACED =
  /\b(?:19|20)\d\d;\s?[\p{L}\d]|\bdoi:|^\W*identifier:|\b(?:published|posted|first posted|issued|in force)\b.{0,30}\b(?:19|20)\d\d|\bpreprints?\b.{0,20}\b(?:19|20)\d\d|\b\d{1,2} \p{Lu}\p{L}+ (?:19|20)\d\d\.?\W*$/iu;

/** What a text begins with to tell of something is no label: who is named in it issued nothing. */
const isProse = (line: string) =>
  /[.!?]$/.test(line) &&
  line.split(/(?<=[.!?])\s+/).some((sentence) => sentence.split(/\s+/).length >= FEWEST_OF_PROSE);
const FEWEST_OF_PROSE = 8;

function issuersOf({ title, text, where }: SourceItem): string[] {
  return [title, ...labelsOf(text).filter((line) => !isProse(line)), where ?? ''];
}

function headOf(item: SourceItem): string {
  return foldText(issuersOf(item).join('. ')).replace(/(?<=\p{L})\.(?=\p{L})/gu, '');
}

export function designOf(item: SourceItem): Design {
  const { designs } = appraisal();
  const id = idOf(item);
  const { say, several } = designs[id]!;
  const isSeveral = several !== undefined && hasAny(foldText(`${item.title}. ${item.text}`), [several]);
  return { id, say: isSeveral ? several : say, level: designs[id]!.level };
}

function idOf(item: SourceItem): string {
  const { designs } = appraisal();
  if (item.trial !== undefined) return !item.trial.hasResults ? 'registered' : item.trial.randomized ? 'rct' : 'trial';
  if (noticeKindOf(item) !== undefined) return 'notice';
  const ids = Object.keys(designs);
  const byType = ids.find((id) => designs[id]!.types.some((type) => item.kinds.includes(type)));
  if (byType !== undefined && byType !== 'review') return byType;
  if (isRegisterEntry(item)) return 'registered';
  if (isLaboratory(item)) return 'preclinical';
  const title = foldText(item.title);
  const isRandomised = hasAny(withoutUnrandomised(title), designs['rct']!.phrases);
  const titled = ids.filter(
    (id) =>
      hasAny(title, designs[id]!.titles) ||
      designs[id]!.opens.some((opening) => title.startsWith(opening)) ||
      (!isRandomised && hasAny(title, designs[id]!.followed)),
  );
  // A study of a guideline is no guideline.
  const byTitle = titled.find((id) => id !== 'guideline') ?? titled[0];
  if (byTitle !== undefined) return byTitle;
  const issued = issuedBy(item);
  if (issued !== undefined) return issued;
  if (isGuidelineByForm(item)) return 'guideline';
  if (isWithoutResults(item)) return 'registered';
  return byText(item, ids) ?? byType ?? 'document';
}

/** What it calls itself under its title, what it was done with, and at last a decision that it tells of. */
function byText(item: SourceItem, ids: readonly string[]): string | undefined {
  const { designs } = appraisal();
  const labels = foldText(labelsOf(item.text).join('. '));
  const labelled = ids.find((id) => hasAny(labels, designs[id]!.labels));
  if (labelled !== undefined) return labelled;
  const own = `${item.title}. ${withoutUndone(item.text)}`;
  const text = withoutUnrandomised(foldText(own));
  const [head = ''] = labelsOf(item.text);
  const isOne = isUncontrolled(`${item.title}. ${withoutUndone(head)}`, own);
  const told = ids.find((id) => !(isOne && id === 'rct') && hasAny(text, designs[id]!.phrases));
  if (told === 'trial' && !isOne && isAllotted(text)) return 'rct';
  if (told !== undefined || item.preprint) return told;
  return sentencesOf(item.text).some(isDecision) ? 'told_decision' : undefined;
}

/** "Assigned 2:1 to X or placebo": who gets what was left to chance, though nobody says so. */
function isAllotted(plain: string): boolean {
  return /\b(?:assigned|allocated|allotted)\b[^.;]{0,80}?\b\d\s?:\s?\d/.test(plain) || GIVEN_NOTHING.test(plain);
}

const GIVEN_NOTHING =
  /\b(?:assigned|allocated|received|receive)\b[^.;]{0,120}\b(?:or|versus|vs) (?:[\p{L}-]+ ){0,2}(?:placebo|sham|vehicle)\b/u;

/** By whom it was issued: an authority's own paper is a decision, or what it tells the professions; a payer's is on who pays. */
function issuedBy(item: SourceItem): string | undefined {
  if (item.preprint) return undefined;
  const { decisions, designs } = appraisal();
  const head = headOf(item);
  const authority = authorityIn(item);
  if (authority === undefined && hasAny(head, designs['news']!.labels)) return 'news';
  const sentences = [item.title, ...sentencesOf(item.text)];
  if (nameIn(head, decisions.payers) !== undefined)
    return sentences.some((each) => hasAny(foldText(each), decisions.paid)) ? 'coverage' : undefined;
  if (authority === undefined) return undefined;
  if (sentences.some((each) => verdictIn(each) !== undefined)) return 'regulatory';
  return hasAny(foldText(item.text), decisions.warned) ? 'communication' : undefined;
}

export interface Ruling {
  /** Who decided: FDA, NICE. */
  readonly by: string;
  readonly verdict: Verdict;
  /** For whom, where it says so: what is approved for adults is not for children. */
  readonly whom?: Whom | undefined;
  /** The sentence that says so. */
  readonly told: string;
}

/** What an authority or a payer decided, by its own paper or by who tells of it: a refusal before what was hoped for. */
export function rulingOf(item: SourceItem): Ruling | undefined {
  const { id } = designOf(item);
  const { payers, paid, unpaid } = appraisal().decisions;
  const sentences = [...sentencesOf(item.text), item.title];
  const whole = headOf(item);
  if (id === 'coverage') {
    const told =
      sentences.find((each) => hasAny(foldText(each), paid)) ?? sentences.find((each) => sideOf(foldText(each)));
    if (told === undefined) return undefined;
    // "Does not recommend reimbursement": the verb phrase decides, as in advice.
    const isRefused = hasAny(foldText(told), unpaid) || sideOf(foldText(told)) === 'against';
    const by = nameIn(whole, payers) ?? 'a payer';
    return { by, verdict: isRefused ? 'refused' : 'granted', told, ...whomOf(item, [told]) };
  }
  if (id !== 'regulatory' && id !== 'told_decision') return undefined;
  const by = authorityIn(item, id === 'told_decision') ?? 'an authority';
  // What its title says is what was decided; what was before it the text may tell too.
  const titled = verdictIn(item.title);
  for (const verdict of titled === undefined ? VERDICTS : [titled]) {
    const told = sentences.find((each) => verdictIn(each) === verdict);
    if (told !== undefined) {
      const same = sentences.filter((each) => verdictIn(each) === verdict);
      return { by, verdict, told, ...whomOf(item, same) };
    }
  }
  return undefined;
}

/** For whom it was decided: the sentence says so, or the title. The illness that it is for limits nothing. */
function whomOf({ title }: SourceItem, told: readonly string[]): { whom?: Whom } {
  const { left_out } = populations();
  const disease = diseaseStates(`${title}. ${told.join(' ')}`);
  const [whom] = [...told, title].flatMap((text) =>
    hasAny(foldText(text), left_out) ? [] : (whomIn(text, disease) ?? []),
  );
  return whom === undefined ? {} : { whom };
}

/** The gravest first. An opinion for it, or a negative one, is no decision yet. */
const VERDICTS = ['withdrawn', 'suspended', 'refused', 'negative', 'opinion', 'granted'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What an authority decided, by one sentence of it. */

export function verdictIn(sentence: string): Verdict | undefined {
  const { granted, refused, pending, opinion, negative } = appraisal().decisions;
  const plain = foldText(sentence);
  const alert = ruleFor(sentence, 'regulatory')?.kind;
  if (alert === 'withdrawn' || alert === 'suspended') return alert;
  // That trials may go on is no approval.
  if (alert === 'lifted') return hasAny(plain, MARKET) ? 'granted' : undefined;
  if (hasAny(plain, negative)) return 'negative';
  if (hasAny(plain, refused)) return 'refused';
  if (hasAny(plain, opinion)) return 'opinion';
  return hasAny(plain, granted) && !hasAny(plain, pending) ? 'granted' : undefined;
}

const MARKET = [
  'marketing authorisation',
  'marketing authorization',
  'authorisation of',
  'licence',
  'approval',
  'the market',
  're-authorised',
  'reauthorised',
  're-approved',
  'reapproved',
  'reintroduced',
];
/** Second-hand news of these is told; a refusal of old is history. */
const TOLD: readonly (Verdict | undefined)[] = ['granted', 'withdrawn', 'suspended'];

/** An authority lets something onto the market or takes it off, and a sentence says so. */
export function isDecision(sentence: string): boolean {
  return agencyIn(sentence) !== undefined && TOLD.includes(verdictIn(sentence));
}

/** Who decided: by its head; of second-hand news, by its text. */
export function authorityIn(item: SourceItem, isTold = false): string | undefined {
  const head = nameIn(headOf(item), appraisal().decisions.authorities);
  return head ?? agencyIn(issuersOf(item).join('. ')) ?? (isTold ? agencyIn(item.text) : undefined);
}

/** A known authority by its name, any other by how such bodies are called: "Halden Medicines Agency". */
export function agencyIn(text: string): string | undefined {
  const { authorities, bodies, fields, objects, granted, refused } = appraisal().decisions;
  const known = nameIn(foldText(text).replace(/(?<=\p{L})\.(?=\p{L})/gu, ''), authorities);
  if (known !== undefined) return known;
  const name = String.raw`\p{Lu}[\p{L}-]*`;
  const pattern = new RegExp(
    `(?:${name} )*(?:${bodies.join('|')})(?: (?:of|for) (?:the )?${name}(?: and ${name})?(?: ${name})?)*`,
    'gu',
  );
  const deeds = [...objects, ...granted, ...refused];
  return [...text.matchAll(pattern)]
    .map(([found]) => {
      const said = found.split(' ');
      const end = said.findIndex((word) => deeds.includes(word.toLowerCase()));
      return (end < 0 ? said : said.slice(0, end)).join(' ').replace(/^The /, '');
    })
    .find((found) => hasAny(foldText(found), fields));
}

const NOTICES = ['retraction', 'concern', 'correction'] as const;

/** What it tells of another publication, where it is a notice: the gravest of what it says that it is. */
export function noticeKindOf({ title, text, kinds }: SourceItem): (typeof NOTICES)[number] | undefined {
  const plain = foldText(title).replace(/^[^\p{L}]+/u, '');
  const { notices } = appraisal();
  const opens = (kind: (typeof NOTICES)[number]) =>
    notices[kind].types.some((type) => kinds.includes(type)) ||
    notices[kind].titles.some((opening) => plain.startsWith(opening) && hasPhrase(plain, opening));
  const found = NOTICES.find(opens);
  if (found === undefined || found === 'retraction') return found;
  // "Erratum and expression of concern: …"
  const [head = ''] = plain.split(':', 1);
  const isIn = (kind: (typeof NOTICES)[number]) =>
    notices[kind].titles.some((name) => hasPhrase(head, name.replace(/:$/, '')));
  const isDoubted = isIn('concern') || hasAny(foldText(text), notices.concern.own);
  return isIn('retraction') ? 'retraction' : isDoubted ? 'concern' : found;
}

/** What a publication says was published about itself: "this preprint was withdrawn". */
export function ownNotices(item: SourceItem): Notice[] {
  const { id } = designOf(item);
  if (['notice', 'guideline', 'meta_analysis', 'review', 'knowledge'].includes(id)) return [];
  const { notices, publications } = appraisal();
  const text = foldText(item.text);
  return NOTICES.filter((kind) => {
    const { own, verbs } = notices[kind];
    return hasAny(text, own) || publications.some((noun) => verbs.some((verb) => hasPhrase(text, `${noun} ${verb}`)));
  })
    .filter((kind) => !item.notices.some((notice) => notice.kind === kind))
    .map((kind) => ({ kind, by: item.source }));
}

/** It has the fields of a register, and no results. */
function isRegisterEntry(item: SourceItem): boolean {
  const { fields, least } = appraisal().register;
  const text = foldText(`${item.title}. ${item.text}`);
  const found = fields.filter((field) => hasPhrase(text, field)).length;
  return found >= least && !hasResult(item);
}

/** Animals or cells: randomised or not, it says nothing of people yet. */
function isLaboratory({ title, text }: SourceItem): boolean {
  const { animals, words } = appraisal().laboratory;
  const all = `${title}. ${text}`;
  if (namesPeople(title)) return false;
  if (countsOf(all, animals).length > 0) return true;
  return hasAny(foldText(all), words) && countsOf(all).length === 0;
}

function isWithoutResults(item: SourceItem): boolean {
  const says = sentencesOf(item.text).some(
    (sentence) => hasAny(foldText(sentence), appraisal().no_results) && !ANOTHER.test(sentence),
  );
  return says && !hasResult(item);
}

/** "A phase 3 trial is recruiting", at the end of what the phase 2 trial found. */
const ANOTHER =
  /^(?:an?|another|the next|further|two|three|several)\s(?:[\p{L}\p{N}/-]+\s){0,5}?(?:trials?|study|studies)\b/iu;

/** It counts people, gives figures, or says that a study met or missed what it was made for. */
export function hasData(item: SourceItem): boolean {
  const { met, failed } = appraisal().directions;
  const all = `${item.title}. ${item.text}`;
  return countsOf(all).length > 0 || sentencesOf(all).some(hasFigures) || hasAny(foldText(all), [...met, ...failed]);
}

/** An interval or a P beside what each had: nothing that is planned has that. */
function isMeasured(sentence: string): boolean {
  const { open, difference } = figuresIn(sentence);
  return open !== undefined && difference !== undefined;
}

/** "7 of 18 treated eyes and 1 of 18 others". */
const COUNTED_TWICE = /\b\d+ (?:\([^)]*\) )?of \d+\b.*\b\d+ (?:\([^)]*\) )?of \d+\b/;

function hasResult({ text }: SourceItem): boolean {
  const { met, failed } = appraisal().directions;
  return (
    sentencesOf(text).some(
      (sentence) => figuresIn(sentence).ratio !== undefined || isMeasured(sentence) || COUNTED_TWICE.test(sentence),
    ) || hasAny(foldText(text), [...met, ...failed])
  );
}
