/** A question beside what was spoken of before it: what it leaves unsaid comes from there. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { termsIn } from '../glossary/index.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Focus, Frame, Scope, Subject } from '../types.ts';
import { inOtherForm } from './other-forms.ts';
import { readAspects } from './recognise.ts';
import { subjectsOfEvent } from './since-event.ts';

export type Base = Pick<Frame, 'subjects' | 'scope' | 'modality' | 'text' | 'start' | 'end'>;

export function askFrame(base: Base, asks: boolean, before: readonly Frame[], focus: Focus): Frame {
  const readings = readAspects(base.text, base.subjects);
  const [best, second] = readings;
  const last = before.findLast(({ act }) => act === 'ask');
  const spoken = before.findLast(({ subjects }) => subjects.length > 0);
  const prior =
    last !== undefined && last.subjects.length === 0 && spoken !== undefined
      ? { ...spoken, ...bare(last) }
      : (last ?? (spoken === undefined && focus.subjects.length > 0 ? undefined : before.at(-1)));
  const drawn = drawnFrom(base, before);
  if (drawn !== undefined) return drawn;
  const inherited = inherit(base, best?.aspect, best?.score ?? 0, prior, focus, before.length > 0);
  const subjects = inherited.inherited ? inOtherForm(base.text, inherited.subjects) : inherited.subjects;
  const again = inherited.subjects === base.subjects ? readings : readAspects(base.text, subjects);
  const asksSame = (prior?.aspect ?? focus.aspect) === 'said' && GOES_ON.test(base.text) && TITLED.test(base.text);
  const aspect = asksSame ? 'said' : (inherited.aspect ?? again[0]?.aspect ?? best?.aspect ?? 'about');
  const score = again[0]?.score ?? best?.score ?? 0;
  return {
    ...base,
    act: 'ask',
    subjects,
    scope: inherited.scope,
    aspect,
    score: asks ? score : score * 0.8,
    ...(inherited.inherited && { inherited: true }),
    ...(second !== undefined && best !== undefined && best.score - second.score < 1 && { rival: second.aspect }),
  };
}

const DRAWS = pattern('draws_meaning');
const MEANT = new Set<Subject['kind']>(['observation', 'condition', 'procedure']);

/** "The letter says EF 30 %. Does that mean that a third of my heart works?": the meaning of what was said first, whatever it is put beside. */
function drawnFrom(base: Base, before: readonly Frame[]): Frame | undefined {
  if (!DRAWS.test(base.text)) return undefined;
  const said = before.findLast(
    ({ subjects, text }) => subjects.some(({ kind }) => MEANT.has(kind)) || termsIn(text).length > 0,
  );
  if (said === undefined) return undefined;
  return {
    ...base,
    text: said.text,
    act: 'ask',
    aspect: 'explain',
    subjects: said.subjects.filter(({ kind }) => MEANT.has(kind)),
    score: 4,
    inherited: true,
  };
}

/** What a question asked, of whatever was spoken of before it: its matter comes from there. */
function bare({ act, aspect, scope }: Frame): Pick<Frame, 'act' | 'aspect' | 'scope'> {
  return { act, aspect, scope };
}

/** Somebody who treats, by name. */
const TITLED = /\b(?:dr|doctor|nurse|prof|mr|mrs|ms|sister)\.? \p{L}{3,}/iu;

const BRIEF = 5;
const POINTS_BACK = /\b(?:it|its|this|that|these|those|them|they|one|ones|then|same|there|the other)\b/i;
/** What asks for entries of any kind means what was spoken of only where it says so. */
const OF_ENTRIES = new Set<Aspect>(['result', 'list', 'have', 'said', 'visit', 'next', 'written']);
/** "When is the next?": the noun that is left out is what was spoken of. */
const POINTS_AT =
  /\b(?:it|its|this|that|these|those|them|ones?|same|the other|the (?:next|last|latest|first|previous)(?=\W*$))\b/i;
