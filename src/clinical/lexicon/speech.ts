import { readLists, WordingIndex } from '../rules/wording.ts';
import { readData } from '../tables/tables.ts';

/** A person of whom something is told: what stands in the sentence is then not said of mankind. */
const PERSON =
  /(?<![\p{L}])(?:i|i'm|i’m|im|i've|i’ve|ive|i'd|i’d|my|me|mine|we|our|us|he|she|his|her|him|patient|pt|mum|mom|dad|wife|husband|son|daughter|brother|sister|gran|nan|baby)(?![\p{L}])/iu;

/** "Diabetes can cause …", "Patients with gout should …", "What are the side effects of …?": nobody's facts. */
export function isGeneric(sentence: string): boolean {
  const { generic, told } = load();
  if (has(told, sentence)) return true;
  return (
    sentence.length < LONGEST &&
    !PERSON.test(sentence) &&
    !STUDY.test(sentence) &&
    !ACADEMIC.test(sentence) &&
    has(generic, sentence)
  );
}

/** "Patients with gout should avoid aspirin", in a letter too: what is said of people is of nobody in particular. */
export function isOfPeople(sentence: string): boolean {
  return !PERSON.test(sentence) && has(load().people, sentence);
}

/** What is taught is said shortly; what was studied names its cases and is somebody's. */
const LONGEST = 130;
const LONGEST_ADVICE = 180;
const ACADEMIC =
  /\b(?:case of|cases of|case describes|group|discontinuation|mortality|assay|concentrations|baseline|transient|ipsilateral|complicating|resulting from|nephrotox\w+|cardiac toxicity|supplemental|these factors|relatively|advocated|documented|long-term|unresponsive to|aborted|recogni[sz]ed early|among patients|accurate diagnosis|in some patients)\b/i;
const STUDY =
  /[\p{L}](?:-induced|-related|-associated|-treated)|\b(?:study|studies|trial|rats?|mice|administ\w+|incidence|reported|receiv\w+|observed|treatment of|induced|developed|we|cohort|months?|weeks|conclusions?|results|methods|objective|background|evidence|clinicians?|physicians|occurrence|pathogenesis|mechanisms?|infusion|intravenous|adverse|associated with)\b/iu;

/** Where words are a figure of speech: "a pain in the neck", "sick of", "Burns Night". */
export function idiomPlaces(sentence: string): [number, number][] {
  return places(load().idioms, sentence);
}

/** Where a sentence orders, warns or supposes: "Return if …", "Avoid …", "If I ever got …". Nothing there is reported. */
export function advicePlaces(sentence: string): [number, number][] {
  if (sentence.length > LONGEST_ADVICE || ACADEMIC.test(sentence)) return [];
  return places(load().advice, sentence).map(([from, to]) => {
    const reason = REASON.exec(sentence.slice(to));
    return [from, reason ? to + reason.index : sentence.length];
  });
}

/** What advice is given for is reported after all. */
const REASON =
  /[;]|\b(?:given (?:his|her|their|your|my|the|this|known|recent|history|hx|ckd|gi|pre)|due to|because|in view of|in light of|as (?:he|she|they|you|i|patient|pt) (?:has|have|is|are|was|had)|since (?:he|she|they|you|i) (?:has|have|is|are|was|had)|but (?:i|he|she|my|his|her)|and (?:i|he|she|my)|while on|whilst on|now (?:i|he|she|my))\b/i;

function places(patterns: WordingIndex<true>, sentence: string): [number, number][] {
  const found: [number, number][] = [];
  for (const [pattern] of patterns.candidates(sentence))
    for (const { index, 0: words } of sentence.matchAll(pattern)) found.push([index, index + words.length]);
  return found;
}

function has(patterns: WordingIndex<true>, text: string): boolean {
  for (const [pattern] of patterns.candidates(text)) if (pattern.test(text)) return true;
  return false;
}

type Speech = Record<'generic' | 'people' | 'told' | 'idioms' | 'advice', WordingIndex<true>>;

let loaded: Speech | undefined;

function load(): Speech {
  if (loaded) return loaded;
  const data = readData('speech');
  const lists = readLists(data.lists);
  const read = (block = '') => {
    const index = new WordingIndex<true>(lists);
    for (const line of block.split('\n')) if (line.trim() !== '') index.add(line, true);
    return index;
  };
  loaded = {
    generic: read(data.generic),
    people: read(data.people),
    told: read(data.told),
    idioms: read(data.idioms),
    advice: read(data.advice),
  };
  return loaded;
}
