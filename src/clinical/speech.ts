import { readData } from './tables.ts';
import { compileWording, readLists } from './wording.ts';

/** A person of whom something is told: what stands in the sentence is then not said of mankind. */
const PERSON =
  /(?<![\p{L}])(?:i|i'm|i’m|im|i've|i’ve|ive|i'd|i’d|my|me|mine|we|our|us|he|she|his|her|him|patient|pt|mum|mom|dad|wife|husband|son|daughter|brother|sister|gran|nan|baby)(?![\p{L}])/iu;

/** "Diabetes can cause …", "Patients with gout should …", "What are the side effects of …?": nobody's facts. */
export function isGeneric(sentence: string): boolean {
  const { generic, told } = load();
  if (told.some((pattern) => has(pattern, sentence))) return true;
  return (
    sentence.length < LONGEST &&
    !PERSON.test(sentence) &&
    !STUDY.test(sentence) &&
    generic.some((pattern) => has(pattern, sentence))
  );
}

/** What is taught is said shortly; what was studied names its cases and is somebody's. */
const LONGEST = 130;
const STUDY =
  /[\p{L}](?:-induced|-related|-associated|-treated)|\b(?:study|studies|trial|rats?|mice|administ\w+|incidence|reported|receiv\w+|observed|treatment of|induced|developed|we|cohort|months?|weeks|conclusions?|results|methods|objective|background|evidence|clinicians?|physicians|occurrence|pathogenesis|mechanisms?|infusion|intravenous|adverse|associated with)\b/iu;

/** Where words are a figure of speech: "a pain in the neck", "sick of", "Burns Night". */
export function idiomPlaces(sentence: string): [number, number][] {
  return load().idioms.flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map(({ index, 0: words }): [number, number] => [index, index + words.length]),
  );
}

function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

type Speech = Record<'generic' | 'told' | 'idioms', RegExp[]>;

let loaded: Speech | undefined;

function load(): Speech {
  if (loaded) return loaded;
  const data = readData('speech');
  const lists = readLists(data.lists);
  const read = (block = '') =>
    block
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => compileWording(line, lists));
  loaded = { generic: read(data.generic), told: read(data.told), idioms: read(data.idioms) };
  return loaded;
}
