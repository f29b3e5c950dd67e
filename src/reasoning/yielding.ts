/** A denial, and a paper behind it that is near to what was asked: only of the entries it is certain. */
const DENIAL = /\*\*(?:No: )?[Tt]here is no ([^*]+?) in your record\.\*\*/;
const LOOKED = / I looked through [^.]*? papers(?: and|,) (?:and )?did not find it\./;

export function yieldToPaper(said: string): string {
  return said.replace(DENIAL, '**I did not find $1 among your entries; a paper may speak of it.**').replace(LOOKED, '');
}
