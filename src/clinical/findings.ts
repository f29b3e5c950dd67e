import type { Mention } from './facts.ts';
import { findingWords } from './lexicon.ts';
import { splitList } from './tables.ts';
import { normalize, type Token, tokenize } from './tokens.ts';

/**
 * Findings that no list can hold, put together from their parts: a head with the body part or kind before it
 * ("left pleural effusion", "knee swelling"), and the state of an organ ("my knee is swollen", "lungs are clear").
 */
export interface Findings {
  mentions: Mention[];
}

interface Words {
  condition: Set<string>;
  symptom: Set<string>;
  weak: Set<string>;
  part: Set<string>;
  modifier: Set<string>;
  abnormal: Set<string>;
  normal: Set<string>;
  subject: Set<string>;
}

/** `clinical` is false where the writer speaks of themselves: normal states are then no findings. */
export function readFindings(tokens: Token[], source: string, offset: number, clinical: boolean): Mention[] {
  const words = load();
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const head = readHead(tokens, at, words) ?? readState(tokens, at, words, clinical);
    if (!head) continue;
    const start = tokens[head.from]!.start;
    const end = tokens[head.to]!.end;
    mentions.push({
      kind: head.kind,
      start,
      end,
      name: source.slice(start - offset, end - offset).toLowerCase(),
      weight: head.weight,
    });
    at = Math.max(at, head.to);
  }
  return mentions;
}

interface Span {
  from: number;
  to: number;
  kind: 'condition' | 'symptom';
  weight: number;
}

/** A head noun at `at`, with the words before it that belong to it. */
function readHead(tokens: Token[], at: number, words: Words): Span | undefined {
  const token = tokens[at]!;
  if (token.kind !== 'word') return undefined;
  const condition = words.condition.has(token.norm);
  if (!condition && !words.symptom.has(token.norm)) return undefined;
  let from = at;
  let anchored = false;
  for (let before = at - 1; before >= 0 && at - before < 9; before--) {
    const word = tokens[before]!;
    if (word.text === '-' || (word.text === '/' && anchored)) continue;
    if (words.part.has(word.norm)) {
      anchored = true;
      from = before;
    } else if (words.modifier.has(word.norm)) {
      if (isKind(word.norm) || from < at) from = before;
      if (isKind(word.norm)) anchored = true;
    } else if (
      (word.norm === 'and' || word.norm === 'or') &&
      anchored &&
      words.part.has(tokens[before - 1]?.norm ?? '')
    )
      continue;
    else break;
  }
  if (!anchored && NAMED_AFTER.has(token.norm) && isNamer(tokens[at - 1])) {
    anchored = true;
    from = at - 1;
    while (from >= 2 && tokens[from - 1]!.text === '-' && tokens[from - 2]!.kind === 'word') from -= 2;
  }
  const place = placeAfter(tokens, at, words);
  if (place !== undefined) anchored = true;
  if (!isAllowed(token.norm, tokens, from, place ?? at)) return undefined;
  if (tokens[at + 1]?.text === '-' || (!anchored && (!words.symptom.has(token.norm) || words.weak.has(token.norm))))
    return undefined;
  while (from < at && isGrade(tokens[from]!.norm)) from++;
  return {
    from,
    to: place ?? at,
    kind:
      condition && (anchored || !words.symptom.has(token.norm)) && !SYMPTOM_FIRST.has(token.norm)
        ? 'condition'
        : 'symptom',
    weight: anchored ? 3 : 1,
  };
}

/** Heads that stay signs even with a body part before them. */
const SYMPTOM_FIRST = new Set([
  'lesion',
  'edema',
  'polyp',
  'cyst',
  'tumor',
  'hemorrhage',
  'hematoma',
  'obstruction',
  'occlusion',
  'metastasis',
  'abnormality',
  'complication',
  'involvement',
  'perforation',
  'necrosis',
  'shunt',
  'hypertrophy',
  'ischemia',
  'infarct',
]);

