/** What a question to the consultant is about, and what of the record an answer needs. */
import { bodySystem, type Fact, identify } from 'consilium/clinical';
import type { State } from 'consilium/kernel';
import { nowOf } from '../_shared/clock.ts';
import { readLast } from '../_shared/entries.ts';
import { readFacts, type Told } from '../_shared/facts.ts';
import type { RequestId } from '../_shared/graph.ts';
import { canonical, measuresIn, measuresOfCondition, sameMeasurement } from '../_shared/measures.ts';
import { complaintIn } from '../_shared/medicine.ts';
import { asks, questionIn } from '../_shared/questions.ts';
import { pointsBack, readAsked } from '../_shared/rules.ts';
import { situationIn } from './answers/situations.ts';

export type Intent =
  | { about: 'told'; facts: Told[] }
  | { about: 'interactions'; drugs: string[] }
  | { about: 'measurement'; codes: string[]; told?: Told }
  | { about: 'effects'; symptom: string; drugs: string[] }
  | { about: 'situation'; say: string; drugs: string[] }
  | { about: 'risk' | 'family'; names: string[] }
  | { about: 'prepare' | 'changes' | 'due' | 'general' | 'food' | 'noted' }
  | { about: 'medications'; drugs: string[] }
  | { about: 'conditions'; names: string[] }
  | { about: 'allergies'; names: string[] }
  | { about: 'encounters' }
  | { about: 'symptoms'; names: string[] }
  | { about: 'procedures' | 'immunizations' | 'documents'; words: string[] }
  | { about: 'system'; system: string; word: string }
  | { about: 'labs' | 'identity' }
  | { about: 'overview' }
  | { about: 'topic'; uuid: string }
  | { about: 'unclear' };

/** What has been asked of the record for it; of what was told, for each kind of fact. */
export const NEEDS: Record<Intent['about'], readonly RequestId[]> = {
  told: [],
  interactions: ['medications', 'allergies', 'conditions'],
  effects: ['medications', 'symptoms', 'encounters'],
  situation: ['medications', 'allergies', 'conditions'],
  risk: ['patient', 'kinds', 'conditions', 'encounters'],
  family: ['conditions', 'encounters'],
  prepare: ['patient', 'kinds', 'conditions', 'medications', 'symptoms', 'encounters', 'procedures', 'immunizations'],
  changes: ['kinds', 'conditions', 'medications', 'symptoms', 'encounters'],
  due: ['patient', 'kinds', 'conditions', 'medications', 'procedures', 'immunizations', 'encounters'],
  general: [],
  noted: [],
  food: ['conditions', 'medications'],
  measurement: ['patient', 'codes', 'conditions', 'medications', 'encounters'],
  medications: ['medications', 'encounters'],
  conditions: ['conditions', 'medications', 'encounters'],
  allergies: ['allergies'],
  encounters: ['encounters'],
  symptoms: ['patient', 'kinds', 'symptoms', 'conditions', 'medications', 'encounters'],
  procedures: ['procedures'],
  immunizations: ['immunizations'],
  documents: ['documents'],
  system: ['patient', 'kinds', 'conditions', 'medications', 'encounters'],
  labs: ['patient', 'kinds', 'encounters'],
  identity: ['patient'],
  overview: ['patient', 'kinds', 'conditions', 'medications', 'symptoms', 'encounters'],
  topic: ['patient', 'kinds', 'conditions', 'medications', 'encounters'],
  unclear: ['conditions'],
};

export const NEEDS_TOLD: { [kind in Fact['kind']]?: readonly RequestId[] } = {
  measurement: ['patient', 'codes', 'conditions'],
  symptom: ['patient', 'kinds', 'conditions', 'medications'],
  medication: ['medications', 'allergies'],
};

export function findIntent(message: string, state: State): Intent {
  const { question } = readAsked(message);
  const facts = readFacts(question, nowOf(state));
  const own = findOwn(question, facts);
  const asked = state.get('last_intent') as unknown as Intent | undefined;
  if (
    own?.about === 'medications' &&
    own.drugs.length > 0 &&
    asked?.about === 'interactions' &&
    /^\W*and\b/i.test(question)
  )
    return { about: 'interactions', drugs: own.drugs };
  if (own !== undefined) return own;
  if (NOTED.test(question)) return { about: 'noted' };
  const topic = state.get('session_topic_node_uuid');
  if (typeof topic === 'string' && (pointsBack(question) || question.length < 60))
    return { about: 'topic', uuid: topic };
  const just = pointsBack(question) ? intentOfLast(state) : undefined;
  if (just !== undefined) return just;
  const before = state.get('last_intent') as unknown as Intent | undefined;
  return before !== undefined && question.length < 80 ? before : { about: 'unclear' };
}

