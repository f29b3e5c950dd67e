/** British spellings and what Americans write. In order: an earlier line may make a later one unneeded. */
const SPELLINGS: readonly (readonly [british: RegExp, american: string])[] = [
  [/haem/g, 'hem'],
  [/aemi/g, 'emi'],
  [/oedem/g, 'edem'],
  [/oesoph/g, 'esoph'],
  [/oestr/g, 'estr'],
  [/rrhoe/g, 'rrhe'],
  [/noea/g, 'nea'],
  [/naes/g, 'nes'],
  [/paed/g, 'ped'],
  [/faec/g, 'fec'],
  [/gynaec/g, 'gynec'],
  [/caes/g, 'ces'],
  [/coeliac/g, 'celiac'],
  [/leucocyt/g, 'leukocyt'],
  [/leucop/g, 'leukop'],
  [/foet/g, 'fet'],
  [/sulph/g, 'sulf'],
  [/litre/g, 'liter'],
  [/fibre/g, 'fiber'],
  [/centre/g, 'center'],
  [/([a-z]{3,})our(?=$|s$|ed$|ing$|al$)/g, '$1or'],
  [/isation/g, 'ization'],
  [/([a-z]{2,}[lnrt])ise(?=$|s$|d$)/g, '$1ize'],
];

const MAYBE_BRITISH = /ae|oe|our|ulph|re|leuc|is(?:e[ds]?$|ation)/;

/** A word in lower case as an American writes it; a word that is neither stays. */
export function americanSpelling(word: string): string {
  if (word.length < 5 || !MAYBE_BRITISH.test(word)) return word;
  let result = word;
  for (const [british, american] of SPELLINGS) result = result.replace(british, american);
  return result;
}
