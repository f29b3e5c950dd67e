import { extractFacts } from './extract.ts';
import { findRedFlags } from './redflags.ts';
import { idiomPlaces } from './speech.ts';
import { readData } from './tables.ts';
import { healthScore } from './topics.ts';

export type TriageRule = 'emergency' | 'url' | 'non_health' | 'ui_redirect' | 'share_edit' | 'patient' | 'general';

export interface Triage {
  rule: TriageRule;
  agent: string;
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
  const rule = ruleOf(text);
  return { rule, agent: agentFor(rule) };
}

export function agentFor(rule: TriageRule): string {
  return AGENTS[rule];
}

/** A message says what it wants at its beginning; what a long paste holds further on does not change the rule. */
const LONGEST = 4000;

function ruleOf(whole: string): TriageRule {
  if (findRedFlags(whole).length > 0) return 'emergency';
  if (/https?:\/\/[^\s]/i.test(whole)) return 'url';
  const text = whole.slice(0, LONGEST).replace(/\s+/g, ' ');
  const sharing = sharesOrEdits(text);
  if (sharing === 'only' && (!says('shows', text) || says('lets_see', text))) return 'share_edit';
  if (asksForList(text)) return 'ui_redirect';
  if (sharing === 'only') return 'share_edit';
  if (sharing === undefined && !isHealth(text)) return 'non_health';
  if (says('fiction', text) && !says('first_person', text)) return 'general';
  return isPersonal(text) || says('note', text) || reportsFinding(text) ? 'patient' : 'general';
}

/** "Show me all my medications": the side panel does that. A question about one of them does not count. */
function asksForList(text: string): boolean {
  if (!says('list', text) || !says('asks_for', text) || says('other_list', text)) return false;
  if (says('share', text) && !says('shows', text)) return false;
  return !says('analysis', text) && says('own_list', text);
}

/** "only" when nothing but sharing or changing data is asked; "beside" when a question stands beside it. */
function sharesOrEdits(text: string): 'only' | 'beside' | undefined {
  const clauses = text
    .replace(/\b(dr|mr|mrs|ms|st|prof)\./gi, '$1')
    .split(pattern('clause_border'))
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 2 && !says('greeting', clause));
  const acts = clauses.filter((clause) => isAct(clause, text));
  if (acts.length === 0) return undefined;
  return clauses.every((clause) => acts.includes(clause) || says('statement_of_data', clause)) ? 'only' : 'beside';
}

function isAct(clause: string, text: string): boolean {
  if (says('no_act', clause)) return false;
  if (says('share', clause) && says('shared', clause) && says('shares_what', clause)) return isHealthObject(clause);
  return says('edit', clause) && says('edited', clause) && isCommand(clause, text);
}

/** "send this to my doctor" is about health data; "send this money to my bank" is not. */
function isHealthObject(clause: string): boolean {
  return (says('health_object', clause) || healthScore(clause) > -1.5) && !says('other_object', clause);
}

function isCommand(clause: string, text: string): boolean {
  const bare = clause.replace(pattern('courtesy'), '').replace(pattern('polite'), '');
  const begins = bare.split(/\s+/).slice(0, 2).join(' ');
  return (
    says('edit', begins) &&
    Math.max(healthScore(clause), healthScore(text)) > (says('tells_to_note', clause) ? THRESHOLD : -2.5) &&
    !says('other_list', clause)
  );
}

/** A question of health that is turned away costs more than an everyday one that is let in. */
const THRESHOLD = -0.7;

function isHealth(text: string): boolean {
  const fiction = says('fiction', text);
  if (fiction && says('true_to_life', text) && !says('first_person', text)) return healthScore(text) > -2.5;
  if (says('figure', text) || (fiction && says('looks_about', text))) return false;
  return healthScore(plainly(text)) > THRESHOLD || (says('own', text) && measures(text));
}

/** The text without its figures of speech: a "pain in the neck" is no pain. */
function plainly(text: string): string {
  let plain = text;
  for (const [from, to] of idiomPlaces(text)) plain = plain.slice(0, from) + ' '.repeat(to - from) + plain.slice(to);
  return plain;
}

/** "I weigh 82 kg": a value of one's own body is about health whatever the other words. */
function measures(text: string): boolean {
  return (
    /\d/.test(text) &&
    extractFacts(text).some(
      ({ kind, name, value }) => kind === 'measurement' && value !== undefined && /weight|height|pressure/i.test(name),
    )
  );
}

/** About the writer's own body, data or people; not merely "tell me about …". */
function isPersonal(text: string): boolean {
  return says('own', text.replace(pattern('impersonal', 'gi'), ' '));
}

/** A bare statement of what is felt or measured ("headache since Monday, no fever") is the writer's own. */
function reportsFinding(text: string): boolean {
  const wondered = says('wondered', text);
  if (says('asking', text) && !wondered) return tellsBeside(text);
  const felt = says('felt', text);
  return extractFacts(text).some(
    ({ kind, time, negated, value }) =>
      (kind === 'condition' && (negated || (felt && !wondered))) ||
      (kind === 'symptom' && (time !== undefined || negated || felt || wondered)) ||
      (kind === 'measurement' && value !== undefined),
  );
}

/** "Started sertraline last week, a bit queasy. Will it pass?": something told before the question. */
function tellsBeside(text: string): boolean {
  return text
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !sentence.endsWith('?') && !says('asking', sentence))
    .some((sentence) =>
      extractFacts(sentence).some(
        ({ kind, time, change, certainty }) =>
          certainty === 'affirmed' &&
          ((kind === 'symptom' && time !== undefined) || (kind === 'medication' && change !== undefined)),
      ),
    );
}

function says(name: string, text: string): boolean {
  return pattern(name).test(text);
}

const compiled = new Map<string, RegExp>();

function pattern(name: string, flags = 'i'): RegExp {
  let known = compiled.get(name);
  if (!known) {
    known = new RegExp(source(name), flags);
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
