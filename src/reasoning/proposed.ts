/**
 * What somebody means to do about a danger instead of calling, or what they take it for: "I'll just have more fybogel",
 * "should I give her aspirin", "wants to sleep it off", "it's only his memory". An answer to an emergency answers that too.
 */
import { clausesOf } from './frames/clause.ts';
import { toldAct } from './frames/manner.ts';
import { writeOut } from './frames/speech.ts';
import { subjectsIn } from './frames/subjects.ts';
import { pattern } from './patterns.ts';
import { drugName } from './wording.ts';

export interface Proposed {
  /** A medicine or food that is to help, by its name as it was said. */
  remedies: string[];
  waits: boolean;
  /** A decision against resuscitation is named: it forbids no help. */
  isNotRevived: boolean;
  /** What it is taken for, as it is said back: "your nerves". */
  takenFor?: string;
}

const INTENDS = pattern('intends_to_take');
const WAITS = pattern('waits_it_out');
const NOT_REVIVED = pattern('decided_against_revival');
const TAKEN_FOR = pattern('puts_it_down_to');
const ENDS = pattern('ends_what_is_said');
const SUBSTANCES = new Set(['drug', 'drug_class', 'food']);
const DONE = new Set(['took', 'missed', 'stopped', 'double']);
const MOST = 2;
const MOST_WORDS = 5;

export function proposedIn(message: string): Proposed {
  const clauses = clausesOf(writeOut(message));
  const remedies = clauses.flatMap(({ text }) => {
    const subjects = subjectsIn(text);
    if (!INTENDS.test(text) || DONE.has(toldAct(text, subjects) ?? '')) return [];
    return subjects.filter(({ kind }) => SUBSTANCES.has(kind)).map(({ text: said }) => drugName(said));
  });
  const takenFor = clauses.flatMap(({ text }) => {
    const lead = TAKEN_FOR.exec(text);
    const [what = ''] = lead === null ? [] : text.slice(lead.index + lead[0].length).split(ENDS, 1);
    return what.trim().length > 2 ? [what] : [];
  })[0];
  return {
    remedies: [...new Set(remedies)].slice(0, MOST),
    waits: WAITS.test(message),
    isNotRevived: NOT_REVIVED.test(message),
    ...(takenFor !== undefined && takenFor.split(/\s+/).length <= MOST_WORDS && { takenFor: saidBack(takenFor) }),
  };
}

function saidBack(said: string): string {
  return said
    .trim()
    .toLowerCase()
    .replace(/\bmy\b/g, 'your');
}
