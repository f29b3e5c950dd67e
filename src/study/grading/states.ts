/**
 * What a text says of the things that it names: more or less of each, done or not done, by whom, and of which kind. Read by the words of
 * states.yml; two such readings are compared in stating.ts.
 */
import { families } from '../facts/families.ts';
import { namesOf } from '../facts/names.ts';
import { inLetters } from './cleaning.ts';
import { pointsOf } from './points.ts';
import { inPlainWords, kindsOf, type Unit, unitsIn } from './state-words.ts';

export interface Said {
  word: string;
  readonly axis: string | undefined;
  readonly isKnown: boolean;
  readonly isDeed: boolean;
  isDenied: boolean;
  /** More of it or at work (1), less or not (-1); told only where a word says so. */
  sign: number;
  isTold: boolean;
  /** What is said of that which it belongs to: of the excretion, in "less excretion of potassium". */
  lent: number | undefined;
  /** Stands before the head of its phrase. */
  readonly isOrnament: boolean;
  /** In which statement of the text. */
  readonly part: number;
  /** Does it, or has it done to it: "food increases its absorption", "it increases the absorption of food". */
  role: 'doer' | 'done' | undefined;
  /** The words that tell it. */
  readonly by: Set<string>;
  readonly text: string;
  /** The head that it stands before. */
  readonly head: string | undefined;
  /** "To" or "from" it. */
  readonly link: string | undefined;
}

export function readStates(text: string): Said[] {
  const all = pointsOf(byName(inPlainWords(text)))
    .flatMap((point) => statementsOf(unitsIn(point.text)))
    .flatMap(readStatement);
  // Two points share a subject: it is one thing.
  return all.filter(
    (thing, at) =>
      !all.some(
        (other, there) =>
          other.word === thing.word &&
          (other.isTold !== thing.isTold ? other.isTold : other.sign === thing.sign && there < at),
      ),
  );
}

const LONGEST_NAME = 4;

