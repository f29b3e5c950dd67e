/** Whether a text and a criterion are written in other scripts: then their words cannot be compared. */
const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;

export function inOtherScript(text: string, criterion: string): boolean {
  const share = (said: string) => {
    const letters = said.match(LETTER)?.length ?? 0;
    return letters === 0 ? undefined : (said.match(LATIN)?.length ?? 0) / letters;
  };
  const [own, asked] = [share(text), share(criterion)];
  return own !== undefined && asked !== undefined && own > 0.5 !== asked > 0.5;
}
