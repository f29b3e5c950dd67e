/** May I, should I, is it safe: settled with no, yes, or only after asking, by this record's reasons. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { answerFromKnowledge } from '../../knowledge/index.ts';
import { type Concern, concernsOf, sayConcern } from '../concern.ts';
import { evaluate } from '../concerns/evaluate.ts';
import { type Expression, parseWhen } from '../concerns/grammar.ts';
import { sharedNames } from '../concerns/rules.ts';
import { type Item, situationOf } from '../concerns/situation.ts';
import { type Block, block, cite, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages, type Passage, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { AllergyView, MedicineView } from '../patient.ts';
import { scheduleFor } from '../schedule/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { alternativeTo } from './alternatives.ts';
import { sayNear } from './explain.ts';
import { medicinesOf } from './medicines.ts';
import { tellOthers } from './others.ts';
import { answerFromPapers, plansFor } from './papers.ts';
import { stopReason } from './stopping.ts';

/** What a paper says about giving it. */
export const FORBIDS =
  /\b(?:never|not (?:to )?be (?:given|used|taken|tried)|must not|should not|shall not|no longer to|contraindicated|is forbidden|are forbidden|avoid(?:ed)?|to be avoided|no (?:nsaids?|sglt2|gliptins?|glp|further|more|anti-inflammatory|ibuprofen|potassium|live|beta|[a-z-]+ again)|should have been stopped|to stop it|please replace|not again|do not)\b/i;
const ALLOWS =
  /\b(?:may (?:have|take|be given|use)|is allowed|are allowed|can (?:have|take|be given)|is safe|are safe|tolerated|without (?:a )?(?:reaction|wheeze|problems?)|could be tried|passed|no reaction)\b/i;

export interface Verdict {
  answer: 'no' | 'ask' | 'yes';
  allergies: AllergyView[];
  concerns: Concern[];
  papers: Passage[];
  /** What in the record makes every new medicine a matter for who treats it. */
  fragile?: Item;
}

const MATTERS = new Set(['critical', 'important']);

export function answerSafe(desk: Desk, frame: Frame): Block {
  const things = frame.subjects.filter(({ kind }) =>
    ['drug', 'drug_class', 'food', 'vaccine', 'procedure', 'allergen'].includes(kind),
  );
  const asked = things.filter((subject) => !isOnlyContext(desk, subject, frame, things));
  if (asked.length === 0) return answerSituation(desk, frame);
  const verdict = judge(desk, frame, asked);
  return tell(desk, frame, asked, verdict);
}

/** "Can I take ibuprofen with my warfarin?" asks about the ibuprofen. */
function isOnlyContext(desk: Desk, subject: Subject, { text }: Frame, all: readonly Subject[]): boolean {
  if (all.length < 2) return false;
  const before = text.slice(Math.max(0, subject.start - 14), subject.start);
  const held = itemsFor(subject, desk.chart);
  const taken = held.medicines.some(({ status }) => status === 'taken') || held.procedures.length > 0;
  return (
    taken &&
    /\b(?:with|my|on|and|beside|of|of the|than|swap|replace|switch|from)\s*$/i.test(before) &&
    all.some(
      (other) => other !== subject && !itemsFor(other, desk.chart).medicines.some(({ status }) => status === 'taken'),
    )
  );
}

export function judge(desk: Desk, frame: Frame, asked: readonly Subject[]): Verdict {
  const ids = asked.map(({ id }) => id);
  const found = concernsOf(desk.chart.view, [], ids, []).filter(
    ({ fresh, concepts }) =>
      fresh &&
      concepts.some((id) => ids.some((each) => openCatalogue().isA(id, each) || openCatalogue().isA(each, id))),
  );
  const papers = papersOn(desk, frame, asked);
  const allergies = [
    ...new Set([
      ...asked.flatMap((subject) => allergiesTo(desk, subject)),
      ...allergiesNamed(desk, weighed(desk, frame)),
    ]),
  ];
  const worst = allergies.length > 0 ? 'critical' : found[0]?.severity;
  const ruling = papers.filter(({ text }) => rulesOn(text, ids));
  const forbids = ruling.some(({ text }) => FORBIDS.test(text));
  const allows = ruling.some(({ text }) => ALLOWS.test(text));
  const isFood = asked.every(({ kind }) => kind === 'food');
  const alike = papers.some(({ text }) => FORBIDS.test(text));
  const answer =
    worst === 'critical' || (forbids && !allows && !isFood)
      ? 'no'
      : worst === 'important' || forbids || alike
        ? 'ask'
        : 'yes';
  const fragile = isNewMedicine(desk, asked) ? fragileIn(desk) : undefined;
  const guarded = answer === 'yes' && fragile !== undefined && !allows ? 'ask' : answer;
  return {
    ...(fragile !== undefined && { fragile }),
    answer: guarded !== 'yes' && allows && !forbids && worst !== 'critical' ? 'ask' : guarded,
    concerns: found,
    papers,
    allergies,
  };
}

