/** The evidence table: one row a source, graded, with where it was found; what two tables differ in. */
import { type SourceItem, snapshotOf } from '../../sources/research/index.ts';
import { stem } from '../../text/index.ts';
import { readForeign } from '../foreign.ts';
import { illnessesIn } from '../illnesses.ts';
import { isImprint } from '../imprint.ts';
import { groupsIn, populations } from '../population.ts';
import { trialsIn } from '../topic.ts';
import { kindsNamed, studiedIn, subgroupsIn, whomIn } from '../whom.ts';
import { abstractWords, hasFigures, type Statement, statementsOf } from './abstract.ts';
import { adviceIn, adviceOn } from './advice.ts';
import { alertsIn } from './alerts.ts';
import { readItem, type Stage, setbackOf, sizeOf, stageOf } from './appraisal.ts';
import { armsOf } from './arms.ts';
import { goesBeyond } from './claims-beyond.ts';
import { contrastsOf, trialArmsOf } from './contrasts.ts';
import { declaredIn, withNames } from './declared.ts';
import { designOf, ownNotices } from './design.ts';
import { editionOf } from './editions.ts';
import { type Asked, chooseExcerpt, withAdvice } from './excerpt.ts';
import { type Grade, gradeAlone, gradeOf, gradeTogether, NO_DATA } from './grading.ts';
import { causedIn, diseaseIn, harmsOf, isOfHarm } from './harms.ts';
import { labelsOf } from './head.ts';
import { neutralOf } from './neutral.ts';
import { noticeTargetOf, placesIn } from './notices.ts';
import type { Result } from './outcome-names.ts';
import { mainResult, resultsOf } from './outcomes.ts';
import { purposeOf } from './purposes.ts';
import { isPart, ofWhole, relationOf, rivalOf } from './relations.ts';
import { reviewedArms } from './reviewed.ts';
import type { EvidenceRow } from './row.ts';
import { rulingOf } from './ruling.ts';
import { seenAs } from './seeing.ts';
import { therapiesOf } from './therapies.ts';
import { judge, wordedVerdictOf } from './verdicts.ts';
import { wayOf } from './ways.ts';
import { foldText, hasAny, hasPhrase, routesIn } from './words.ts';

export type { EvidenceRow };
export { byStrength, keyOfChange, mergeTables, type TableChange } from './merging.ts';