const GOES_ON = /^\W*(?:and|but|what about|how about|also|or)\b/i;
const SAME_MATTER = new Set<Aspect>([
  'cause',
  'worry',
  'trend',
  'judge',
  'why-stopped',
  'since',
  'when',
  'dose',
  'who',
  'value',
  'todo',
  'explain',
  'stop',
  'safe',
  'effects',
  'goal',
  'about',
  'compare',
  'extreme',
  'said',
  'take',
  'purpose',
  'count',
  'next',
  'due',
  'worked',
  'alternative',
  'missed',
  'choice',
  'avoid',
  'happened',
  'watch',
  'bring',
  'tried',
  'replaced',
  'redone',
  'result',
  'list',
  'have',
  'turn',
  'written',
  'changes',
  'limit',
  'link',
  'prevent',
  'leads',
]);

/** Changes one slot of what was asked before: the subject, the time, or what is asked of it. */
function inherit(
  base: Base,
  aspect: Aspect | undefined,
  score: number,
  prior: Frame | undefined,
  focus: Focus,
  within: boolean,
): Pick<Frame, 'subjects' | 'scope' | 'inherited'> & { aspect?: Aspect | undefined } {
  const { text, scope } = base;
  const subjects = asVaccines(base, prior?.subjects ?? focus.subjects);
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  const from = prior ?? { subjects: subjectsOfEvent(focus, text), aspect: focus.aspect, scope: focus.scope };
  const short = text.split(/\s+/).length <= 8;
  const goesOn = GOES_ON.test(text);
  const points =
    aspect !== undefined && OF_ENTRIES.has(aspect)
      ? POINTS_AT.test(text) || (goesOn && wordsIn(text).length <= BRIEF)
      : POINTS_BACK.test(text) || hasTime(scope) || goesOn || short;
  if (
    named.length === 0 &&
    subjects.length === 0 &&
    from.subjects.length > 0 &&
    points &&
    (aspect === undefined || SAME_MATTER.has(aspect) || (aspect === 'visit' && hasTime(scope)))
  ) {
    const onlyTime =
      score < 2 ||
      (hasTime(scope) && (aspect === 'value' || aspect === undefined || aspect === 'when' || aspect === 'visit'));
    const keeps = onlyTime ? seriesAspect(from.aspect, scope) : aspect;
    const then =
      keeps === 'cause' && !hasTime(scope) && (WAS.test(text) || THAT_TIME.test(text)) ? focus.at : undefined;
    return {
      subjects: from.subjects,
      aspect: keeps,
      scope:
        then !== undefined && prior === undefined
          ? { ...scope, near: then.from, say: 'then' }
          : prior?.act === 'ask' && !hasTime(scope) && hasTime(from.scope)
            ? from.scope
            : settleScope(scope, focus, from.scope),
      inherited: true as const,
    };
  }
  const matters = aspect === 'cause' && named.length === 0 && POINTS_AT.test(text) ? mattersOf(from.subjects) : [];
  if (matters.length > 0) return { subjects: [...matters, ...subjects], aspect, scope, inherited: true as const };
  const tied = tiedTo(base, aspect, from.subjects, within);
  if (tied !== undefined) return { subjects: tied, aspect, scope };
  if (named.length > 0 && !within && goesOn && short && score < 3 && from.aspect !== undefined)
    return { subjects, aspect: fittingAspect(from.aspect, subjects), scope: hasTime(scope) ? scope : {} };
  return { subjects, aspect, scope };
}

const THE_ONE = /\b(?:ones?|jabs?|shots?|that|vaccines?) (?:for|against) (?:the )?$/i;

/** After a vaccine, "and the one for shingles?" asks for the vaccine against it. */
function asVaccines({ text, subjects }: Base, before: readonly Subject[]): readonly Subject[] {
  if (!before.some(({ kind }) => kind === 'vaccine')) return subjects;
  return subjects.map((subject) => {
    if (subject.kind !== 'condition' || !THE_ONE.test(text.slice(0, subject.start))) return subject;
    const [found] = openCatalogue().find(`${subject.text} vaccine`, { kinds: ['vaccine'] });
    return found === undefined ? subject : { ...subject, id: found.concept.id, kind: 'vaccine', text: found.text };
  });
}

/** "Do any of my medicines push that up?": "that" is the value or complaint that was spoken of. */
function mattersOf(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(({ kind }) => kind === 'observation' || kind === 'symptom' || kind === 'condition');
}

/** What can be safe or not. */
const WEIGHED = new Set<Subject['kind']>(['drug', 'drug_class', 'food', 'vaccine', 'procedure']);

