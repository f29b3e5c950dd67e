/** What the record says of taking something: allergies, concerns, papers, and whether anything new is a matter for who treats. */
import { type Note, openCatalogue } from '../../../clinical/catalogue/index.ts';
import { type Concern, concernsOf, type Told } from '../../concern.ts';
import { evaluate } from '../../concerns/evaluate.ts';
import { type Expression, parseWhen } from '../../concerns/grammar.ts';
import { sharedNames } from '../../concerns/rules.ts';
import { type Item, situationOf } from '../../concerns/situation.ts';
import { type Desk, nameOf } from '../../desk.ts';
import { itemsFor } from '../../evidence/items.ts';
import { findPassages, type Passage, passagesOf, stemsOf, withSynonyms } from '../../evidence/passages.ts';
import { contentWords } from '../../evidence/words.ts';
import { takenIn } from '../../frames/told.ts';
import type { AllergyView } from '../../patient.ts';
import { pattern } from '../../patterns.ts';
import type { Frame, Subject } from '../../types.ts';
import { type PaperReaction, reactionTo } from '../reactions.ts';
import { isAfter } from './after.ts';
import { type AskedAmount, amountAsked } from './amount.ts';
import { besideEachOther, membersAgainst, membersOf } from './members.ts';
import { allows, forbids, rulingOn } from './rulings.ts';

export type Answer = 'no' | 'ask' | 'yes';

export interface Verdict {
  answer: Answer;
  /** Of several things each by itself. */
  each?: readonly { subject: Subject; answer: Answer }[];
  /** Each would do alone; it is the pair that does not. */
  together?: boolean;
  allergies: AllergyView[];
  /** An allergic reaction that only a paper tells of. */
  reacted?: PaperReaction;
  concerns: Concern[];
  papers: Passage[];
  /** Those that forbid just what is asked: they are the first reason. */
  barring?: readonly Passage[];
  /** The newest paper on a deed that was once forbidden: it allows it again. */
  lifted?: Passage;
  /** What in the record makes every new medicine a matter for who treats it. */
  fragile?: Item;
  /** What is known of it in the state that the person is in: it suits them. */
  suited?: Note;
  /** How much was asked about, where it is not known to fit. */
  amount?: AskedAmount;
}

export const MATTERS = new Set(['critical', 'important']);
/** A paper speaks of a thing by its class or by what is in it: "no NSAIDs" of naproxen, "no potassium-rich food" of coconut water. */
const WIDER = new Set(['drug_class', 'food', 'allergen']);

/** Several things are judged together for their reasons, and each by itself for its own yes or no. */
export function judge(desk: Desk, frame: Frame, asked: readonly Subject[]): Verdict {
  const whole = judgeAll(desk, frame, asked);
  if (asked.length < 2 || whole.answer === 'yes') return whole;
  const each = asked.map((subject) => ({ subject, answer: judgeAll(desk, frame, [subject], asked).answer }));
  return each.every(({ answer }) => answer === 'yes') ? { ...whole, together: true } : { ...whole, each };
}