/** "Kearns-Sayre syndrome", "adenovirus disease": the word before is the name. */
const NAMED_AFTER = new Set([
  'disease',
  'syndrome',
  'disorder',
  'deficiency',
  'tear',
  'anomaly',
  'dystrophy',
  'poisoning',
  'toxicity',
  'fracture',
  'dysfunction',
  'palsy',
  'infection',
  'abuse',
  'addiction',
  'degeneration',
  'damage',
  'neuropathy',
  'tumor',
  'sarcoma',
  'lymphoma',
  'intolerance',
]);
const NO_NAME =
  /^(?:latter|mean|overt|unusual|negative|higher|self|limited|control|resistant|excised|term|morphologic|histologic|histological|whole|entire|main|different|clinical|typical|existing|certain|particular|the|this|that|these|those|his|her|my|your|their|our|any|other|such|no|of|a|an|and|or|in|with|from|for|to|by|on|as|is|was|were|are|be|been|has|have|had|not|same|new|underlying|drug|medical|multiple|various|some|severe|serious|rare|common|specific|present|residual|known|more|less|most|least|its|all|each|both|which|recent|prior|previous|past|further|second|first|between|without|due|since|after|before|during|also|did|does|may|can|when|if|than|but|possible|potential|significant|related|associated|induced|mild|moderate|acute|chronic|progressive|recurrent|stable|advanced|active|concomitant|coexisting|or|into|cause|causing|caused|about|against|because)$/;

function isNamer(token: Token | undefined): boolean {
  return token !== undefined && token.kind === 'word' && token.norm.length > 3 && !NO_NAME.test(token.norm);
}

/** Heads that are findings only of some places: "chest pressure" but not "arterial pressure". */
const ONLY_OF: Record<string, RegExp> = {
  pressure: /^(?:chest|head|sinus|facial|pelvic|abdominal|ear|eye|rectal|back|substernal|bladder|throat)$/,
  change:
    /^(?:vision|visual|hearing|mental|bowel|ischemic|st|ekg|ecg|skin|degenerative|inflammatory|cystic|voice|appetite|weight|gait|speech|memory|taste)$/,
  growth: /^(?:skin|new|abnormal|facial)$/,
  depression: /^(?:st|respiratory|myocardial|cns|segment)$/,
  elevation: /^(?:st|segment|tongue|hemidiaphragm|enzyme)$/,
  inversion: /^(?:wave|t)$/,
  involvement: /^(?:ocular|renal|cardiac|nerve|skin|pulmonary|node|cns|liver|bone|brain|optic)$/,
  motion: /^(?:septal|wall|paradoxical)$/,
  loss: /^(?:hair|hearing|vision|visual|memory|weight|appetite|bone|blood|neuronal|sensory|motor|tooth|muscle|urinary|field|hearing)$/,
};

function isAllowed(head: string, tokens: Token[], from: number, to: number): boolean {
  const only = ONLY_OF[head];
  return !only || tokens.slice(from, to + 1).some((token) => only.test(token.norm));
}

/** "pain in my left knee": where the place after the head ends. */
function placeAfter(tokens: Token[], at: number, words: Words): number | undefined {
  if (!/^(?:in|of|on|at|to|around|behind|under)$/.test(tokens[at + 1]?.norm ?? '')) return undefined;
  let place: number | undefined;
  for (let next = at + 2; next < Math.min(tokens.length, at + 8); next++) {
    const norm = tokens[next]!.norm;
    if (words.part.has(norm)) place = next;
    else if (place !== undefined || (!DETERMINERS.has(norm) && !words.modifier.has(norm))) break;
  }
  return place;
}

const DETERMINERS = new Set([
  'the',
  'my',
  'his',
  'her',
  'both',
  'a',
  'an',
  'their',
  'this',
  'that',
  'one',
  'your',
  'these',
  'each',
]);
const KINDS =
  /^(?:malignant|metastatic|viral|bacterial|fungal|allergic|congenital|hereditary|familial|autoimmune|inflammatory|infectious|ischemic|hemorrhagic|obstructive|restrictive|degenerative|diabetic|alcoholic|toxic|respiratory|neonatal|fetal|sexual|pleuritic|substernal|exertional|systolic|diastolic|sensorineural|peripheral|systemic|cystic|hypertensive|drug-induced|periorbital|opportunistic|psychotic|epileptic|autonomic|extrapyramidal|hematologic|adynamic|benign)$/;
