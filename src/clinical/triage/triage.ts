import { findRedFlags } from '../danger/redflags.ts';
import { type Foreign, type Language, readForeign } from '../languages/languages.ts';
import { readData } from '../tables/tables.ts';
import { type Leaning, leaningOf } from './kinds.ts';

export type TriageRule = 'emergency' | 'url' | 'non_health' | 'ui_redirect' | 'share_edit' | 'patient' | 'general';

export interface Triage {
  rule: TriageRule;
  agent: string;
  /** The language of a message that is not in English: the offline engine reads it only in part. */
  language?: Language;
}

const AGENTS: Record<TriageRule, string> = {
  emergency: 'TriageAgent',
  url: 'UrlHandlerAgent',
  non_health: 'TriageAgent',
  ui_redirect: 'TriageAgent',
  share_edit: 'TriageAgent',
  patient: 'HealthConsultantAgent',
  general: 'HealthConsultantLiteAgent',
};

/** Which rule a message falls under, in the order of the health team's triage; emergencies before all. */
export function triage(text: string): Triage {
  const foreign = readForeign(text);
  const rule = keepForeign(ruleOf(text), foreign);
  return { rule, agent: agentFor(rule), ...(foreign?.language && { language: foreign.language }) };
}

/** A message about health in another language is kept by the words of that language; one that is not understood is never declined. */
function keepForeign(rule: TriageRule, foreign: Foreign | undefined): TriageRule {
  if (foreign?.unsure && !foreign.health && rule === 'non_health') return 'general';
  if (!foreign?.health || !JUDGED.has(rule)) return rule;
  return foreign.own ? 'patient' : 'general';
}

const JUDGED: ReadonlySet<TriageRule> = new Set(['patient', 'general', 'non_health']);

export function agentFor(rule: TriageRule): string {
  return AGENTS[rule];
}

/** A message says what it wants at its beginning; what a long paste holds further on does not change the rule. */
const LONGEST = 4000;

/** Where a text leans at least this far towards health it is kept: turning a question of health away costs more. */
const HEALTH = 0;

/** What triage rests on beside its rules; the trainer puts in what it learned without the set at hand. */
export interface Judges {
  isEmergency(text: string): boolean;
  leaningOf(text: string): Leaning;
}

const JUDGES: Judges = { isEmergency: (text) => findRedFlags(text).length > 0, leaningOf };

export function ruleOf(whole: string, judges: Judges = JUDGES): TriageRule {
  if (judges.isEmergency(whole)) return 'emergency';
  if (/https?:\/\/[^\s]/i.test(whole)) return 'url';
  const text = whole.slice(0, LONGEST).replace(/\s+/g, ' ');
  const sharing = sharesOrEdits(text, judges);
  if (sharing === 'only' && (!says('shows', text) || says('lets_see', text))) return 'share_edit';
  if (asksForList(text)) return 'ui_redirect';
  if (sharing === 'only') return 'share_edit';
  if (sharing === 'beside') return 'patient';
  const { health, own } = judges.leaningOf(text);
  if (health < HEALTH) return asksFirst(text, judges) || asksOfVisits(text) ? 'patient' : 'non_health';
  /** "Did dad ever get the shingles jab?": what was with one person is asked of a record, not of the world. */
  return own > 0 || says('of_a_person', text) ? 'patient' : 'general';
}

/** How far a question alone must lean towards health where the whole leans away from it. */
const CLEAR = 1;

/** "What checkups have I got, need to book time off": the occasion that stands behind a question of one's own health does not make it another matter. */
function asksFirst(text: string, { leaningOf: lean }: Judges): boolean {
  const [first = '', ...occasion] = text.split(pattern('occasion_border'));
  if (occasion.length === 0 || !says('begins_asking', first)) return false;
  const { health, own } = lean(first);
  return health > CLEAR && own > 0;
}

/** "Do I have any appointments?", asked here, is of those that the record holds, unless it names others. */
function asksOfVisits(text: string): boolean {
  return says('begins_asking', text) && says('own_visits', text) && !says('other_visit', text);
}

/** "Show me all my medications": the side panel does that. A question about one of them does not count. */
function asksForList(text: string): boolean {
  if (!says('list', text) || !says('asks_for', text) || says('other_list', text)) return false;
  if (says('share', text) && !says('shows', text)) return false;
  return !says('analysis', text) && says('own_list', text);
}

/** "only" when nothing but sharing or changing data is asked; "beside" when a question stands beside it. */
function sharesOrEdits(text: string, judges: Judges): 'only' | 'beside' | undefined {
  const clauses = text
    .replace(/\b(dr|mr|mrs|ms|st|prof)\./gi, '$1')
    .split(pattern('clause_border'))
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 2 && !says('greeting', clause));
  const acts = clauses.filter((clause) => isAct(clause, text, judges));
  if (acts.length === 0) return undefined;
  return clauses.every((clause) => acts.includes(clause) || says('statement_of_data', clause)) ? 'only' : 'beside';
}

function isAct(clause: string, text: string, judges: Judges): boolean {
  if (says('no_act', clause)) return false;
  if (says('share', clause) && says('shared', clause) && says('shares_what', clause))
    return isHealthObject(clause, judges);
  return says('edit', clause) && says('edited', clause) && isCommand(clause, text, judges);
}

/** "send this to my doctor" is about health data; "send this money to my bank" is not. */
function isHealthObject(clause: string, { leaningOf: lean }: Judges): boolean {
  return (says('health_object', clause) || lean(clause).health > HEALTH) && !says('other_object', clause);
}

function isCommand(clause: string, text: string, { leaningOf: lean }: Judges): boolean {
  const bare = clause.replace(pattern('courtesy'), '').replace(pattern('polite'), '');
  const begins = bare.split(/\s+/).slice(0, 2).join(' ');
  return (
    says('edit', begins) &&
    !says('other_list', clause) &&
    Math.max(lean(clause).health, lean(text).health) > (says('tells_to_note', clause) ? HEALTH : HEALTH - 1.5)
  );
}

function says(name: string, text: string): boolean {
  return pattern(name).test(text);
}

const compiled = new Map<string, RegExp>();

function pattern(name: string): RegExp {
  let known = compiled.get(name);
  if (!known) {
    known = new RegExp(source(name), 'i');
    compiled.set(name, known);
  }
  return known;
}

/** The lines of one name, any of which will do, with the patterns they refer to put in. */
function source(name: string): string {
  const lines = (patterns().get(name) ?? []).map((line) =>
    line.replace(/\{([a-z_]+)\}/g, (_, inner: string) => source(inner)),
  );
  return lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => `(?:${line})`).join('|');
}

let read: Map<string, string[]> | undefined;

function patterns(): Map<string, string[]> {
  if (read) return read;
  read = new Map();
  for (const line of (readData('triage').patterns ?? '').split('\n')) {
    const at = line.indexOf(' = ');
    if (at > 0) read.set(line.slice(0, at), [...(read.get(line.slice(0, at)) ?? []), line.slice(at + 3)]);
  }
  return read;
}