function judgeAll(desk: Desk, frame: Frame, asked: readonly Subject[], apart: readonly Subject[] = []): Verdict {
  const ids = asked.map(({ id }) => id);
  const touches = (id: string, each: string) => openCatalogue().isA(id, each) || openCatalogue().isA(each, id);
  const weighedIds = [...ids, ...membersOf(ids)];
  const amounts = asked.flatMap((subject) => amountAsked(desk, frame, subject) ?? []);
  const amount = amounts.find(({ fit }) => fit === 'over') ?? amounts.find(({ fit }) => fit === 'unknown');
  const beside = [...besideIn(desk, [...ids, ...apart.map(({ id }) => id)]), ...amounts.map(({ told }) => told)];
  const found = unique([
    ...concernsOf(desk.chart.view, beside, weighedIds, []),
    ...besideEachOther(asked).flatMap(({ id, others }) =>
      concernsOf(desk.chart.view, [...beside, ...others], [id, ...membersOf([id])], []),
    ),
  ])
    .filter(({ fresh, concepts }) => fresh && concepts.some((id) => ids.some((each) => touches(id, each))))
    .toSorted((a, b) => Number(isPair(b)) - Number(isPair(a)));
  /** Of two that are asked about together, what they do to each other comes first. */
  function isPair({ concepts }: Concern): boolean {
    return ids.length > 1 && ids.filter((each) => concepts.some((id) => touches(id, each))).length > 1;
  }
  const papers = papersOn(desk, frame, asked);
  const allergies = [
    ...new Set([
      ...asked.flatMap((subject) => allergiesTo(desk, subject)),
      ...allergiesNamed(desk, withoutFoods(weighed(desk, frame), asked)),
    ]),
  ];
  const reacted = allergies.length > 0 ? undefined : reactionTo(desk, ids);
  const isDrug = asked.every(({ kind }) => kind !== 'procedure');
  const worst = allergies.length > 0 || (reacted !== undefined && isDrug) ? 'critical' : worstOf(found);
  const ruling = papers.filter((passage) => rulesOn(passage.text, ids) || isRuledOutBehind(passage, ids));
  const lifted = asked.every(({ kind }) => kind === 'procedure') ? liftedBy(ruling) : undefined;
  if (lifted !== undefined) return { answer: 'yes', lifted, concerns: [], papers: [lifted], allergies };
  const forbidden = ruling.some(({ text }) => forbids(rulingOn(text, ids)));
  const allowed = ruling.some(({ text }) => allows(text));
  const barring = allowed ? [] : ruling.filter(({ text }) => forbids(rulingOn(text, ids)));
  const isBarred = ruling.some(({ text }) => barsThing(text, ids));
  const some = worst === undefined ? membersAgainst(desk, asked, beside) : [];
  const isFood = asked.every(({ kind }) => kind === 'food');
  const alike = papers.some(({ text }) => forbids(rulingOn(text, ids)));
  const isOut = !allowed && found.some((concern) => concern.forbids === true);
  const answer =
    worst === 'critical' || isOut || (forbidden && !allowed && (!isFood || isBarred))
      ? 'no'
      : worst === 'important' || reacted !== undefined || forbidden || alike || some.length > 0
        ? 'ask'
        : 'yes';
  const fragile = isNewMedicine(desk, asked) ? fragileIn(desk, asked) : undefined;
  const suited = answer === 'yes' && asked.length === 1 ? suitedTo(desk, asked[0]!) : undefined;
  const guarded = answer === 'yes' && fragile !== undefined && !allowed ? 'ask' : answer;
  if (amount?.fit === 'over' || (amount !== undefined && guarded === 'yes'))
    return { answer: amount.fit === 'over' ? 'no' : 'ask', concerns: found, papers, allergies, amount };
  return {
    ...(reacted !== undefined && { reacted }),
    ...(fragile !== undefined && { fragile }),
    ...(amount !== undefined && { amount }),
    ...(suited !== undefined && { suited }),
    answer: guarded !== 'yes' && allowed && !forbidden && worst !== 'critical' ? 'ask' : guarded,
    ...(guarded === 'no' && barring.length > 0 && { barring }),
    concerns: [...found, ...some],
    papers,
    allergies,
  };
}

function unique(concerns: readonly Concern[]): Concern[] {
  return [...new Map(concerns.map((concern) => [concern.key, concern])).values()];
}

/** Of what papers rule on a deed the newest holds: a ban that ended is no ban. */
function liftedBy(ruling: readonly Passage[]): Passage | undefined {
  const [newest, ...older] = ruling
    .filter(({ text, time }) => time !== null && (forbids(text) || allows(text)))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (newest === undefined || forbids(newest.text) || !allows(newest.text)) return undefined;
  return older.some(({ text, time }) => forbids(text) && time! < newest.time!) ? newest : undefined;
}