const NOTED =
  /\bwhat (?:did|have|do) you (?:note|noted|record|recorded|save|saved|keep|kept|store|stored|understand|understood)\b/i;

/** "Is that too much?" after something was told. */
function intentOfLast(state: State): Intent | undefined {
  for (const { kind, name, code } of readLast(state)) {
    if (kind === 'medication') return { about: 'medications', drugs: [name] };
    const loinc = (code as { code?: string } | undefined)?.code;
    if (kind === 'measurement' && loinc !== undefined) return { about: 'measurement', codes: [canonical(loinc)] };
  }
  return undefined;
}

const INTERACT =
  /\b(interact\w*|combin\w+|together|mix(?:ing)?|at the same time|clash|(?:safe|ok(?:ay)?|fine|all right|alright) (?:with|to take|for)|go (?:well )?with|(?:can|may|could|should) i (?:also )?(?:take|use|have|drink))\b/i;
const MEDICINE =
  /\b(medications?|medicines?|meds|pills?|tablets?|drugs?|dos(?:e|es|age|ing)|prescri\w+|supplements?|vitamins?|regimens?|taking|inhalers?)\b/i;
const ALLERGY = /\b(allerg\w+|intoleran\w+|anaphyla\w+)\b/i;
const VISIT =
  /\b(visits?|appointments?|encounters?|see (?:my|the|a|dr)|seen|saw|consultations?|hospital\w*|admitted|admissions?|scheduled?|check-?ups?|follow-?ups?|discharged)\b/i;
const VACCINE = /\b(vaccin\w+|immuni[sz]\w+|shots?|jabs?|booster)\b/i;
const PROCEDURE =
  /\b(procedures?|operations?|surger\w+|operated|x-?rays?|scans?|mri|ct|ultrasound|echo\w*|ecg|ekg|colonoscopy|mammogra\w+|endoscopy|spirometry|biops\w+|stent)\b/i;
const DOCUMENT = /\b(documents?|letters?|discharge summar\w+|reports?)\b/i;
const CONDITION = /\b(conditions?|diagnos\w+|diseases?|illness\w*|problems?|medical history)\b/i;
const SYMPTOM =
  /\b(symptoms?|complaints?|feel(?:ing)?|hurts?|pain\w*|ache\w*|tired\w*|dizz\w+|swell\w+|cough\w*|nause\w+|itch\w*)\b/i;
const OVERVIEW =
  /\b(overview|summary|summari[sz]e|how am i|my health|in general|overall|wrong with me|everything|what should i (?:know|watch|ask)|health check|check-?up on me|doing)\b/i;
export const ABNORMAL =
  /\b(abnormal|out of range|outside|too (?:high|low)|flagged|worr(?:y|ied|ying)|stand out|concerning)\b/i;
const CHECK =
  /\b(how (?:is|are|has|have)|check|health(?:y)?|ok(?:ay)?|fine|alright|all right|function\w*|doing|condition of|problems? with|about my|state of|wrong with|look(?:ing)?)\b/i;

const CAUSE =
  /\b(side.?effects?|caus(?:e|es|ed|ing)|because of|due to|(?:come|comes|coming|it) from|from (?:my|the|this|that|one of)|could (?:it|this|that) be|is (?:it|this|that) (?:my|the|from|one of)|blame|mak(?:e|es|ing) me|giv(?:e|es|ing) me|responsible|since (?:i (?:started|began|take|took)|starting|taking))\b/i;
const PREPARE =
  /\bwhat (?:should|could|can|do|must|to)\b.{0,12}\b(?:ask|tell|bring|mention|discuss|raise)\b|\bquestions?\b.{0,25}\b(?:doctor|dr|gp|visit|appointment|physician)\b|\bprepar\w+\b.{0,20}\b(?:visit|appointment|check-?up)\b/i;
const CHANGES =
  /\bwhat(?:'s| is| has|'ve| have)?\b.{0,20}\b(?:changed|new|different)\b.{0,25}\b(?:since|record|health|last|lately|recently)\b|\b(?:anything|something) (?:new|changed)\b|\b(?:anything|something|what)\b.{0,12}\b(?:got|gotten|become|getting) (?:worse|better)\b/i;
const DUE =
  /\b(?:over)?due\b(?! to\b)|\bwhich (?:tests?|checks?|screenings?)\b.{0,20}\b(?:need|should|have to)\b|\b(?:need|should)\b.{0,20}\b(?:check(?:ed)? ?-?up|tested|re-?tested|screened|screening)\b|\bwhat (?:tests?|checks?|screenings?) do i need\b|\bwhen (?:should|do|must) i\b.{0,40}\b(?:checked|tested|screened)\b|\bhow often should (?:i|my)\b.{0,30}\b(?:checked|tested|screened|test|check)\b/i;
