import { extractFacts } from './extract.ts';
import { findRedFlags } from './redflags.ts';
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
  return { rule, agent: AGENTS[rule] };
}

/** A message says what it wants at its beginning; what a long paste holds further on does not change the rule. */
const LONGEST = 4000;

function ruleOf(whole: string): TriageRule {
  if (findRedFlags(whole).length > 0) return 'emergency';
  if (/https?:\/\/[^\s]/i.test(whole)) return 'url';
  const text = whole.slice(0, LONGEST).replace(/\s+/g, ' ');
  const sharing = sharesOrEdits(text);
  if (sharing === 'only' && !/\b(?:show|list all|see|view|display)\b/i.test(text)) return 'share_edit';
  if (asksForList(text)) return 'ui_redirect';
  if (sharing === 'only') return 'share_edit';
  if (sharing === undefined && !isHealth(text)) return 'non_health';
  return isPersonal(text) || reportsFinding(text) ? 'patient' : 'general';
}

const DATA =
  '(?:medications?|medicines?|meds|drugs?|prescriptions?|conditions?|diagnos[ie]s|problems?|labs?|lab results?|test results?|results|lab work|blood tests?|bloodwork|allerg(?:y|ies)|symptoms?|vaccin(?:e|es|ations?)|immuni[sz]ations?|shots?|procedures?|surger(?:y|ies)|appointments?|visits?|encounters?|doctors?|providers?|vitals?|vital signs|observations?|readings?|measurements?|health (?:records?|data|information|info|history|profile)|medical (?:records?|data|history|information|info|chart|conditions)|records?|documents?|history|chart|blood pressures?(?: readings)?|weights?|reports?|data|illnesses|hospital(?:i[sz]ations| stays)|summary|profile|care plans?|dose|dosage|weight|height|blood type|glucose readings?|a1c results?|blood sugars?)';
const ALL =
  '(?:all(?: of)?|every|each|the (?:complete|full|entire|whole)|an? (?:complete|full|entire|whole|comprehensive)|complete|full|entire|whole|everything)';
const LISTS = [
  new RegExp(
    `\\b${ALL}\\b(?:\\s+(?:of|my|the|these|those|past|current|previous|active|recorded|documented|list|history|set|single|one|latest|known|available|medical|lab|test|blood|chronic|health))*\\s+${DATA}\\b`,
    'i',
  ),
  /\b(?:complete|full|entire|whole|comprehensive)\s+(?:\w+\s+)?(?:list|listing|overview|record|history|set)\b/i,
  /\b(?:list|show|display|print out|pull up|view|see|give me|open|bring up)\s+(?:me\s+)?(?:out\s+)?(?:a list of\s+)?(?:all|my|the list of my)\s+(?:\w+\s+)?(?:medications|meds|medicines|conditions|diagnoses|allergies|labs|lab results|test results|vaccines|vaccinations|immunizations|procedures|surgeries|appointments|visits|encounters|records|prescriptions|documents|symptoms|vitals|measurements|medication list|problem list|allergy list)\s*(?:please|\.|!|\?|$)/i,
  /\b(?:my|the)\s+(?:medication|medicine|problem|allergy|condition|prescription|appointment)\s+list\b/i,
  /\beverything (?:in|on|from|you have (?:in|on|about)) (?:my|me)\b/i,
  /\blist (?:of )?(?:everything|all)\b/i,
];
const ASKS =
  /\b(?:show|list|give|display|see|view|pull|what(?:'s| are| is)|print|get|fetch|bring|can i see|let me see|i (?:want|need|would like|'d like)|open|provide|read|tell me|look at|find|where|which|retrieve|go through|access)\b/i;

/** "Show me all my medications": the side panel does that. A question about one of them does not count. */
function asksForList(text: string): boolean {
  if (!LISTS.some((pattern) => pattern.test(text)) || !ASKS.test(text)) return false;
  if (SHARE.test(text) && !/\b(?:show|list|see|view|display)\b/i.test(text)) return false;
  return !ANALYSIS.test(text) && /\b(?:my|mine|me|i|our|for me|on file|recorded)\b/i.test(text);
}

const ANALYSIS =
  /\b(?:why|explain|mean|means|compare|trend|interact|interactions?|safe|should i|is it|are (?:they|any|these)|which (?:one|of)|how (?:has|have|did|do|does)|cause|causing|causes|normal|abnormal|better|worse|side effects?|related|affect|summari[sz]e|based on|considering|recommend|analy[sz]e|what (?:does|do|should|could)|and (?:tell|let me know|say|check)|conflict|worr(?:y|ied))\b/i;

const SHARE =
  /\b(?:share|send|e-?mail|forward|export|download|print|fax|transmit|transfer|give (?:my (?:doctor|wife|husband|mom|dad|sister|brother|daughter|son)|dr\.? \w+|the (?:clinic|hospital)) access|text)\b/i;
const EDIT =
  /\b(?:take|change|update|edit|delete|remove|correct|add|modify|fix|record|log|enter|save|replace|rename|mark|set|upload|erase|clear|put|note|register|adjust|insert|amend|store|track)\b/i;
const SHARED = new RegExp(
  `\\b(?:share|send|e-?mail|forward|export|download|print|fax|transmit|transfer|text)\\b.{0,60}\\b(?:${DATA}|this|these|it|them)\\b`,
  'i',
);
const EDITED = new RegExp(
  `\\b(?:take .{2,30} off|change|update|edit|delete|remove|correct|add|modify|fix|record|log|enter|save|replace|mark|upload|erase|clear|put|note|register|amend|insert|store|set)\\b.{0,70}\\b(?:my|to my|in my|from my|on my|as (?:inactive|resolved|active|stopped))\\b.{0,50}\\b(?:${DATA}|file|list|address|phone(?: number)?|emergency contact|pharmacy|name|birth ?date|date of birth|insurance|log|entry|entries|blood pressure|diabetes|penicillin|metformin)\\b`,
  'i',
);