export function makeRow(source: SourceItem, question: Asked, now: number): EvidenceRow {
  const { item: obeyed, orders: plain } = readItem(source);
  const { item: read, language, asWritten } = readForeign(obeyed);
  const { item: whole, orders: foreign } = readItem(read);
  const orders = plain + foreign;
  const statements = statementsOf(whole.text).map(ofItsPeople);
  const own = ownPart(whole, statements);
  // A register's number before the title is no part of what is treated with.
  const title = own.title.replace(/^NCT\d{8}\s*[:.–-]\s*/i, '');
  const item = { ...own, title, notices: [...own.notices, ...ownNotices(own)] };
  const declared = [...declaredIn(item.title, item.text), ...(item.also ?? [])];
  const asked = { ...question, ...(question.names && { names: withNames(question.names, declared) }) };
  const design = designOf(item);
  const about = noticeTargetOf(item);
  const [place] = placesIn(labelsOf(source.text).join('\n'));
  const n = sizeOf(item);
  const arms = armsOf(item.title, statements);
  const setback = about === undefined && orders === 0 ? setbackOf(item) : undefined;
  const { level, because } =
    about === undefined
      ? gradeAlone(item, n, now, { isOrdering: orders > 0, names: asked.names })
      : { level: 0, because: [design.say] };
  const ruling = orders === 0 ? rulingOf(item) : undefined;
  // What orders its readers about is not believed: only what a register says of it counts.
  const isHeard = about === undefined && orders === 0;
  const isOpinion = because.includes(NO_DATA);
  const isResult = !WITHOUT_RESULTS.includes(design.id) && !isOpinion;
  const wanted = design.id === 'guideline' ? askedOf(asked, item.title) : asked;
  const given = therapiesOf(item, arms.names, [...(asked.names ?? []), ...(asked.known ?? [])]);
  // "Brelozine (Hidrana)" is one medicine.
  const therapies = given.filter((name) => !declared.some((one) => one.as === name && given.includes(one.name)));
  const way = isResult ? wayOf(item.title, statements, arms, therapies) : undefined;
  const found = isResult && way === undefined ? resultsOf(item.title, statements, arms, kindsNamed) : [];
  const results = isHeard ? found.map(bare) : [];
  const treated = { disease: diseaseIn(item.title, design.id, therapies), arms };
  const compared = arms.names.compared.map(stem);
  const harms = isHeard ? harmsOf(statements, found, treated).map(asWritten) : [];
  const sentences = statements.map(({ text }) => text);
  const figures = isHeard && isResult ? statements.filter((each) => isUnread(each, found)).map(({ text }) => text) : [];
  const dosed =
    isHeard && isResult ? sentences.filter((text, at) => statements[at]!.role === 'result' && isDosed(text)) : [];
  const advised = isHeard && design.id === 'guideline' ? adviceIn(item.title, sentences, therapies) : [];
  const isJudged = isHeard && !isOpinion && !WITHOUT_VERDICT.includes(design.id) && way === undefined;
  const verdict = isJudged ? wordedVerdictOf(item.title, statements, arms, therapies) : undefined;
  const judged = isJudged ? judge(ofWhole(item, statements), mainResult(results)?.change, verdict) : undefined;
  const claims = { results, level, design_id: design.id, ...(judged?.torn && { torn: true as const }) };
  const sober = isResult ? statements.filter(({ text }) => !goesBeyond(claims, text)) : statements;
  const quoted = sober.some(({ role }) => role === 'result' || role === 'conclusion') ? sober : statements;
  const chosen = chooseExcerpt(quoted, { ...wanted, ruling: ruling?.told, treated }, found, asWritten);
  const excerpt = withAdvice(
    chosen,
    adviceOn(advised, asked.names ?? []).map(({ told }) => asWritten(told)),
    judged?.direction === 'favours' ? undefined : verdict && asWritten(verdict.told),
  );
  // Of a text in another language of which a result could not be read, another result is no verdict.
  const isHalfRead =
    language !== undefined &&
    verdict === undefined &&
    !results.some(({ main }) => main) &&
    statements.some(
      ({ role, text }) =>
        role === 'result' &&
        hasFigures(text) &&
        !found.some(({ told, change }) => told === text && change !== 'higher' && change !== 'lower') &&
        !harms.includes(asWritten(text)),
    );
  // A study that was made to look for a harm, and found it or none, says nothing of what it is given for; nor do cases of one.
  const isOnHarm =
    !CONTROLLED.includes(design.id) &&
    (isOfHarm(item.title) || design.id === 'case_report') &&
    ['against', 'same'].includes(mainResult(results)?.change ?? '');
  const purpose = isResult ? purposeOf(item.title, statements) : undefined;
  const relation = judged && relationOf(statements, results, verdict, judged.direction);
  const listedArms = design.id === 'meta_analysis' ? reviewedArms(statements) : trialArmsOf(item.title, statements);
  const contrasts = isJudged && isResult ? contrastsOf(item.title, statements, listedArms) : [];
  const main = judged?.direction === 'against' && contrasts.length === 0 ? mainResult(found) : undefined;
  const neutral = main?.change === 'same' ? neutralOf(asWritten(main.told ?? ''), statements) : undefined;
  const parts = isJudged ? statements.filter(isPart).map(({ text }) => asWritten(text)) : [];
  const doubts = isJudged
    ? statements
        .filter(({ role, text }) => role !== 'background' && hasAny(foldText(text), abstractWords().doubts))
        .map(({ text }) => asWritten(text))
    : [];
  const alerts = isHeard ? alertsIn(item, statements, therapies, asWritten) : [];
  const subgroups = subgroupsIn(item.title, statements);
  const whom = isResult ? studiedIn(item.title, statements) : undefined;
  const methods = isHeard && isResult ? methodsOf(statements, n).map(asWritten) : [];
  const caused = causedIn(item.title, therapies);
  const illnesses = illnessesIn(item.title).filter(
    ({ text }) =>
      !caused.some((at) => item.title.slice(Math.max(0, at - text.length), at + text.length).includes(text)),
  );
  const routes = routesIn(`${item.title}. ${item.text}`);
  const day = new Date(now).toISOString();
  const row: EvidenceRow = {
    ...{ id: item.id, title: obeyed.title, url: item.url, source: item.source, who: item.who, where: item.where },
    ...{ date: item.date, design: design.say, design_id: design.id, n },
    ...{ level, own_level: level, grade: gradeOf(level, design.id, because), because },
    ...(ruling && { ruling: { by: ruling.by, verdict: ruling.verdict, ...(ruling.whom && { whom: ruling.whom }) } }),
    direction: isHalfRead || isOnHarm ? 'unclear' : (judged?.direction ?? 'unclear'),
    ...(judged?.torn && { torn: true as const }),
    results,
    ...(isResult && compared.length > 0 && { compared, ...rivalOf(arms) }),
    ...(relation && { relation }),
    ...(neutral && { neutral }),
    ...(purpose && { purpose }),
    ...(contrasts.length > 0 && { contrasts: contrasts.map((each) => ({ ...each, results: each.results.map(bare) })) }),
    ...(doubts.length > 0 && { doubts: doubts.slice(0, MOST_DOUBTS) }),
    ...(parts.length > 0 && { parts: parts.slice(0, MOST_PARTS) }),
    ...(way && { giving: way }),
    stage: isHeard || item.trial !== undefined || item.approval !== undefined ? stageOf(item)?.id : undefined,
    ...(setback && { setback }),
    ...(advised.length > 0 && { advised }),
    therapies,
    ...(declared.length > 0 && { called: [...new Set(declared.map(({ as }) => as))] }),
    ...(harms.length > 0 && { harms }),
    ...(results.length > 0 && { read: [...new Set(found.flatMap(({ told }) => told ?? []))].map(asWritten) }),
    ...(design.id !== 'knowledge' && { said: quotableOf(statements, design.id, asWritten) }),
    ...(figures.length > 0 && { figures: figures.slice(0, MOST_FIGURES).map(asWritten) }),
    ...(dosed.length > 0 && { dosed: dosed.slice(0, MOST_DOSED).map(asWritten) }),
    ...(alerts.length > 0 && { alerts }),
    ...(design.id === 'guideline' && { edition: editionOf(item) }),
    ...(routes.length > 0 && { routes }),
    groups: groupsIn(`${item.title}. ${item.text}`),
    ...(whom && { whom, ...(subgroups.length > 0 && { subgroups }) }),
    ...(methods.length > 0 && { methods }),
    ...(illnesses.length > 0 && { illnesses }),
    trials: trialsIn(`${item.id} ${item.title} ${item.text}`),
    preprint: item.preprint ?? false,
    ...(language && { language, title_read: item.title }),
    notices: item.notices,
    excerpt: excerpt.text,
    ...(excerpt.aspects.length > 0 && { aspects: excerpt.aspects }),
    ...(item.doi && { doi: item.doi }),
    ...(item.pmid && { pmid: item.pmid }),
    ...(place && { place }),
    ...(about && { about }),
    ...(orders > 0 && { orders: true }),
    ...{
      first_seen: day,
      last_seen: day,
      from: item.from,
      ...(item.print && { print: item.print }),
      snapshot: snapshotOf(language === undefined ? item : { ...item, title: obeyed.title, text: obeyed.text }),
    },
  };
  // By itself a trial of many arms is seen by the first that it names.
  const [seen = row] =
    contrasts.length === 0 ? [row] : seenAs(row, { arm: { names: contrasts[0]!.arm.names.map(stem) } });
  return seen;
}