const DIAGNOSED = /\bdiagnos\w+\b|\b(?:since when|how long)\b.{0,12}\bhave i had\b|\bsince when do i have\b/i;
const BLAMED =
  /\b(?:is|could|might|can) (?:it|this|that) (?:be )?(?:because|due|from|my|the)\b|\bbecause of my\b|\bfrom my\b/i;
const STANDING =
  /\b(?:worr\w+|bad|ok(?:ay)?|normal|high|low|concern\w*|serious|danger\w*|mean|good|fine|alright|all right|healthy|too)\b/i;
const WEIGHT = '29463-7';
const BMI = '39156-5';
const FOOD = /\b(?:foods?|diet|eat|eating)\b/i;
const RISK = /\b(risks? (?:of|for)|my risk|at risk|chances? of|likel(?:y|ihood)|odds of|going to get|prone to)\b/i;
const SAFE =
  /\b(?:can|may|could|should) i\b|\b(?:safe|ok(?:ay)?|allowed|all right|alright|fine)\b|\bstop\b|\bharm\w*\b/i;
const HOW_TO =
  /\b(?:need to|have to|should i|must i) (?:be )?fast(?:ing)?\b|\bfast(?:ing)? before\b|\bhow (?:do|should) i (?:measure|prepare|store|use)\b/i;

const IDENTITY = /\b(how old am i|my (?:age|birth ?da(?:y|te)|date of birth)|when was i born)\b/i;
const HOW_MUCH = /\b(how (?:much|many|often)|dos(?:e|age)|maximum|at most)\b/i;
const MOVES = /\b(better|worse|improv\w*|under control|controlled|progress\w*|getting|doing|trend|stable|over time)\b/i;
const LABS = /\b(blood ?(?:tests?|work)|labs?|lab (?:tests?|results?|work)|test results?)\b/i;
const TAKEN_FOR =
  /\b(?:what|which|anything)\b.{0,40}\b(?:take|taking|prescribed|medic\w+|pills?|drugs?)\b.{0,20}\bfor\b/i;
const HAPPENED = /\bwhat happened\b/i;