const USUALLY_FINE = [
  'drug:acetaminophen',
  'class:non_sedating_antihistamine',
  'class:vaccine',
  'drug:saline_nasal_spray',
];

/** A medicine that is not taken yet, and not one that hardly anybody must avoid. */
function isNewMedicine(desk: Desk, asked: readonly Subject[]): boolean {
  return asked.some(
    (subject) =>
      (subject.kind === 'drug' || subject.kind === 'drug_class') &&
      !USUALLY_FINE.some((id) => openCatalogue().isA(subject.id, id)) &&
      !itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken'),
  );
}

let fragileWhen: Expression | undefined;

/** Pregnancy, a transplant, failing kidneys, lithium …: nobody here takes something new without asking (sets.yml). */
function fragileIn({ chart }: Desk): Item | undefined {
  fragileWhen ??= parseWhen('@fragile', sharedNames());
  const [binding] = evaluate(fragileWhen, situationOf({ record: chart.view }));
  return binding?.items.find(({ uuid }) => uuid !== undefined) ?? binding?.items[0];
}

function sayFragile(desk: Desk, { uuid, label, name, time }: Item): string {
  const marker = uuid && label ? desk.notes.entry({ uuid, label, name, date: time }) : '';
  return `I know of nothing in your record that speaks against it by name, but with ${lower(name)}${marker} every new medicine, also from the shop, is checked first.`;
}

/** What a vaccine is for this person: advised, and of which kind. */
function sayVaccine(desk: Desk, asked: readonly Subject[]): string | undefined {
  if (!asked.some(({ kind }) => kind === 'vaccine')) return undefined;
  const due = scheduleFor(desk.chart.view, desk.told).find(({ row }) =>
    row.look.some((id) =>
      asked.some((subject) => openCatalogue().isA(subject.id, id) || openCatalogue().isA(id, subject.id)),
    ),
  );
  const weak = concernsOf(desk.chart.view, [], ['vaccine:live_vaccine'], []).find(({ fresh }) => fresh);
  const kind =
    weak === undefined
      ? undefined
      : 'The injected, inactivated kind is fine; a live one (nasal flu spray, MMR, chickenpox, yellow fever) is not.';
  const advised =
    due === undefined ? undefined : `It is advised for you (${due.row.note}).${desk.notes.source(due.row.source)}`;
  return [advised, kind].filter((each) => each !== undefined).join(' ') || undefined;
}

/** A sentence rules on what is asked where it names it or a kind of which it is one, not where it names its like. */
function rulesOn(text: string, ids: readonly string[]): boolean {
  const catalogue = openCatalogue();
  const named = catalogue.find(text, { kinds: ['drug', 'drug_class', 'food', 'vaccine', 'procedure'] });
  return named.some(({ concept }) => ids.some((id) => catalogue.isA(id, concept.id) || catalogue.isA(concept.id, id)));
}

/** What the question is about stands in what was told before it, where it is the only one. */
function weighed({ frames, message }: Desk, frame: Frame): string {
  return frames.filter(({ act }) => act === 'ask').length > 1 ? frame.text : message;
}

/** Active allergies whose own words stand in the question: "a CT with contrast", "peanut butter". */
function allergiesNamed({ chart }: Desk, text: string): AllergyView[] {
  const said = withSynonyms(contentWords(text));
  return chart.view.allergies.filter(
    ({ status, name }) =>
      status === 'active' && [...stemsOf(name)].some((word) => word.length > 3 && word !== 'allergi' && said.has(word)),
  );
}