const GRADES =
  /^(?:severe|mild|moderate|minimal|trace|slight|significant|marked|some|small|large|multiple|several|scattered|new|old|persistent|occasional|constant|terrible|bad|awful|horrible|low|high|worsening|progressive|sudden|intermittent|extensive|massive|total|unexplained|early|late|stable|red|major|minor)$/;

function isKind(word: string): boolean {
  return KINDS.test(word);
}

function isGrade(word: string): boolean {
  return GRADES.test(word);
}

const COPULA =
  /^(?:is|are|was|were|i|appears|appear|remain|remained|look|looks|looked|feel|feels|felt|has|have|be|been|being|got|get|gets|keeps|seem|seems|seemed|appeared|showed|revealed)$/;
const ADVERBS = new Set([
  'very',
  'so',
  'really',
  'mildly',
  'moderately',
  'severely',
  'slightly',
  'quite',
  'extremely',
  'all',
  'been',
  'still',
  'always',
  'a',
  'bit',
  'little',
  'also',
  'now',
  'somewhat',
  'grossly',
  'otherwise',
  'well',
  'low',
  'too',
  'super',
  'getting',
  'constantly',
  'completely',
  'both',
  'borderline',
  'markedly',
  'within',
  'become',
  'feeling',
  'be',
  'diffusely',
  'found',
  'to',
  'mostly',
  'generally',
  'chronically',
  'kind',
  'of',
  'pretty',
]);

/** "[organ] is [state]", "[organ]: [state]", "[state] [organ]". */
function readState(tokens: Token[], at: number, words: Words, clinical: boolean): Span | undefined {
  const word = tokens[at]!.norm;
  if (tokens[at]!.kind !== 'word') return undefined;
  if (HURTS.has(word) && at > 0) {
    const from = subjectBefore(tokens, at, words, true);
    if (from !== undefined) return { from, to: at, kind: 'symptom', weight: 3 };
  }
  const abnormal = words.abnormal.has(word);
  const normal = clinical && words.normal.has(word);
  if (!abnormal && !normal) return undefined;
  const subject = subjectBefore(tokens, at, words);
  const weight = abnormal ? 2 : 1;
  if (subject !== undefined) return { from: subject, to: extendState(tokens, at, words), kind: 'symptom', weight };
  if (STANDALONE.has(word) && clinical) return { from: at, to: at, kind: 'symptom', weight: 0.5 };
  const object = normal || BEFORE_ORGAN.has(word) ? subjectAfter(tokens, at, words) : undefined;
  if (object !== undefined && !/(?:al|ac|ic|ary|ar|ous|ory|ine)$/.test(tokens[object]!.norm))
    return { from: at, to: object, kind: 'symptom', weight: weight - 0.5 };
  return undefined;
}

/** States that also stand before their organ: "swollen knee", "normal esophagus". */
const BEFORE_ORGAN = new Set([
  'enlarged',
  'dilated',
  'thickened',
  'calcified',
  'swollen',
  'tender',
  'distended',
  'inflamed',
  'sore',
  'itchy',
  'stiff',
  'numb',
  'painful',
  'achy',
  'ulcerated',
  'edematous',
  'bruised',
  'bleeding',
  'blurry',
  'puffy',
  'congested',
  'narrowed',
  'palpable',
  'fractured',
  'broken',
  'dislocated',
  'torn',
  'ruptured',
  'infected',
  'tingling',
  'collapsed',
  'absent',
  'prominent',
  'irregular',
]);

const HURTS = new Set([
  'hurt',
  'ache',
  'itch',
  'itche',
  'burn',
  'swell',
  'throb',
  'sting',
  'tingle',
  'bleed',
  'cramp',
  'bothering',
  'killing',
  'hurting',
  'aching',
  'swelling',
  'swelled',
  'tingling',
  'throbbing',
  'ached',
]);

/** States that clinicians report without their organ. */
const STANDALONE = new Set([
  'enlarged',
  'dilated',
  'swollen',
  'distended',
  'edematous',
  'ulcerated',
  'infiltrated',
  'erythematous',
  'hypokinetic',
  'akinetic',
  'nontender',
  'nondistended',
  'anicteric',
  'cyanotic',
  'icteric',
]);

