/** A measure by what it is computed from: as good as its definition. */
import { fold } from '../../text/index.ts';
import { answerWords } from './words.ts';

/** A measure by what it is computed from: "TP / (TP + FN)" where sensitivity is asked for. */
export function isFormula(said: string, question: string): boolean {
  const written = formulaOf(said);
  const asked = ` ${fold(question)} `;
  return answerWords().formulas.some(
    ({ of, written: forms }) =>
      asked.includes(of) &&
      forms.some((form) => formulaOf(form) === written || written.endsWith(`=${formulaOf(form)}`)),
  );
}

function formulaOf(text: string): string {
  return fold(text)
    .replace(/\bdivided by\b|\bover\b|÷/g, '/')
    .replace(/\btimes\b|\bmultiplied by\b|×|·|\bx\b/g, '*')
    .replace(/\bminus\b|[−–]/g, '-')
    .replace(/\bplus\b/g, '+')
    .replace(/²/g, '2')
    .replace(/[\s[\]^]|\bthe\b/g, '');
}

/** Short symbols with signs between them and nothing else: "SV × HR". */
export function looksLikeFormula(said: string): boolean {
  return /^[\p{L}\d\s()[\]²^./×*+=÷−-]+$/u.test(said) && /[/×*+=÷]/.test(said) && !/\p{L}{5}/u.test(said);
}

/** "O(log n)", "f(x)": a sign of one or two letters and what it is of, in brackets. */
const NOTATION = /^\p{L}{1,2}\s?\([^()]{1,24}\)$/u;

/** Every sign counts: "O(n)" is not "O(log n)". */
export function gradeNotation(key: string, said: string): 'right' | 'wrong' | undefined {
  if (!NOTATION.test(key.trim()) || !NOTATION.test(said.trim())) return undefined;
  return formulaOf(key) === formulaOf(said) ? 'right' : 'wrong';
}