function findOwn(question: string, facts: Told[]): Intent | undefined {
  const told = facts.filter(({ certainty, experiencer }) => certainty !== 'possible' && experiencer === 'patient');
  const own = facts.filter(({ experiencer }) => experiencer === 'patient');
  if (facts.length > 0 && !asks(question)) return { about: 'told', facts: own };
  const asked = told.length > 0 ? questionIn(question) : question;
  const named = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind).map(({ name }) => name);
  const drugs = [
    ...new Set(
      named('medication').filter(
        (name) => asked.toLowerCase().includes(name.toLowerCase()) || identify(name).category !== '',
      ),
    ),
  ];
  if (IDENTITY.test(asked)) return { about: 'identity' };
  if (HOW_TO.test(asked)) return { about: 'general' };
  if (PREPARE.test(asked)) return { about: 'prepare' };
  const symptoms = named('symptom');
  const complaint = symptoms[0] ?? complaintIn(question);
  const suspects = drugs.length > 0 ? drugs : medicinesNamed(question);
  const about = suspects.length > 0 || MEDICINE.test(asked);
  if (complaint !== undefined && about && CAUSE.test(question))
    return { about: 'effects', symptom: complaint, drugs: suspects };
  const situation = situationIn(question);
  if (situation !== undefined && SAFE.test(asked) && measuresIn(asked).length === 0)
    return { about: 'situation', say: situation, drugs };
  if (/\bshould i (?:take|use|start|have|get) (?:an )?antibiotics?\b/i.test(asked)) return { about: 'general' };
  if (INTERACT.test(asked) && !HOW_MUCH.test(asked) && (drugs.length > 0 || /\binteract/i.test(asked)))
    return { about: 'interactions', drugs };
  if (TAKEN_FOR.test(asked)) return { about: 'medications', drugs };
  const conditions = named('condition');
  if (/\bpregnan/i.test(asked) && conditions.length === 0) conditions.push('pregnancy');
  const codes = measuresIn(asked);
  if (codes.length === 0 && MOVES.test(asked)) codes.push(...conditions.flatMap(measuresOfCondition));
  if (/\b(overweight|obese)\b/i.test(asked)) codes.push(BMI);
  if (codes[0] === WEIGHT && STANDING.test(asked.replace(/weigh\w*/gi, ''))) codes.unshift(BMI);
  const kin = facts.filter(({ kind, experiencer }) => kind === 'condition' && experiencer !== 'patient');
  const values = told.filter(({ kind, code, certainty }) => kind === 'measurement' && certainty === 'affirmed' && code);
  if (codes.length === 0 && values.length > 0 && STANDING.test(asked)) codes.push(canonical(values[0]!.code!.code));
  const value = values.find(({ code }) => sameAs(code!.code, codes));
  if (RISK.test(asked) && conditions.length > 0) return { about: 'risk', names: conditions };
  if (
    codes.length > 0 &&
    drugs.length > 0 &&
    /\b(?:ok(?:ay)?|fine|good|safe|enough|too (?:high|low))\b.{0,12}\b(?:for|to take|with)\b/i.test(asked)
  )
    return { about: 'interactions', drugs };
  if (conditions.length > 0 && DIAGNOSED.test(asked)) return { about: 'conditions', names: conditions };
  if (codes.length > 0 && !isDose(asked, drugs))
    return { about: 'measurement', codes, ...(value !== undefined && { told: value }) };
  if (DUE.test(asked) && !VACCINE.test(asked) && !MEDICINE.test(asked)) {
    return kin.length > 0 ? { about: 'family', names: kin.map(({ name }) => name) } : { about: 'due' };
  }
  if (CHANGES.test(asked)) return { about: 'changes' };
  if (LABS.test(asked) && !ABNORMAL.test(asked)) return { about: 'labs' };
  if (ALLERGY.test(asked)) return { about: 'allergies', names: named('allergy') };
  if (FOOD.test(asked) && drugs.length === 0 && conditions.length === 0) return { about: 'food' };
  if (VACCINE.test(asked)) return { about: 'immunizations', words: wordsOf(asked) };
  if (about) return { about: 'medications', drugs: suspects };
  const system = systemIn(asked);
  if (system !== undefined && CHECK.test(asked) && conditions.length === 0) return { about: 'system', ...system };
  if (PROCEDURE.test(asked)) return { about: 'procedures', words: wordsOf(asked) };
  if (VISIT.test(asked) || HAPPENED.test(asked)) return { about: 'encounters' };
  if (DOCUMENT.test(asked)) return { about: 'documents', words: wordsOf(asked) };
  if (kin.length > 0 && kin.length === conditions.length && /\b(?:should|need|will|can|could|am) i\b/i.test(asked))
    return { about: 'family', names: conditions };
  if (symptoms.length > 0 && BLAMED.test(asked)) return { about: 'symptoms', names: symptoms };
  if (conditions.length > 0) return { about: 'conditions', names: conditions };
  if (symptoms.length > 0) return { about: 'symptoms', names: symptoms };
  if (ABNORMAL.test(asked)) return { about: 'overview' };
  if (system !== undefined) return { about: 'system', ...system };
  if (OVERVIEW.test(asked)) return { about: 'overview' };
  if (CONDITION.test(asked)) return { about: 'conditions', names: [] };
  if (/\b(?:doctors?|dr|\w+ologist|physician|specialist|nurse)\b/i.test(asked)) return { about: 'encounters' };
  if (SYMPTOM.test(asked)) return { about: 'symptoms', names: [] };
  return told.length > 0 ? { about: 'told', facts: told } : undefined;
}

/** Medicines that are only spoken of: "does ramipril cause a cough?" tells nothing of what is taken. */
function medicinesNamed(question: string): string[] {
  const words = question.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !['', 'substance', 'class'].includes(identify(word).category));
}

function sameAs(code: string, codes: readonly string[]): boolean {
  return codes.some((wanted) => sameMeasurement(code, wanted));
}

/** "How much iron do I take?" is about the tablet. */
function isDose(question: string, drugs: readonly string[]): boolean {
  return drugs.length > 0 && MEDICINE.test(question) && !/\b(level|value|result|test|trend|last)\b/i.test(question);
}

const ORGAN =
  /\b(heart|cardiac|cardiovascular|liver|hepatic|kidneys?|renal|lungs?|respiratory|brain|neuro\w*|nerves?|stomach|gut|bowel|digesti\w+|thyroid|hormones?|endocrine|bones?|joints?|muscles?|skin|blood|immune|eyes?|vision|mental|mood|mind|prostate|breathing|metabolism|diabetes)\b/i;

function systemIn(question: string): { system: string; word: string } | undefined {
  const word = ORGAN.exec(question)?.[0];
  const system = word === undefined ? undefined : bodySystem(word);
  return system === undefined ? undefined : { system, word: word!.toLowerCase() };
}

const PLAIN = new Set(
  'what when was were is are my the a an of do did does have has had i in on for and or any last latest most recent about with show tell me to get got need next been ever record say says does know there'.split(
    ' ',
  ),
);

export function wordsOf(question: string): string[] {
  return (question.toLowerCase().match(/[\p{L}\d-]+/gu) ?? []).filter((word) => word.length > 2 && !PLAIN.has(word));
}
