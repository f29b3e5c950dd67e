/** Questions about somebody else: only papers can speak of them, and no value of the patient answers. */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { type Block, block, cite, citePassage, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { findPassages, type Passage, passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { kinIllsIn } from '../evidence/standing.ts';
import { contentWords } from '../evidence/words.ts';
import { cueWords, isCue } from '../frames/cues.ts';
import { scheduleFor } from '../schedule/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';

/** What is asked of a person's facts; whether something is safe for me because of my brother is about me. */
const OF_FACTS = new Set<Frame['aspect']>([
  'have',
  'value',
  'when',
  'about',
  'due',
  'result',
  'count',
  'list',
  'since',
  'explain',
  'identity',
  'said',
  'who',
  'judge',
  'take',
]);
/** What is counted or measured of somebody: a paper that only names them does not hold it. */
const MEASURED = new Set<Frame['aspect']>(['value', 'judge', 'trend', 'result']);
const ASKS_OF =
  /^\W*(?:and |so |but )?(?:what|when|is|are|was|were|does|do|did|has|have|had|how|which|who|where)\b|^\W*(?:and|or) (?:my|our)\b/i;

export function answerOfOther(desk: Desk, frame: Frame): Block | undefined {
  const family = answerFamily(desk, frame) ?? answerInherited(desk, frame);
  if (family !== undefined) return family;
  const said = frame.inherited ? desk.message : frame.text;
  const who = OF_FACTS.has(frame.aspect) && ASKS_OF.test(frame.text) ? otherIn(desk, said) : undefined;
  if (who !== undefined && frame.inherited && said !== frame.text && OF_KIN.test(said)) return block('', [], 'absent');
  if (who === undefined) return undefined;
  const names = who.stems;
  const asked = [...contentWords(frame.text)].filter(([word]) => !names.has(word));
  const words = [...withSynonyms(new Map(asked)).keys()];
  const worth = ({ stems }: Passage) => words.filter((word) => stems.has(word)).length;
  const [best, second] = passagesOf(desk.chart)
    .filter(({ stems, printed }) => !printed && [...names].some((each) => stems.has(each)))
    .toSorted(
      (a, b) =>
        worth(b) - worth(a) ||
        Number(b.label === 'Patient') - Number(a.label === 'Patient') ||
        (b.time ?? '').localeCompare(a.time ?? ''),
    );
  if (best === undefined)
    return block(
      `**Your record does not say that of ${who.said}: it is about you.** I looked through your papers and your family history and did not find it.`,
      [],
      'absent',
    );
  if (MEASURED.has(frame.aspect) && best.label !== 'Patient')
    return {
      ...block(
        `**Your record does not hold that of ${who.said}: it is about you.** I looked through your papers. ${sayPassage(desk, best)}`,
        [],
        'absent',
      ),
      ...kinOf(best),
    };
  if (words.length > 0 && worth(best) === 0)
    return { ...block(`**Of ${who.said} your papers say only this.** ${sayPassage(desk, best)}`), ...kinOf(best) };
  const alike = second !== undefined && worth(second) === worth(best) ? [sayPassage(desk, second)] : [];
  return { ...block(`**${quotePassage(desk, best)}**`, alike), ...kinOf(best) };
}

/** The relative that was told of is who "that" means next. */
function kinOf(passage: Passage): Pick<Block, 'kin'> {
  return passage.label === 'Patient' || kinIllsIn(passage.text).length > 0 ? { kin: passage.text } : {};
}

interface Other {
  said: string;
  stems: ReadonlySet<string>;
}

/** Where in a question its subject stands. */
const MOST_BEFORE = 4;
const LEAST_LETTERS = 3;

/** "The kidney values of my sister", "my sister's values": whose they are, wherever it stands. */
const OF_KIN =
  /\b(?:values?|results?|bloods?|tests?|numbers?|levels?|records?|scans?|medicines?|tablets?|pills?|allerg\w+|blood group|weight|appointments?|vaccin\w+|jabs?|shots?|conditions?|diagnos\w+|doses?) (?:of|for) (?:my|our) (\p{L}+)\b/iu;

/** "My 2 month old". */
const AGED = /\b(?:my|our) ([\p{L}\d]+[- ](?:day|week|month|year)s?[- ]old)\b/iu;
const ADULT = 18;

/** "My daughter", "our son", or a name that papers give to somebody who is not the patient. */
function otherIn({ chart }: Desk, text: string): Other | undefined {
  const words = wordsIn(text).slice(0, MOST_BEFORE + 1);
  const kin = words.find(
    ({ lower }, at) => isCue('kin', withoutOwn(lower)) && /^(?:my|our)$/.test(words[at - 1]?.lower ?? ''),
  );
  const owned = kin?.lower ?? OF_KIN.exec(text)?.[1]?.toLowerCase();
  if (owned !== undefined && isCue('kin', withoutOwn(owned)))
    return { said: `your ${withoutOwn(owned)}`, stems: kinStems(withoutOwn(owned)) };
  const aged = AGED.exec(text)?.[1];
  if (aged !== undefined && (chart.view.age ?? ADULT) >= ADULT)
    return { said: `your ${aged.toLowerCase()}`, stems: kinStems('child') };
  const own = new Set(wordsIn(chart.view.name ?? '').map(({ lower }) => lower));
  const name = words
    .slice(1)
    .find(
      ({ text: said, lower }) =>
        said.length >= LEAST_LETTERS && /^\p{Lu}\p{Ll}+$/u.test(said) && !own.has(lower) && isRelative(chart, said),
    );
  return name === undefined ? undefined : { said: name.text, stems: stemsOf(name.text) };
}

/** A relative by the name that papers give them, however it is written: "our dylan". */
export function namedRelative({ chart }: Desk, text: string): string | undefined {
  const own = new Set(wordsIn(chart.view.name ?? '').map(({ lower: word }) => word));
  return wordsIn(text)
    .map(({ lower: word }) => capital(withoutOwn(word)))
    .find((name) => name.length >= LEAST_LETTERS && !own.has(name.toLowerCase()) && isRelative(chart, name));
}

/** "Mum" is who a letter calls the mother. */
export function kinStems(word: string): ReadonlySet<string> {
  const called = (['mothers', 'fathers', 'children'] as const).find((cue) => isCue(cue, word));
  return stemsOf([word, ...(called === undefined ? [] : cueWords(called))].join(' '));
}

function withoutOwn(word: string): string {
  return word.replace(/['’]s$/, '');
}

/** Papers call them by what they are to the patient: "her daughter Ife", "partner Matteo". */
function isRelative(chart: Desk['chart'], name: string): boolean {
  return passagesOf(chart).some(({ text }) => {
    const at = text.indexOf(name);
    const before = at < 0 ? undefined : wordsIn(text.slice(0, at)).at(-1)?.lower;
    return before !== undefined && isCue('kin', before);
  });
}

const OF_FAMILY =
  /\b(?:in (?:my|the|our) family|(?:my|our) (?:family|relatives)|family history|runs? in (?:my|the|our)|anyone related|blood relatives)\b/i;
const ABOUT_ME = /\b(?:me|i|my|mine)\b/i;

/** What relatives had, as the record writes it, and as letters tell it. */
function relativesOf(desk: Desk): Passage[] {
  return passagesOf(desk.chart).filter((passage) => isHistory(passage) || kinIllsIn(passage.text).length > 0);
}

function isHistory({ label, title }: Passage): boolean {
  return label === 'Patient' && title === 'family history';
}

/** The illnesses that a passage gives to relatives; `denied` for those that it says nobody had. */
function illsOf(passage: Passage, denied: boolean): string[] {
  const ills = kinIllsIn(passage.text);
  if (!isHistory(passage)) return ills.filter((each) => each.denied === denied).map(({ id }) => id);
  const refused = ills.filter((each) => each.denied).map(({ id }) => id);
  if (denied) return refused;
  return openCatalogue()
    .find(passage.text, { kinds: ['condition'] })
    .map(({ concept }) => concept.id)
    .filter((id) => !refused.includes(id));
}

/** "Does anybody in my family have bowel disease?": those who had it, else what all of them had. */
function answerFamily(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_FAMILY.test(frame.text) || !ASKS_OF_FAMILY.test(frame.text)) return undefined;
  const all = relativesOf(desk);
  if (all.length === 0)
    return block(
      '**Your record holds no family history.** If you tell me who had what, and how old they were, I will keep it.',
      [],
      'absent',
    );
  const words = [...withSynonyms(contentWords(frame.text.replace(OF_FAMILY, ' '))).keys()];
  const isAsked = (id: string) => frame.subjects.some((subject) => isWithin(openCatalogue().get(id)!, subject));
  const named = all.filter((passage) => illsOf(passage, false).some(isAsked));
  const refused = all.filter((passage) => !named.includes(passage) && illsOf(passage, true).some(isAsked));
  if (named.length === 0 && refused.length > 0)
    return block(`**No, by your papers.** ${sayPassage(desk, refused[0]!)}`);
  const byWord = all.filter((passage) => isHistory(passage) && words.some((word) => passage.stems.has(word)));
  const isWide = frame.subjects.some(({ kind }) => kind === 'system');
  const fits = isWide
    ? all.filter((each) => named.includes(each) || byWord.includes(each))
    : named.length > 0
      ? named
      : byWord;
  const said = (passages: readonly Passage[]) => passages.map((passage) => sayRelative(desk, passage)).join('; ');
  if (frame.subjects.every(({ kind }) => kind === 'thing')) return block(`**${said(all)}.**`);
  const others = all.filter((passage) => !fits.includes(passage));
  return fits.length === 0
    ? block(`**No, not by your family history.** It names ${said(all)}.`, [], 'absent')
    : {
        ...block(`**Yes: ${said(fits)}.**`, [
          others.length === 0 ? undefined : `Also in your family: ${said(others)}.`,
        ]),
        ...kinOf(fits[0]!),
      };
}

const ASKS_OF_FAMILY =
  /^\W*(?:and |so |but )?(?:what|is|are|was|were|does|do|did|has|have|had|which|who|any|anyone|anybody)\b/i;

function isWithin(concept: Concept, { id, kind }: Subject): boolean {
  return kind === 'system' ? concept.system === id.replace('system:', '') : openCatalogue().isA(concept.id, id);
}

function sayRelative(desk: Desk, passage: Passage): string {
  if (!isHistory(passage)) return lower(quotePassage(desk, passage, [passage]));
  desk.quoted.add(passage);
  return `${lower(passage.text.replace(/\.$/, ''))}${citePassage(desk, passage)}`;
}

const OF_THEM = /^\W*(?:and )?(?:how old|when|at what age|what age) (?:was|were|did|is) (?:he|she|they|i)\b/i;
const MATTERS = /\b(?:matter|change|mean|affect|count|bearing|risk|need|worry|concern)\w*\b/i;

/** "Does that matter for me?" after a relative: what of it stands in this record, and what is looked for because of it. */
function answerInherited(desk: Desk, frame: Frame): Block | undefined {
  const before = desk.focus.kin;
  const isOwn = frame.inherited === true || frame.subjects.length === 0;
  if (before === undefined || !isOwn) return undefined;
  if (!OF_THEM.test(frame.text) && (!MATTERS.test(frame.text) || !ABOUT_ME.test(frame.text))) return undefined;
  const passage = relativesOf(desk).find(({ text }) => text === before);
  if (passage === undefined) return undefined;
  if (OF_THEM.test(frame.text)) return { ...block(`**${quotePassage(desk, passage)}**`), kin: before };
  const catalogue = openCatalogue();
  const ills = catalogue.find(passage.text, { kinds: ['condition'] }).map(({ concept }) => concept);
  const own = desk.chart.view.conditions.filter(({ concepts }) =>
    ills.some((ill) => concepts.some((id) => catalogue.isA(id, ill.id) || catalogue.isA(ill.id, id))),
  );
  const dues = scheduleFor(desk.chart.view, desk.told).filter(({ row }) =>
    ills.some(({ id }) => row.when?.includes(id) === true),
  );
  const papers = findPassages(desk.chart, { concepts: ills.map(({ id }) => id), words: new Map(), named: true })
    .map(({ passage: each }) => each)
    .filter((each) => each !== passage && each.label !== 'Patient')
    .slice(0, 2);
  const procedures = ills.flatMap(({ id }) => LOOKED_FOR.get(id) ?? []);
  const done = desk.chart.view.procedures.filter(({ concepts }) =>
    concepts.some((id) => procedures.some((each) => catalogue.isA(id, each))),
  );
  const names = list(ills.map(({ name }) => lower(name)));
  return block(
    `**Yes: a close relative with ${names || 'it'} raises your own risk of it, the more so the younger they were.** ${sayPassage(desk, passage)}`,
    [
      own.length === 0
        ? `Your own record does not list ${names || 'it'}.`
        : `Your own record lists ${list(own.map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`))}.`,
      ...done
        .slice(-1)
        .map(
          (item) =>
            `${capital(lower(item.name))} was done on ${sayDate(item.time)}${cite(desk, item, item.time)}.${String(desk.chart.property(item.uuid, 'text') ?? '') === '' ? '' : ` ${desk.chart.property(item.uuid, 'text')}`}`,
        ),
      ...dues.slice(0, 2).map(({ row }) => `${capital(row.what)} belongs to it.`),
      ...papers.map((each) => sayPassage(desk, each)),
      'Ask your doctor whether checks should begin earlier or come more often for you.',
    ],
  );
}

/** How it is looked for. */
const LOOKED_FOR = new Map<string, readonly string[]>([
  ['condition:colon_cancer', ['procedure:colonoscopy']],
  ['condition:breast_cancer', ['procedure:mammogram']],
  ['condition:osteoporosis', ['procedure:dexa_scan']],
  ['condition:hip_fracture', ['procedure:dexa_scan']],
]);