/** Under "Pregnancy" what "must not be used" must not be used in pregnancy: taken out of its part, a sentence says so itself. */
function ofItsPeople(each: Statement): Statement {
  const { text, part = '' } = each;
  const states = whomIn(part)?.states ?? [];
  if (states.length === 0 || part.split(' ').length > LONGEST_PART) return each;
  const own = whomIn(text)?.states ?? [];
  return states.some((state) => own.includes(state)) ? each : { ...each, text: `${part}: ${text}` };
}

const LONGEST_PART = 4;

/** What was known before is no word of its own; of a guideline and a notice all is. */
function quotableOf(
  statements: readonly Statement[],
  design: string,
  asWritten: (text: string) => string,
): Statement[] {
  const isWhole = WITHOUT_RESULTS.includes(design);
  return statements
    .filter(({ text, role }) => (isWhole || role !== 'background') && text.length <= LONGEST_SAID && !isImprint(text))
    .slice(0, MOST_SAID)
    .map(({ text, role, part, opens, item }) => ({
      // Of a letter or a notice all is its own.
      ...{ text: asWritten(text), role: isWhole && role === 'background' ? ('result' as const) : role },
      ...(part && { part: foldText(part), ...(opens && { opens }) }),
      ...(item && { item }),
    }));
}

const LONGEST_SAID = 700;
const MOST_SAID = 40;

