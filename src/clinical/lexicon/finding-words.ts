import { readData, splitList } from '../tables/tables.ts';
import { normalize, tokenize } from '../words/tokens.ts';

/** The word lists of `data/findings.yml`, in search form. */
export interface FindingWords {
  condition: Set<string>;
  symptom: Set<string>;
  weak: Set<string>;
  part: Set<string>;
  modifier: Set<string>;
  abnormal: Set<string>;
  normal: Set<string>;
  subject: Set<string>;
  symptomFirst: Set<string>;
  namedAfter: Set<string>;
  noName: Set<string>;
  adverb: Set<string>;
  beforeOrgan: Set<string>;
  hurting: Set<string>;
  standalone: Set<string>;
  plainNormal: Set<string>;
  extension: Set<string>;
  determiner: Set<string>;
  kind: Set<string>;
  grade: Set<string>;
}

let loaded: FindingWords | undefined;

export function findingWords(): FindingWords {
  if (loaded) return loaded;
  const data = readData('findings');
  const set = (list: string) => singleWords(data[list]);
  loaded = {
    condition: set('condition_heads'),
    symptom: set('symptom_heads'),
    weak: set('weak_heads'),
    part: set('body_parts'),
    modifier: set('modifiers'),
    abnormal: set('abnormal_states'),
    normal: set('normal_states'),
    subject: set('exam_subjects'),
    symptomFirst: set('symptom_first'),
    namedAfter: set('named_after'),
    noName: set('no_name'),
    adverb: set('adverbs'),
    beforeOrgan: set('states_before_organ'),
    hurting: set('hurting_verbs'),
    standalone: set('standalone_states'),
    plainNormal: set('plain_normal'),
    extension: set('state_extensions'),
    determiner: set('determiners'),
    kind: set('kinds'),
    grade: set('grades'),
  };
  loaded.part.delete(normalize('st'));
  return loaded;
}

export function isBodyPart(word: string): boolean {
  return findingWords().part.has(word);
}

/** Phrases of normal findings, for the lexicon. */
export function normalPhrases(): string[] {
  return splitList(readData('findings').normal_words?.replace(/\n/g, ' '));
}

function singleWords(cell = ''): Set<string> {
  const result = new Set<string>();
  for (const phrase of splitList(cell.replace(/\n/g, ' '))) {
    const parts = tokenize(phrase).filter((part) => part.text !== '-');
    if (parts.length === 1) result.add(parts[0]!.norm);
  }
  return result;
}