/** Active allergies to it, to what it belongs to, or to what crosses with it. */
function allergiesTo({ chart }: Desk, { id, alike = [] }: Subject): AllergyView[] {
  const catalogue = openCatalogue();
  const own = new Set([id, ...alike, ...catalogue.ancestors(id), ...(catalogue.get(id)?.drug?.ingredients ?? [])]);
  return chart.view.allergies.filter(
    ({ status, concepts }) =>
      status === 'active' &&
      concepts.some(
        (each) =>
          own.has(each) ||
          (catalogue.get(each)?.crosses ?? []).some(
            (cross) => cross.risk === 'same' && (own.has(cross.id) || catalogue.isA(id, cross.id)),
          ),
      ),
  );
}

/** Papers that speak of the thing itself or of its class with a verdict, the verdict first. */
function papersOn(desk: Desk, frame: Frame, asked: readonly Subject[]): Passage[] {
  const catalogue = openCatalogue();
  const classes = asked.flatMap(({ id }) =>
    [...catalogue.ancestors(id)].filter(
      (each) => catalogue.get(each)?.kind === 'drug_class' && catalogue.descendants(each).size < 60,
    ),
  );
  const own = findPassages(desk.chart, {
    concepts: asked.map(({ id }) => id),
    words: contentWords(frame.text),
    named: true,
  });
  const wider = findPassages(desk.chart, { concepts: classes, words: new Map(), named: true });
  const all = [...own, ...wider].map(({ passage }) => passage);
  const spoken = [...new Set(all)].filter(({ text }) => FORBIDS.test(text) || ALLOWS.test(text));
  const siblings = [...new Set(all)].filter(
    (passage) => own.some((each) => each.passage === passage) && !spoken.includes(passage),
  );
  return [...spoken.slice(0, 3), ...siblings.slice(0, spoken.length === 0 ? 2 : 1)].slice(0, 3);
}

const WORDS = { no: 'No', ask: 'Not without asking first', yes: 'Yes, as far as your record shows' };

function tell(
  desk: Desk,
  _frame: Frame,
  asked: readonly Subject[],
  { answer, concerns: found, papers, allergies, fragile }: Verdict,
): Block {
  const name = list(asked.map(({ id, kind, text }) => (kind === 'drug_class' ? lower(text) : nameOf(id))));
  const past = asked
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .filter(({ status }) => status === 'stopped');
  const now = asked
    .flatMap((subject) => itemsFor(subject, desk.chart).medicines)
    .filter(({ status }) => status === 'taken');
  const [failed, ...failedToo] =
    now.length > 0 ? [] : newestOfEach(past.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? '')));
  const kin = failed === undefined && now.length === 0 ? failedKin(desk, asked) : undefined;
  const reason = failed === undefined ? undefined : stopReason(desk, failed);
  const settled = answer === 'yes' && (failed !== undefined || kin !== undefined) ? 'ask' : answer;
  const over = desk.chart.view.allergies.filter(
    (item) =>
      item.status !== 'active' &&
      asked.some((subject) =>
        item.concepts.some((id) => openCatalogue().isA(id, subject.id) || openCatalogue().isA(subject.id, id)),
      ),
  );
  const shown = found.filter(({ severity }) => MATTERS.has(severity)).slice(0, 3);
  const more = shown.length > 0 ? [] : found.slice(0, 1);
  const vaccine = settled === 'yes' ? sayVaccine(desk, asked) : undefined;
  const caution =
    settled === 'ask' && shown.length === 0 && fragile !== undefined ? sayFragile(desk, fragile) : undefined;
  const firstReason = shown[0] === undefined ? '' : ` ${sayConcern(desk, shown[0])}`;
  const lead =
    settled === 'yes'
      ? `${WORDS.yes}: nothing in it speaks against ${name}`
      : `${WORDS[settled]}: ${name}${settled === 'no' ? ' is not for you as your record stands' : ' needs a word with your doctor or pharmacist'}`;
  const reacted = allergies.map(
    (item) =>
      `Your record lists ${lower(item.name)} allergy${item.reactions.length > 0 ? ` (${list(item.reactions.map(lower))})` : ''}${cite(desk, item)}${remarkOf(desk, item.uuid)}.`,
  );
  const body = [
    vaccine,
    caution,
    ...reacted.slice(0, 2),
    ...shown.slice(1).map((concern) => sayConcern(desk, concern)),
    ...more.map((concern) => sayConcern(desk, concern)),
    over.length === 0
      ? undefined
      : `The ${lower(over[0]!.name)} allergy is marked as over${cite(desk, over[0]!)}${remarkOf(desk, over[0]!.uuid)}.`,
    failed === undefined
      ? undefined
      : `You had ${drugName(failed.name)} until ${sayDate(failed.end)}${cite(desk, failed, failed.end)}. ${reason ?? ''}`.trim(),
    ...failedToo
      .slice(0, 2)
      .map((item) =>
        `You had ${drugName(item.name)} until ${sayDate(item.end)}${cite(desk, item, item.end)}. ${stopReason(desk, item) ?? ''}`.trim(),
      ),
    kin === undefined
      ? undefined
      : `Of the same kind, ${drugName(kin.name)} was stopped on ${sayDate(kin.end)}${cite(desk, kin, kin.end)}. ${stopReason(desk, kin) ?? ''}`.trim(),
    ...papers
      .filter((paper) => !(reason ?? '').includes(paper.text.slice(0, 40)))
      .map((paper) => sayPassage(desk, paper)),
    settled === 'yes' ? checkedLine(desk) : askLine(desk, asked, shown),
    settled === 'yes'
      ? undefined
      : alternativeTo(
          desk,
          asked.map(({ id }) => id),
        ),
  ];
  return { ...block(`**${lead}.**${firstReason}`, body), tells: found.map(({ key }) => key) };
}

