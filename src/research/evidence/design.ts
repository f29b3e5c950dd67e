/** What a document is: its design. What it says of itself in its head counts before what its text names. */
import type { Notice, SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { hasFigures } from './abstract.ts';
import { countsOf, namesPeople } from './counts.ts';
import { isDecision, issuedBy } from './decisions.ts';
import { figuresIn } from './figures.ts';
import { isGuidelineByForm } from './guideline-form.ts';
import { labelsOf } from './head.ts';
import { isUncontrolled, withoutUndone, withoutUnrandomised } from './undone.ts';
import { appraisal, foldText, hasAny, hasPhrase } from './words.ts';

export interface Design {
  readonly id: string;
  readonly say: string;
  readonly level: number;
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
