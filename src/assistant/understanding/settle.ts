/** Which of the clauses' readings are requests: what is told twice, taken back, or only said beside one is none. */
import { type Clause, textOf } from './clause.ts';
import type { Tool } from './grammar.ts';
import { lexicon } from './lexicon.ts';
import type { Reading, Segment } from './segments.ts';
import { joinWhens } from './time/join.ts';

/**
 * "We are out of coffee, put it on the list" is one request, told twice. What is only implied ("it's too dark in here") gives
 * way to what is asked for beside it.
 */
export function settle(segments: readonly Segment[]): Reading[] {
  const taken: { at: number; reading: Reading }[] = [];
  for (const [at, { clause, best }] of segments.entries()) {
    if (isRetraction(clause)) taken.length = 0;
    if (best === undefined || isRetraction(clause)) continue;
    const last = taken.at(-1);
    const isNext = last !== undefined && last.at === at - 1;
    if (isNext && last.reading.tool === best.tool) {
      if (best.tool.whole || (best.frame.implied && best.tool.joins)) {
        taken[taken.length - 1] = { at, reading: { ...best, clause: joined(last.reading.clause, clause) } };
        continue;
      }
      if (clause.topic === undefined && clause.mood !== 'order' && !clause.shows.has('title.any') && !isList(best.tool))
        continue;
      // "Doctor on Monday, hairdresser on Tuesday, both into the calendar".
      if (clause.mood === 'fragment' && clause.shows.has('say.into_cal') && !clause.shows.has('title.some')) continue;
      // "Find out on the web what …": the one that says what.
      if (isQuery(best.tool) && !last.reading.clause.shows.has('title.some') && clause.shows.has('title.some'))
        taken.pop();
      // "…, I told you in the summer": said of the question before it.
      if (isQuery(best.tool) && clause.mood === 'statement') continue;
      // "…, it's urgent", "that can come off the list": more of the same.
      if (
        clause.topic === undefined &&
        clause.mood !== 'question' &&
        clause.mood !== 'order' &&
        clause.shows.has('pronoun') &&
        !isList(best.tool)
      ) {
        taken[taken.length - 1] = { at, reading: { ...last.reading, clause: withTimeOf(last.reading.clause, clause) } };
        continue;
      }
      // "Move it to 19:00 and make it 90 minutes": one deed, with how long it lasts.
      if (clause.topic === last.reading.clause && clause.whens.length === 0 && clause.shows.has('has.length')) {
        taken[taken.length - 1] = { at, reading: { ...last.reading, clause: joined(last.reading.clause, clause) } };
        continue;
      }
      // "Rename gym to swimming and move it": by the name that it has, and called otherwise after it.
      const isRenamed = last.reading.clause.shows.has('head.retitle') && !clause.shows.has('head.retitle');
      if (isRenamed && clause.topic === last.reading.clause && clause.whens.length > 0) {
        taken.splice(-1, 0, { at: at - 1, reading: best });
        continue;
      }
      const isOfIt = clause.topic !== undefined && (isTold(last.reading) || clause.topic === last.reading.clause);
      // "Rename a.md to b.md and move it to documents": two deeds on one file.
      if (isOfIt && !(clause.mood === 'order' && best.tool.tool === 'move_file')) taken.pop();
    }
    // "The physio said I should stretch, remind me of it": told only for what follows.
    if (
      isNext &&
      taken.at(-1) === last &&
      clause.topic === last.reading.clause &&
      isMade(last.reading.tool) &&
      (isHabit(last.reading, clause) || (isTold(last.reading) && !isAppointment(last.reading)))
    )
      taken.pop();
    // "Dentist on Tuesday at 2, calendar please": where it goes.
    if (
      isNext &&
      isList(best.tool) &&
      !isList(last.reading.tool) &&
      clause.mood === 'fragment' &&
      !isEnded(last.reading.clause)
    )
      continue;
    if (
      isNext &&
      taken.at(-1) === last &&
      last.reading.frame.implied &&
      (clause.topic !== undefined || (!best.frame.implied && !isEnded(last.reading.clause)))
    ) {
      taken.pop();
      // "It's dark in the hall, light on please": the light in the hall.
      if (last.reading.tool === best.tool && !clause.shows.has('noun.room')) {
        taken.push({ at, reading: { ...best, clause: withPlaceOf(clause, last.reading.clause) } });
        continue;
      }
    }
    if (
      isNext &&
      best.frame.implied &&
      taken.at(-1) === last &&
      !last.reading.frame.implied &&
      !isEnded(last.reading.clause)
    )
      continue;
    taken.push({ at, reading: { ...best, clause: inherit(best.tool, clause, segments.slice(0, at)) } });
  }
  return taken.map(({ at, reading }) =>
    reading.tool.whole ? { ...reading, clause: widened(segments, at, reading.clause) } : reading,
  );
}