function newestOfEach(items: readonly MedicineView[]): MedicineView[] {
  return items.filter((item, at) => items.findIndex(({ concepts }) => concepts[0] === item.concepts[0]) === at);
}

function remarkOf(desk: Desk, uuid: string): string {
  const note = desk.chart.property(uuid, 'text');
  return typeof note === 'string' && note !== '' ? `: ${note.replace(/\.$/, '')}` : '';
}

/** A medicine of the same small class that was given up. */
function failedKin({ chart }: Desk, asked: readonly Subject[]): MedicineView | undefined {
  const catalogue = openCatalogue();
  const classes = asked.flatMap(({ id }) =>
    (catalogue.get(id)?.parents ?? []).filter((each) => catalogue.descendants(each).size < 40),
  );
  return chart.view.medicines
    .filter(
      ({ status, concepts }) =>
        status === 'stopped' && concepts.some((concept) => classes.some((each) => catalogue.isA(concept, each))),
    )
    .at(-1);
}

function checkedLine(desk: Desk): string {
  const { view } = desk.chart;
  const taken = view.medicines.filter(({ status }) => status === 'taken');
  return `I looked at ${taken.length === 0 ? 'your medicines (none is listed)' : `your ${taken.length} medicines`}, allergies, conditions, kidney values and papers. The leaflet and your pharmacist know more than I do.`;
}

function askLine(desk: Desk, asked: readonly Subject[], shown: readonly Concern[]): string | undefined {
  if (shown.length > 0) return undefined;
  const doctor =
    doctorFor(
      desk,
      asked.map(({ id }) => id),
    ) ?? 'your doctor';
  return `Ask ${doctor} or a pharmacist before you take it.`;
}