/** "Why was it low?" means the value that was spoken of, not the newest. */
/** "Why so bad that year?" */
const THAT_TIME = /\b(?:that (?:year|month|week|day|time|summer|winter|spring|autumn)|back then|then)\b/i;
const WAS = /\b(?:was|were|did)\b/i;

const OF_VALUES = new Set<Aspect>(['cause', 'trend', 'compare', 'worked', 'link']);

/** "Is that the amiodarone?": the tablet is named, "that" is the value or complaint that was spoken of. */
function tiedTo(
  { text, subjects }: Base,
  aspect: Aspect | undefined,
  before: readonly Subject[],
  within: boolean,
): Subject[] | undefined {
  if (aspect === undefined || !/\b(?:it|that|this|they|them|one)\b/i.test(text)) return undefined;
  const given = before.filter(({ kind }) => kind === 'drug');
  if (aspect === 'safe' && !subjects.some(({ kind }) => WEIGHED.has(kind))) {
    const weighed = before.filter(({ kind }) => WEIGHED.has(kind));
    if (weighed.length > 0) return [...weighed, ...subjects];
  }
  if (within && aspect === 'safe' && given.length > 0 && isPutBeside(text, subjects)) return [...given, ...subjects];
  if (aspect === 'dose' && given.length > 0 && subjects.every(({ id }) => id === 'observation:body_weight'))
    return given;
  if (!OF_VALUES.has(aspect)) return undefined;
  const isBeside = ({ kind }: Subject) =>
    kind === 'drug' || kind === 'drug_class' || (aspect === 'compare' && OF_TIME.has(kind));
  if (subjects.length === 0 || !subjects.every(isBeside)) return undefined;
  const matter = before.filter(({ kind }) => ['observation', 'symptom', 'condition', 'system'].includes(kind));
  return matter.length === 0 ? undefined : [...matter, ...subjects];
}

/** "My mate swears by nurofen, can I swap it in with the calpol?": all that is named is put beside what was just offered. */
function isPutBeside(text: string, subjects: readonly Subject[]): boolean {
  return (
    subjects.length > 0 &&
    subjects.every(
      ({ kind, start }) =>
        WEIGHED.has(kind) &&
        /\b(?:it|that|this|them) (?:\w+ ){0,2}(?:with|alongside|on top of|beside|instead of|after|between) (?:the |my |his |her )?$/i.test(
          text.slice(0, start),
        ),
    )
  );
}

/** "Is that worse than before the chemo?": what happened says when. */
const OF_TIME = new Set<Subject['kind']>(['procedure', 'condition', 'vaccine']);

export function hasTime({ from, to, near, nth, around }: Scope): boolean {
  return [from, to, near, nth, around].some((each) => each !== undefined);
}

/** After a trend, "and in 2020?" asks for a value. */
function seriesAspect(aspect: Aspect | undefined, scope: Scope): Aspect | undefined {
  if (aspect === undefined) return undefined;
  return hasTime(scope) && ['trend', 'judge', 'worry', 'cause', 'explain', 'goal', 'extreme'].includes(aspect)
    ? 'value'
    : aspect;
}

/** "And the one before?" counts on from where the last answer stood. */
function settleScope(scope: Scope, focus: Focus, before: Scope): Scope {
  const unit = scope.unit ?? before.unit;
  const kept = unit === undefined ? scope : { ...scope, unit };
  return scope.nth !== undefined && scope.nth > 0 && focus.nth !== undefined
    ? { ...kept, nth: focus.nth + scope.nth }
    : kept;
}

function fittingAspect(aspect: Aspect, subjects: readonly Subject[]): Aspect | undefined {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  const drugish: Aspect[] = ['safe', 'take', 'dose', 'purpose', 'why-stopped', 'effects', 'stop'];
  const measured: Aspect[] = ['value', 'trend', 'judge', 'worry', 'cause', 'extreme', 'goal', 'compare'];
  if (kinds.has('drug') || kinds.has('drug_class') || kinds.has('food'))
    return drugish.includes(aspect) ? aspect : undefined;
  if (kinds.has('observation')) return measured.includes(aspect) ? aspect : undefined;
  return aspect;
}