function subjectBefore(tokens: Token[], at: number, words: Words, direct = false): number | undefined {
  let from = at - 1;
  let copula = direct;
  while (from >= 0 && at - from < 7) {
    const { norm, text } = tokens[from]!;
    if (COPULA.test(norm) || text === ':' || text === '-') copula = true;
    else if (
      !ADVERBS.has(norm) &&
      !words.normal.has(norm) &&
      !words.abnormal.has(norm) &&
      text !== ',' &&
      norm !== 'and'
    )
      break;
    from--;
  }
  if (from < 0 || !copula) return undefined;
  if (!isSubject(tokens[from]!.norm, words))
    return direct ||
      !PLAIN_NORMAL.has(tokens[at]!.norm) ||
      !/^(?:is|are|was|were|appears?|appeared)$/.test(tokens[from + 1]?.norm ?? '')
      ? undefined
      : nounPhrase(tokens, from);
  while (
    from > 0 &&
    (isSubject(tokens[from - 1]!.norm, words) ||
      (words.modifier.has(tokens[from - 1]!.norm) && !isGrade(tokens[from - 1]!.norm)))
  )
    from--;
  return from;
}

/** Said of anything examined: whatever stands before the verb is then the subject. */
const PLAIN_NORMAL = new Set([
  'normal',
  'unremarkable',
  'intact',
  'clear',
  'patent',
  'nontender',
  'symmetric',
  'logical',
  'supple',
  'nonfocal',
  'moist',
]);

function nounPhrase(tokens: Token[], to: number): number | undefined {
  let from = to;
  while (
    from > 0 &&
    to - from < 6 &&
    tokens[from - 1]!.kind === 'word' &&
    !/^(?:the|and|that|which|with|but|a|an|his|her|this|these|who|as|it|there|he|she|they|we)$/.test(
      tokens[from - 1]!.norm,
    )
  )
    from--;
  return tokens[to]!.kind === 'word' &&
    !/^(?:it|this|that|which|he|she|they|there|all|what|these|those|everything|who|and|i|we|you|nothing)$/.test(
      tokens[to]!.norm,
    )
    ? from
    : undefined;
}

function subjectAfter(tokens: Token[], at: number, words: Words): number | undefined {
  let to = at + 1;
  while (to < tokens.length && to - at < 4 && words.modifier.has(tokens[to]!.norm)) to++;
  if (to >= tokens.length || !isSubject(tokens[to]!.norm, words)) return undefined;
  while (to + 1 < tokens.length && isSubject(tokens[to + 1]!.norm, words)) to++;
  return to;
}

function isSubject(norm: string, words: Words): boolean {
  return words.part.has(norm) || words.subject.has(norm);
}

/** "clear to auscultation bilaterally", "soft, nontender, nondistended" */
function extendState(tokens: Token[], at: number, words: Words): number {
  let to = at;
  for (let next = at + 1; next < tokens.length && next - at < 12; next++) {
    const { norm, text } = tokens[next]!;
    if (words.normal.has(norm) || words.abnormal.has(norm) || EXTENSIONS.has(norm)) to = next;
    else if (text !== ',' && norm !== 'and' && norm !== 'to' && norm !== 'in' && text !== '-') break;
  }
  return to;
}

const EXTENSIONS = new Set([
  'auscultation',
  'bilaterally',
  'bilateral',
  'light',
  'size',
  'limit',
  'dry',
  'palpation',
  'throughout',
  'accommodation',
  'appearance',
]);

export function isBodyPart(word: string): boolean {
  return load().part.has(word);
}

let loaded: Words | undefined;

function load(): Words {
  if (loaded) return loaded;
  const data = findingWords();
  const set = (cell: string) => {
    const result = new Set<string>();
    for (const phrase of splitList(cell.replace(/\n/g, ' '))) {
      const parts = tokenize(phrase).filter((part) => part.text !== '-');
      if (parts.length === 1) result.add(parts[0]!.norm);
    }
    result.delete(normalize('st'));
    return result;
  };
  loaded = {
    condition: set(data.condition_heads),
    symptom: set(data.symptom_heads),
    weak: set(data.weak_heads),
    part: set(data.body_parts),
    modifier: set(data.modifiers),
    abnormal: set(data.abnormal_states),
    normal: set(data.normal_states),
    subject: set(data.exam_subjects),
  };
  return loaded;
}