/** "So don't", "never mind": what was asked before it is not asked. */
export function isRetraction({ shows, signs, message, from, to }: Clause): boolean {
  // "Forget it for good": what was spoken of.
  if (!shows.has('say.retract') || shows.has('say.for_good')) return false;
  const said = new Set(signs.filter(({ sign }) => sign === 'say.retract').flatMap(({ at }) => at));
  const { edges } = lexicon();
  return message.tokens.slice(from, to).every(({ word }, at) => said.has(from + at) || edges.has(word));
}

/** A question after a list: it names nothing and means all. */
function isList({ tool }: Tool): boolean {
  return /^(?:list_|free_)/.test(tool);
}

/** Makes something new of what was told. */
function isMade({ tool }: Tool): boolean {
  return /^(?:add_|remember$)/.test(tool);
}

/** Looks something up by its name, and changes nothing. */
function isQuery({ tool }: Tool): boolean {
  return /^(?:recall|find_|research|search_|read_|get_)/.test(tool);
}

/** "Dinner on Friday at 7, and remind me an hour before": what has an hour of its own is kept, whatever is asked beside it. */
function isAppointment({ tool, clause }: Reading): boolean {
  return tool.tool === 'add_event' && clause.when?.timed === true;
}

/** "Take ibuprofen every 8 hours, remind me": what is to be done again and again is reminded of, and no event beside it. */
function isHabit({ clause }: Reading, { whens }: Clause): boolean {
  const isPut = clause.shows.has('head.schedule') || clause.shows.has('head.add');
  return clause.when?.recurs === true && clause.shows.has('head.chore') && !isPut && whens.length === 0;
}

/** A statement or a fragment: told, not ordered. */
function isTold({ clause }: Reading): boolean {
  return clause.mood === 'statement' || clause.mood === 'fragment';
}

function withPlaceOf(clause: Clause, before: Clause): Clause {
  const room = before.signs.find(({ sign }) => sign === 'noun.room');
  return room === undefined ? clause : { ...clause, room: textOf({ ...before, from: room.from, to: room.to }) };
}

/** "…, need them by Wednesday": when it is wanted, of what has no time of its own. */
function withTimeOf(clause: Clause, after: Clause): Clause {
  return clause.when === undefined ? { ...clause, when: after.when, whens: after.whens } : clause;
}

/** Whether a sentence ends with it. */
function isEnded({ message, to }: Clause): boolean {
  return /^[.!?;]/.test(message.text.slice(message.tokens[to - 1]?.end ?? 0).trimStart());
}

function joined(one: Clause, other: Clause): Clause {
  return { ...one, to: other.to };
}

/** What is told around a question about health belongs to it, as far as nothing else explains it. */
function widened(segments: readonly Segment[], at: number, clause: Clause): Clause {
  let { from, to } = clause;
  for (let before = at - 1; before >= 0 && segments[before]!.best === undefined; before--)
    from = Math.min(from, segments[before]!.clause.from);
  for (let after = at + 1; after < segments.length && segments[after]!.best === undefined; after++)
    to = Math.max(to, segments[after]!.clause.to);
  return { ...clause, from, to };
}

/** "Delete milk from groceries and add oat milk instead": on the same list. */
function onThatList(tool: Tool, clause: Clause, before: readonly Segment[]): Clause {
  const list = before.at(-1)?.clause.list;
  const isAdded = tool.tool === 'add_todo' && clause.list === undefined && clause.whens.length === 0;
  // "Remove Dune from reading and add Emma": no place of its own, and no deed.
  const isThing = clause.shows.has('head.add') && !NO_THING.some((sign) => clause.shows.has(sign));
  return isAdded && (clause.shows.has('say.instead') || isThing) && list !== undefined
    ? { ...clause, list: { ...list, from: clause.from, to: clause.from } }
    : clause;
}

const NO_THING = ['noun.todo', 'say.chore', 'say.need', 'has.to', 'title.many'];

/** "What's on tomorrow, and when am I free?": then too. */
function inherit(tool: Tool, given: Clause, before: readonly Segment[]): Clause {
  const clause = onThatList(tool, given, before);
  if (tool.inherits !== 'when' || clause.when?.dated) return clause;
  const day = before.findLast((segment) => segment.clause.when?.dated)?.clause.when;
  if (day === undefined) return clause;
  // "Deep work tomorrow from 9 till noon and block lunch": the hours are of the work, and when lunch is, is asked.
  if (tool.tool === 'add_event' && clause.when === undefined && day.timed && clause.mood === 'order') return clause;
  const when =
    clause.when === undefined ? day : joinWhens([{ ...day, timed: false }, clause.when], clause.message.place);
  return { ...clause, when };
}