/** What a dose did. */
const isDosed = (text: string) => hasFigures(text) && /\d\s?(?:mg|g|mcg|µg|ml|iu|units?)(?:\/kg)?\b/i.test(text);
const MOST_DOSED = 3;

/** Its figures tell of something, and what became of it could not be read. */
function isUnread({ text, role }: Statement, found: readonly Result[]): boolean {
  return role === 'result' && (hasFigures(text) || COUNTED.test(text)) && !found.some(({ told }) => told === text);
}

const COUNTED = /\b\d+ of \d+\b|\bper \d+ (?:patient|person)/;
const MOST_FIGURES = 12;

/** How it was done: what is told as that, what counts those who took part, and who was left out. */
function methodsOf(statements: readonly Statement[], n: number | undefined): string[] {
  const { left_out } = populations();
  const counts = [n?.toString(), n?.toLocaleString('en')].filter((count) => count !== undefined);
  return statements
    .filter(
      ({ text, role }) =>
        role === 'method' ||
        (role !== 'background' && (counts.some((count) => text.includes(count)) || hasAny(foldText(text), left_out))),
    )
    .map(({ text }) => text)
    .filter((text) => text.length <= LONGEST_METHOD)
    .slice(0, MOST_METHODS);
}

const MOST_METHODS = 8;
const LONGEST_METHOD = 600;

const CONTROLLED = ['rct', 'trial'];
const MOST_PARTS = 2;
const MOST_DOUBTS = 2;
const bare = ({ told: _, ...result }: Result): Result => result;

/** Of a long paper what is about itself; what was known before and what others found decides nothing. */
function ownPart(item: SourceItem, statements: readonly Statement[]): SourceItem {
  if (item.text.length < LONG_PAPER) return item;
  const own = statements.filter(({ role }) => role !== 'background');
  return own.length === 0 ? item : { ...item, text: own.map(({ text }) => text).join('\n') };
}

const LONG_PAPER = 6_000;

const WITHOUT_RESULTS = ['registered', 'knowledge', 'notice', 'guideline', 'news', 'opinion', 'economic'];
/** What they say of each medicine is advice or a decision; of the whole they say nothing. */
const WITHOUT_VERDICT = [
  'registered',
  'economic',
  'opinion',
  'guideline',
  'coverage',
  'regulatory',
  'told_decision',
  'communication',
];
const GUIDELINE_WEIGHT = 5;

/** All of a guideline is on its title; what was asked beside that chooses. */
function askedOf(asked: Asked, title: string): Asked {
  const titled = new Set((title.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem));
  const words = new Set([...asked.words].filter((word) => !titled.has(word)));
  const apart = !(asked.names ?? []).some((name) => hasPhrase(foldText(title), name));
  return { ...asked, words, weight: GUIDELINE_WEIGHT, apart };
}

export { type Grade, gradeTogether };
export type { Stage };