/** What is told beside what is asked, now or before: illnesses, allergies and medicines that the record may not hold. */
function besideIn({ told, heard, facts, frames, message }: Desk, asked: readonly string[]): Told[] {
  const denied = facts.filter(({ certainty, negated }) => certainty === 'negated' || negated === true);
  const isDenied = (name: string) => denied.some((fact) => fact.name.toLowerCase() === name.toLowerCase());
  const ofOthers = new Set(told.filter(({ act }) => act === 'exposed').map(({ concept }) => concept));
  const states = frames
    .flatMap(({ subjects }) => subjects)
    .filter(
      ({ kind, as, id, text }) =>
        (kind === 'condition' || kind === 'symptom') && as === 'itself' && !isDenied(text) && !ofOthers.has(id),
    )
    .map(({ id, text }) => ({ concept: id, name: text, act: 'has' as const }));
  /** "Can someone with a penicillin allergy take it?": whoever it is, for that allergy it is asked. */
  const supposed = frames
    .flatMap(({ subjects }) => subjects)
    .filter(({ kind, id, text }) => kind === 'allergen' && id !== 'thing:allergies' && !isDenied(text))
    .map(({ id, text }) => ({ concept: id, name: text, act: 'allergic' as const }));
  const before = frames.flatMap(({ subjects, text }) =>
    subjects
      .filter((subject) => isAfter(subject, text))
      .map(({ id, text: name }) => ({ concept: id, name, act: 'has' as const })),
  );
  const known = [...told, ...before, ...states, ...takenIn(facts), ...heard, ...supposed];
  // "Co-codamol" is read as what is in it, too: that is no second one beside it, unless it is named.
  const parts = asked.flatMap((id) => openCatalogue().get(id)?.drug?.ingredients ?? []);
  const isPart = (id: string) => parts.includes(id) && !message.toLowerCase().includes(nameOf(id).toLowerCase());
  const all = known.filter(({ concept }) => !asked.includes(concept) && !isPart(concept));
  return all.filter(({ concept }, at) => all.findIndex((each) => each.concept === concept) === at);
}

function worstOf(found: readonly Concern[]): Concern['severity'] | undefined {
  return (['critical', 'important', 'worth_knowing'] as const).find((each) =>
    found.some(({ severity }) => severity === each),
  );
}

const USUALLY_FINE = [
  'drug:acetaminophen',
  'class:non_sedating_antihistamine',
  'class:vaccine',
  'drug:saline_nasal_spray',
  'drug:levonorgestrel',
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

/** States of which the catalogue says, medicine by medicine, whether it suits them. */
const STATES = [
  ['@with_child', 'pregnancy'],
  ['@nursing', 'breastfeeding'],
  ['@small', 'child'],
] as const;
const conditions = new Map<string, Expression>();

function whenOf(name: string): Expression {
  const known = conditions.get(name) ?? parseWhen(name, sharedNames());
  conditions.set(name, known);
  return known;
}

/**
 * A transplant, failing kidneys, lithium …: nobody here takes something new without asking (sets.yml); nor in pregnancy, while
 * breastfeeding or as a child, unless the catalogue knows that it suits them.
 */
function fragileIn({ chart }: Desk, asked: readonly Subject[]): Item | undefined {
  const situation = situationOf({ record: chart.view });
  const held = (name: string) => evaluate(whenOf(name), situation)[0];
  const state = STATES.find(
    ([name, topic]) => held(name) !== undefined && !asked.every(({ id }) => isSuited(nearestOn(id, topic), topic)),
  );
  const binding = held('@fragile') ?? (state === undefined ? undefined : held(state[0]));
  return binding?.items.find(({ uuid }) => uuid !== undefined) ?? binding?.items[0];
}

type Topic = (typeof STATES)[number][1];

function nearestOn(id: string, topic: Topic): Note | undefined {
  return openCatalogue().notes(id, topic)[0];
}

function isSuited(note: Note | undefined, topic: Topic): boolean {
  return note !== undefined && (note.level === 'fine' || (topic === 'child' && note.level === 'care'));
}

function suitedTo({ chart }: Desk, { id }: Subject): Note | undefined {
  const situation = situationOf({ record: chart.view });
  return STATES.filter(([name]) => evaluate(whenOf(name), situation).length > 0)
    .map(([, topic]) => nearestOn(id, topic))
    .find((note) => note?.level === 'fine');
}

const RULED_OUT = pattern('ruled_out_behind');

/** "Montelukast: night terrors within weeks. Not to be tried again.": a sentence without a name rules on the one before it. */
function isRuledOutBehind({ text, before }: Passage, ids: readonly string[]): boolean {
  return (
    before !== undefined &&
    RULED_OUT.test(text) &&
    openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'food', 'vaccine'] }).length === 0 &&
    rulesOn(before.text, ids)
  );
}