/** "only" when nothing but sharing or changing data is asked; "beside" when a question stands beside it. */
function sharesOrEdits(text: string): 'only' | 'beside' | undefined {
  const clauses = text
    .replace(/\b(dr|mr|mrs|ms|st|prof)\./gi, '$1')
    .split(
      /[.?!;\n]+|,?\s+(?:and then|and also|then|also|plus)\s+|,\s+(?:and\s+)?(?=(?:what|why|how|is|are|can|tell|explain|do|does|should)\b)|\s+and\s+(?=(?:tell|explain|what|why|how|is|are|let me|should|do i|can i|could you|send|share|add|remove|update|delete|change|email|export)\b)/i,
    )
    .map((clause) => clause.trim())
    .filter(
      (clause) => clause.length > 2 && !/^(?:hi|hello|hey|please|thanks?|thank you|ok|okay)\b[^a-z]*$/i.test(clause),
    );
  const acts = clauses.filter(isAct);
  if (acts.length === 0) return undefined;
  return acts.length === clauses.length ? 'only' : 'beside';
}

function isAct(clause: string): boolean {
  if (
    /\b(?:should i|why|how (?:much|often|long|many|do i (?:lower|manage|treat))|what (?:should|would|happens)|is it (?:safe|ok|okay)|side effects?|because|since it|my doctor (?:changed|added|wants|removed)|need to change|thinking (?:of|about)|(?:they|he|she|doctor) (?:changed|added|removed))\b/i.test(
      clause,
    )
  )
    return false;
  if (SHARE.test(clause) && SHARED.test(clause) && /\b(?:my|this|these|the|it|them)\b/i.test(clause))
    return isHealthObject(clause);
  return EDIT.test(clause) && EDITED.test(clause) && isCommand(clause);
}

/** "send this to my doctor" is about health data; "send this money to my bank" is not. */
function isHealthObject(clause: string): boolean {
  const named =
    /\b(?:reports?|records?|results?|labs?|history|medications?|meds|prescriptions?|chart|doctor|dr|clinic|hospital|nurse|specialist|readings?|allergies|vitals?|immuni[sz]ations?)\b/i.test(
      clause,
    );
  return (
    (named || healthScore(clause) > -1.5) &&
    !/\b(?:money|bank|text message|email address|photo|song|playlist|package|dollars|payment|funds|account|location)\b/i.test(
      clause,
    )
  );
}

function isCommand(clause: string): boolean {
  const polite = clause
    .replace(/^(?:hi|hello|hey|please|ok|okay|so|also|and|,|\s)+/i, '')
    .replace(
      /^(?:(?:can|could|would|will) (?:you|i|we)|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|how (?:do|can) i|help me(?: to)?|i have to|let's|let me|is there a way to|i'm trying to)\s+(?:please\s+)?(?:to\s+)?/i,
      '',
    );
  return (
    EDIT.test(polite.split(/\s+/).slice(0, 2).join(' ')) &&
    healthScore(clause) > -2.5 &&
    !/\b(?:playlist|calendar|shopping list|to-?do|alarm|reminder|grocery|meeting)\b/i.test(clause)
  );
}

/** A question of health that is turned away costs more than an everyday one that is let in. */
const THRESHOLD = -0.7;

function isHealth(text: string): boolean {
  return healthScore(text) > THRESHOLD;
}

const OWN = /\b(?:i|i'm|i’m|im|i've|i’ve|ive|i'd|i’d|i'll|my|mine|me|myself|our|we)\b/i;
const IMPERSONAL =
  /\b(?:tell me|give me|show me|explain to me|let me know|help me understand|can you (?:tell|give|explain to) me|teach me|i (?:want|need|would like|'d like) to (?:know|learn|understand)(?! (?:if|whether|why) (?:i|my))|i(?:'m| am) (?:curious|wondering|interested|reading|writing|studying)(?: (?:about|in|what|how|why))?|i (?:wonder|read|heard|have a question)|my (?:question|class|essay|homework|friend asked))\b/gi;

/** About the writer's own body, data or people; not merely "tell me about …". */
function isPersonal(text: string): boolean {
  return OWN.test(text.replace(IMPERSONAL, ' '));
}

const ASKING =
  /\?|^\s*(?:what|why|how|when|which|who|where|is|are|can|could|do|does|did|should|will|would|tell|explain|describe|define|difference|benefits?|signs|symptoms|treatments?|causes?|normal|best|information|list|facts|types|stages|risk)\b|\b(?:symptoms|signs|treatment|causes|side effects|risk) (?:of|in|for)\b/i;

/** A bare statement of what is felt or measured ("headache since Monday, no fever") is the writer's own. */
function reportsFinding(text: string): boolean {
  const wondered =
    /^\s*(?:is (?:it|this|that) (?:normal|ok|okay|bad|safe|serious)|[^?.]{4,60}, (?:is (?:it|this|that)|should|could (?:it|this)))\b/i.test(
      text,
    );
  if (ASKING.test(text) && !wondered) return false;
  return extractFacts(text).some(
    ({ kind, time, negated, value }) =>
      (kind === 'condition' && negated) ||
      (kind === 'symptom' && (time !== undefined || negated || wondered)) ||
      (kind === 'measurement' && value !== undefined),
  );
}