/** "Are my medicines safe if I get pregnant?", "Am I allowed to drive?": no single thing is asked about. */
function answerSituation(desk: Desk, frame: Frame): Block {
  const ids = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const found = concernsOf(desk.chart.view, pregnancyTold(frame), ids, []).filter(
    ({ fresh, severity }) => fresh && MATTERS.has(severity),
  );
  const papers = plansFor(desk.chart, frame.text, ids).map(({ passage }) => passage);
  const allergies = allergiesNamed(desk, weighed(desk, frame));
  if (allergies.length > 0)
    return tell(desk, frame, frame.subjects, { answer: 'no', allergies, concerns: found, papers });
  if (found.length > 0)
    return {
      ...block(`**No, not all of it.** ${sayConcern(desk, found[0]!)}`, [
        ...found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
        ...papers.slice(0, 2).map((paper) => sayPassage(desk, paper)),
      ]),
      tells: found.map(({ key }) => key),
    };
  const noted = notesFor(desk, frame);
  if (noted !== undefined) return noted;
  const own = answerFromPapers(desk, frame);
  if (own !== undefined) return own;
  if (frame.subjects.some(({ id }) => id === 'thing:medicines') && /\binteract|\btogether|\bclash/i.test(frame.text))
    return tellPairs(desk);
  if (papers.length > 0)
    return block(
      `**${quotePassage(desk, papers[0]!)}**`,
      papers.slice(1, 2).map((paper) => sayPassage(desk, paper)),
    );
  const known = answerFromKnowledge(frame.text)?.parts[0];
  const near = known === undefined ? sayNear(desk, frame) : undefined;
  if (near !== undefined)
    return block(`**Your record itself does not settle it.** In general: ${near}`, [
      `Ask ${doctorFor(desk, ids) ?? 'your doctor'} whether that holds for you${concernedBy(desk)}.`,
    ]);
  if (known === undefined)
    return block(
      '**Your record says nothing that speaks for or against it.** I looked at medicines, allergies, conditions and papers. Ask your doctor or pharmacist.',
      [],
      'unclear',
    );
  const marker = desk.notes.knowledge(known.entry);
  return block(
    `**${known.sentences[0]}**${marker} Your record itself does not settle it: ask ${doctorFor(desk, ids) ?? 'your doctor'}.`,
    [
      known.sentences
        .slice(1, 3)
        .map((each) => `${each}${marker}`)
        .join(' '),
    ],
  );
}