/** Things of many names by one, as one word: "H2O2" and "hydrogen peroxide". */
function byName(text: string): string {
  const words = inLetters(text).split(/\s+/);
  const out: string[] = [];
  for (let from = 0; from < words.length; from++) {
    let length = Math.min(LONGEST_NAME, words.length - from);
    for (; length > 0; length--) {
      const phrase = words.slice(from, from + length).join(' ');
      const bare = phrase.replace(/^[("'“]+|[.,;:!?)"'”]+$/g, '');
      const name = isName(bare) ? nameOf(bare) : undefined;
      if (name === undefined) continue;
      out.push(phrase.replace(bare, name));
      break;
    }
    if (length === 0) out.push(words[from] as string);
    else from += length - 1;
  }
  return out.join(' ');
}

/** Short forms by the name that is listed for them; of two letters they mean too much. */
function nameOf(phrase: string): string | undefined {
  const member = families().byName(phrase);
  if (member !== undefined) return member.name.replace(/[^\p{L}\p{N}]+/gu, '_');
  const [listed] = /^[\p{Lu}\d]{3,}$/u.test(phrase) ? namesOf(phrase) : [];
  return listed;
}

/** A word that means something every day is no name. */
function isName(phrase: string): boolean {
  return phrase.includes(' ') || (phrase.length > 2 && /[\p{Lu}\d]/u.test(phrase));
}

/** A new statement begins at a joint, where a verb or a state stands behind it, and where one thing is said to come of another. */
function statementsOf(units: readonly Unit[]): Unit[][] {
  const statements: Unit[][] = [[]];
  for (const [at, unit] of units.entries()) {
    const isCause = unit.kind === 'plain' && CAUSES.test(unit.word);
    if (unit.kind === 'break' || isCause) {
      const rest = units.slice(at + 1);
      const end = rest.findIndex(({ kind }) => kind === 'break');
      const says = (end === -1 ? rest : rest.slice(0, end)).some(({ kind }) => SAYING.has(kind));
      if (isCause || says || unit.word !== 'and') statements.push([]);
    } else statements.at(-1)!.push(unit);
  }
  return statements.filter((statement) => statement.length > 0);
}

const CAUSES = /^(?:caus|lead|led|result|induc)/;
const SAYING: ReadonlySet<string> = new Set(['change', 'be', 'plain', 'denial', 'pronoun']);

type Slots = readonly (Said | undefined)[];

function readStatement(units: readonly Unit[], part: number): Said[] {
  const slots: Slots = units.map((unit, at) =>
    unit.kind === 'thing'
      ? {
          ...{ word: unit.word, axis: unit.axis, isKnown: unit.isKnown === true, isDeed: unit.isDeed === true },
          ...{
            sign: 1,
            role: undefined,
            isDenied: false,
            isTold: false,
            lent: undefined,
            isOrnament: isBefore(unit, units[at + 1]),
            part,
            by: new Set<string>(),
          },
          text: unit.text ?? unit.word,
          ...{ head: headBehind(units, at), link: linkBefore(units, at) },
        }
      : undefined,
  );
  const denied = new Set<number>();
  for (const [at, unit] of units.entries()) {
    if (unit.kind !== 'denial') continue;
    const reached = units.findIndex(({ kind }, there) => there > at && there <= at + REACH && kind === 'change');
    const isFirst = reached !== -1 && !units.slice(at, reached).some(({ kind }) => kind === 'thing');
    if (isFirst) denied.add(reached);
    else
      for (const thing of oneSide(units, slots, at)) {
        turn(thing, -1);
        thing.isDenied = !thing.isOrnament;
      }
    if (!isFirst) for (const thing of slots.slice(at)) if (thing !== undefined && !thing.isTold) thing.isDenied = true;
  }
  for (const [at, unit] of units.entries())
    if (unit.kind === 'change')
      for (const thing of befallen(units, slots, at, unit.ways)) {
        turn(thing, denied.has(at) ? -unit.sign : unit.sign);
        thing.by.add(unit.word);
      }
  for (const thing of slots) if (thing !== undefined) otherKind(thing);
  lend(units, slots);
  giveRoles(units, slots);
  return slots.filter((thing) => thing !== undefined);
}

/** "Does not move" is fixed, where there are but two. */
function otherKind(thing: Said): void {
  const [, axis = '', value] = /^(.+):([01])$/.exec(thing.word) ?? [];
  if (!thing.isDenied || value === undefined || kindsOf(axis) !== 2) return;
  thing.word = `${axis}:${1 - Number(value)}`;
  thing.sign *= -1;
  thing.isDenied = false;
}

/** Of the first deed in the statement, said of what does it or of what it is done to. */
function giveRoles(units: readonly Unit[], slots: Slots): void {
  const at = units.findIndex((unit) => unit.kind === 'change' && unit.ways.has('acts'));
  const unit = units[at];
  if (unit?.kind !== 'change' || units[at + 1]?.kind === 'be') return;
  const isPassive = units.slice(Math.max(0, at - REACH), at).some(({ kind }) => kind === 'be');
  const by = units.findIndex((each, there) => there > at && each.kind === 'link' && each.word === 'by');
  for (const [there, thing] of slots.entries()) {
    if (thing === undefined) continue;
    const isBehind = there > at;
    // "Is heat-labile": between the two stands what does it.
    if (isPassive && !isBehind && units.slice(0, there).some(({ kind }) => kind === 'be')) continue;
    if (isPassive) thing.role = by !== -1 && there > by ? 'doer' : isBehind ? undefined : 'done';
    else if (slots.slice(at).some((each) => each !== undefined)) thing.role = isBehind ? 'done' : 'doer';
  }
}

function headBehind(units: readonly Unit[], at: number): string | undefined {
  let last: Unit | undefined;
  for (let next = at; isBefore(units[next]!, units[next + 1]); next++) last = units[next + 1];
  return last?.word;
}

function linkBefore(units: readonly Unit[], at: number): string | undefined {
  const before = units.slice(0, at).findLast(({ kind }) => kind !== 'bare' && kind !== 'thing');
  return before?.kind !== 'link' ? undefined : before.word === 'into' ? 'to' : before.word;
}

/** "Inner" of the inner ear; what is done is no ornament of that which it is done to. */
function isBefore(unit: Unit, next: Unit | undefined): boolean {
  return next?.kind === 'thing' && ![unit, next].some((each) => each.kind === 'thing' && each.isDeed === true);
}

/** "Less excretion of potassium" and "less potassium is excreted": what is told of one holds of both. */
function lend(units: readonly Unit[], slots: Slots): void {
  let head: Said | undefined;
  let isLent = false;
  for (const [at, unit] of units.entries()) {
    const thing = slots[at];
    if (unit.kind === 'be' || (unit.kind === 'link' && unit.word === 'of')) isLent = head !== undefined;
    else if (unit.kind === 'link') isLent = false;
    if (thing === undefined) continue;
    if (isLent && head?.isTold === true) thing.lent = head.sign;
    if (!isLent) head = thing;
  }
}

/** So far a denial reaches: "not very active". */
const REACH = 3;

function turn(thing: Said, sign: number): void {
  if (thing.isOrnament) return;
  thing.sign *= sign;
  thing.isTold = true;
}

/** What stands behind, or before where nothing does. */
function oneSide(units: readonly Unit[], slots: Slots, at: number): Said[] {
  const after = behind(units, slots, at);
  return after.length > 0 ? after : before(units, slots, at);
}

/** Whom a change befalls. */
function befallen(units: readonly Unit[], slots: Slots, at: number, ways: ReadonlySet<string>): Said[] {
  // "The block is postsynaptic": what is spoken of.
  if (units[at + 1]?.kind === 'be' && !slots.slice(0, at).some(Boolean) && !ways.has('is')) return [];
  const [subject, after] = [before(units, slots, at), behind(units, slots, at)];
  const next = units.slice(at + 1).find(({ kind }) => kind !== 'bare');
  const isPassive = units.slice(Math.max(0, at - REACH), at).some(({ kind }) => kind === 'be');
  if (next?.kind === 'link' && next.word === 'of') return after;
  if (ways.has('is') && next?.kind === 'thing') return phraseAt(units, slots, at);
  const isOfSubject =
    isPassive || !ways.has('acts') || (ways.has('happens') && next?.kind !== 'thing') || after.length === 0;
  return isOfSubject && subject.length > 0 ? subject : after;
}

/** The first phrase before it: "absorption from the muscle is faster" is said of the absorption. */
function before(units: readonly Unit[], slots: Slots, at: number): Said[] {
  const found: Said[] = [];
  for (let next = 0; next < at; next++) {
    if (['link', 'be'].includes(units[next]!.kind) && found.length > 0) break;
    if (slots[next] !== undefined) found.push(slots[next]!);
  }
  return found;
}

/** The phrase right behind a word that tells how it is. */
function phraseAt(units: readonly Unit[], slots: Slots, at: number): Said[] {
  const found: Said[] = [];
  for (let next = at + 1; next < units.length; next++) {
    const thing = slots[next];
    if (thing !== undefined) found.push(thing);
    if (thing === undefined ? units[next]!.kind !== 'bare' : !thing.isOrnament) break;
  }
  return found;
}

/** The things behind, to the next link: "reduces the excretion of uric acid" is said of the excretion. */
function behind(units: readonly Unit[], slots: Slots, at: number): Said[] {
  const found: Said[] = [];
  for (let next = at + 1; next < units.length; next++) {
    const unit = units[next]!;
    const isNext = unit.kind === 'be' || (unit.kind === 'change' && !unit.ways.has('is'));
    if ((unit.kind === 'link' || isNext) && found.length > 0) break;
    if (slots[next] !== undefined) found.push(slots[next]!);
  }
  return found;
}
