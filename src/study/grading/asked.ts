/** What a question says of its answer: of "X" the noun stands in "Which cranial nerve …", of "mitral" in "Name the valves …". */
import { families } from '../facts/families.ts';
import { namesOf } from '../facts/names.ts';
import { termKey } from '../facts/terms.ts';

/** Figures and letters have their noun before them: "factor II", "vitamin K". */
const SHORT = 4;

/** The key with a noun of the question, where that is the name of something. */
export function namedByQuestion(key: string, question: string): string[] {
  if (key.split(' ').length > 2) return [];
  const words = question.replace(/[?.,;:].*$/, '').split(/\s+/);
  const [, ...asked] = words;
  const leading = [1, 2, 3].map((length) => asked.slice(0, length).join(' ')).filter((noun) => noun !== '');
  const single = words.filter((word) => /^\p{Ll}{4,}$/u.test(word)).map(termKey);
  const isName = (name: string) => families().byName(name) !== undefined || namesOf(name).length > 0;
  const names = [
    ...leading.flatMap((noun) => [`${noun} ${key}`, `${key} ${noun}`]),
    ...single.flatMap((noun) => (key.length <= SHORT ? [`${key} ${noun}`, `${noun} ${key}`] : [`${key} ${noun}`])),
  ];
  const roman = /^[ivx]{1,4}$/i.test(key) && /\bnerves?\b/i.test(question) ? [`cranial nerve ${key}`] : [];
  return [...new Set([...names, ...roman])].filter(isName);
}