/** The conditions that make the general word doubtful here. */
function concernedBy(desk: Desk): string {
  const active = desk.chart.view.conditions.filter(({ status }) => status === 'active').slice(0, 3);
  return active.length === 0
    ? ''
    : `, with ${list(active.map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`))}`;
}

/** What of the medicines that are taken clashes with each other. */
function tellPairs(desk: Desk): Block {
  const isPair = ({ evidence }: Concern) =>
    evidence.filter(({ label }) => label === 'IntakeRegimen').length > 1 &&
    !evidence.some(({ label }) => label === 'Observation');
  const found = concernsOf(desk.chart.view, [], [], []).filter(isPair);
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken').length;
  if (found.length === 0)
    return block(
      `**I know of no interaction among your ${taken} medicines that matters.** A pharmacist can check the whole list.`,
    );
  return {
    ...block(
      `**Yes.** ${sayConcern(desk, found[0]!)}`,
      found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
    ),
    tells: found.map(({ key }) => key),
  };
}

/** Each medicine looked at for pregnancy or breastfeeding; of which nothing is known is said. */
function notesFor(desk: Desk, { text }: Frame): Block | undefined {
  const topic = /\bpregnan|\bconceiv|\bbaby\b/i.test(`${text} ${desk.message}`)
    ? 'pregnancy'
    : /\bbreast-?feed/i.test(text)
      ? 'breastfeeding'
      : undefined;
  if (topic === undefined) return undefined;
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  const read = taken.map((item) => ({
    item,
    note: item.concepts.flatMap((id) => openCatalogue().notes(id, topic))[0],
  }));
  const bad = read.filter(({ note }) => note !== undefined && note.level !== 'fine');
  const fine = read.filter(({ note }) => note?.level === 'fine');
  const unknown = read.filter(({ note }) => note === undefined);
  const line = ({ item, note }: (typeof read)[number]) =>
    `- ${capital(drugName(item.name))}${cite(desk, item, item.start)}: ${note!.text.replace(/\.$/, '')}.${desk.notes.source(note!.source)}`;
  if (taken.length === 0) return undefined;
  const lead =
    bad.length > 0
      ? `Not all of them: ${list(bad.map(({ item }) => drugName(item.name)))} must be talked about first`
      : fine.length > 0
        ? `My reference has no warning about ${topic} for ${fine.length} of your ${taken.length} medicines`
        : `My reference says nothing of ${topic} for your medicines`;
  return block(`**${lead}.**`, [
    [...bad, ...fine].length === 0 ? undefined : [...bad, ...fine].map(line).join('\n'),
    unknown.length === 0
      ? undefined
      : `It says nothing of ${topic} for ${list(unknown.map(({ item }) => drugName(item.name)))}.`,
    `Do not stop anything on your own: ask ${
      doctorFor(
        desk,
        bad.flatMap(({ item }) => item.concepts),
      ) ?? 'your doctor'
    } or a pharmacist.`,
  ]);
}

function pregnancyTold({ text }: Frame) {
  if (/\bpregnan|\bconceiv|\bbaby\b/i.test(text))
    return [{ concept: 'condition:planning_a_pregnancy', act: 'plans' as const }];
  if (/\bbreast-?feed/i.test(text)) return [{ concept: 'condition:breastfeeding', act: 'has' as const }];
  return [];
}

/** Before an operation: what must be decided for each medicine, by those who do it. */
function beforeOperation(desk: Desk, frame: Frame): Block {
  const found = concernsOf(desk.chart.view, [{ concept: 'procedure:operation', act: 'plans' }], [], []).filter(
    ({ fresh }) => fresh,
  );
  const others = tellOthers(desk, frame, answerFromPapers(desk, frame));
  if (found.length === 0)
    return block('**Do not stop anything on your own: ask those who operate.**', [
      others.lead.replaceAll('**', ''),
      ...others.body,
    ]);
  return {
    ...block(`**Do not stop anything on your own: ask those who operate.** ${sayConcern(desk, found[0]!)}`, [
      ...found.slice(1, 4).map((concern) => sayConcern(desk, concern)),
      others.lead.replaceAll('**', ''),
      ...others.body,
    ]),
    tells: found.map(({ key }) => key),
  };
}

/** "Should I stop it?": never alone; what the papers say, what stopping risks, whom to ask. */
export function answerStop(desk: Desk, frame: Frame): Block {
  const items = medicinesOf(desk, frame.subjects).filter(({ status }) => status === 'taken');
  const operation = frame.subjects.find(({ id, kind }) => kind === 'procedure' || id === 'thing:procedures');
  if (operation !== undefined) return beforeOperation(desk, frame);
  if (items.length === 0)
    return frame.subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class')
      ? answerSafe(desk, frame)
      : block(
          '**Do not stop a medicine on your own.** Tell me which one you mean, and I look at what your record says about it.',
          [],
          'unclear',
        );
  const ids = items.flatMap(({ concepts }) => concepts);
  const found = concernsOf(
    desk.chart.view,
    ids.map((concept) => ({ concept, act: 'stopping' as const })),
    [],
    [],
  ).filter(
    ({ fresh, concepts, severity }) => fresh && MATTERS.has(severity) && concepts.some((id) => ids.includes(id)),
  );
  const papers = papersOn(desk, frame, frame.subjects);
  const standing = concernsOf(desk.chart.view, [], ids, []).filter(
    ({ fresh, severity, concepts }) => fresh && MATTERS.has(severity) && concepts.some((id) => ids.includes(id)),
  );
  const doctor = doctorFor(desk, ids) ?? 'your doctor';
  const names = items.length > 4 ? 'your medicines' : list(items.map(({ name }) => drugName(name)));
  const told = papers.find(
    ({ text }) => /\b(?:stop|stopped|replace|review)\b/i.test(text) && !/\bnever stop\b/i.test(text),
  );
  const reasons = items
    .slice(0, 3)
    .flatMap((item) =>
      item.reason === null
        ? []
        : [`${drugName(item.name)} is for ${lower(item.reason)}${cite(desk, item, item.start)}`],
    );
  return block(
    `**No, do not stop ${names} on your own: ask ${doctor} first${told === undefined ? '' : ', and soon, since a paper of yours asks for it'}.**`,
    [
      reasons.length === 0 ? undefined : `${capital(list(reasons))}.`,
      ...found.slice(0, 2).map((concern) => sayConcern(desk, concern)),
      ...papers.map((paper) => sayPassage(desk, paper)),
      ...standing.slice(0, 2).map((concern) => sayConcern(desk, concern)),
    ],
  );
}