/** A sentence rules on what is asked where it names it or a kind of which it is one, not where it names its like. */
function rulesOn(text: string, ids: readonly string[]): boolean {
  const catalogue = openCatalogue();
  const named = catalogue.find(text, { kinds: ['drug', 'drug_class', 'food', 'vaccine', 'procedure'] });
  if (named.some(({ concept }) => ids.some((id) => catalogue.holds(id, concept.id) || catalogue.isA(concept.id, id))))
    return true;
  /** "May drive again" names a deed by its verb. */
  const stems = stemsOf(text);
  const deeds = ids.filter((id) => id.startsWith('procedure:')).map((id) => catalogue.get(id)?.name ?? '');
  return deeds.some((name) => !name.includes(' ') && [...stemsOf(name)].some((stem) => stems.has(stem)));
}

const BARS = /\b(?:no|avoid|never|without|not|forbidden:?)\s+(?:any |more |eat |drink |use |take )?$/i;

/** "No salt substitutes": the ban stands right before the name, so that it is of this and of nothing else in the sentence. */
function barsThing(text: string, ids: readonly string[]): boolean {
  const catalogue = openCatalogue();
  return catalogue
    .find(text, { kinds: ['food', 'drug', 'drug_class'] })
    .some(({ concept, start }) => ids.some((id) => catalogue.holds(id, concept.id)) && BARS.test(text.slice(0, start)));
}

/** What the question is about stands in what was told before it, where it is the only one. */
export function weighed({ frames, message }: Desk, frame: Frame): string {
  return frames.filter(({ act }) => act === 'ask').length > 1 ? frame.text : message;
}

/** "… he is allergic to peanuts": what somebody reacts to is not what they ask for. */
const SAID_ALLERGIC =
  /\b(?:allergic|allergy|reacts?|reacted) (?:to|against) [\w' -]+?(?=[.,;?!]|$| (?:and|but|so|can|is|if)\b)|\b[\w-]+ (?:allergy|allergies)\b/gi;

/** Oat milk is no milk, a butter bean no butter: what is in a food is known by its contents, not by its name. */
function withoutFoods(text: string, asked: readonly Subject[]): string {
  return asked.filter(({ kind }) => kind === 'food').reduce((rest, food) => rest.replaceAll(food.text, ' '), text);
}

/** Active allergies whose own words stand in the question: "a CT with contrast", "peanut butter". */
export function allergiesNamed({ chart }: Desk, text: string): AllergyView[] {
  const said = withSynonyms(contentWords(text.replace(SAID_ALLERGIC, ' ')));
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
/** Sentences that rule on it in the very words of the question, whatever the catalogue calls it. */
function inWords({ chart }: Desk, asked: readonly Subject[]): Passage[] {
  const words = asked.map(({ text }) => [...contentWords(text).keys()]).filter((all) => all.length > 0);
  return passagesOf(chart).filter(
    ({ text, stems, remark }) => !remark && words.some((all) => all.every((word) => stems.has(word))) && forbids(text),
  );
}

export function papersOn(desk: Desk, frame: Frame, asked: readonly Subject[]): Passage[] {
  const catalogue = openCatalogue();
  const classes = asked.flatMap(({ id }) =>
    [...catalogue.ancestors(id), ...(catalogue.get(id)?.contains ?? []).map((content) => content.id)].filter(
      (each) => WIDER.has(catalogue.get(each)?.kind ?? '') && catalogue.descendants(each).size < 60,
    ),
  );
  const own = findPassages(desk.chart, {
    concepts: asked.map(({ id }) => id),
    words: contentWords(frame.text),
    named: true,
  });
  const wider = findPassages(desk.chart, { concepts: classes, words: new Map(), named: true });
  const ids = asked.map(({ id }) => id);
  const behind = passagesOf(desk.chart).filter((passage) => !passage.remark && isRuledOutBehind(passage, ids));
  const all = [...inWords(desk, asked), ...behind, ...[...own, ...wider].map(({ passage }) => passage)];
  const spoken = [...new Set(all)].filter(({ text }) => forbids(text) || allows(text));
  const siblings = [...new Set(all)].filter(
    (passage) => own.some((each) => each.passage === passage) && !spoken.includes(passage),
  );
  // Of several, each has a say: what holds one of them back must not hide that another is forbidden.
  const bans = ids.flatMap((id) =>
    spoken.filter(({ text }) => rulesOn(text, [id]) && forbids(rulingOn(text, [id]))).slice(0, 2),
  );
  const most = Math.max(3, ids.length * 2);
  const first = [...new Set([...bans, ...spoken])].slice(0, most);
  return [...first, ...siblings.slice(0, spoken.length === 0 ? 2 : 1)].slice(0, most);
}
