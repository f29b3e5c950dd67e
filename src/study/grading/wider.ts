/** Whether one term is wider or narrower than another: by the lists of names, the families, the catalogue, or its own last words. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { families } from '../facts/families.ts';
import { isWiderName } from '../facts/names.ts';
import { contentStems, withoutArticle } from '../facts/terms.ts';
import { type Thing, thingOf } from '../facts/things.ts';
import { canonicalKey } from './cleaning.ts';

export function isWiderOrNarrower(right: Thing, said: string, question: string): boolean {
  // "Methimazole or carbimazole" where their class is asked for.
  const parts = said.split(/,\s*(?:and |or )?|\s+(?:and|or)\s+/).filter((part) => part !== '');
  if (parts.length > 1 && parts.every((part) => isOneOf(part, right.name))) return true;
  const given = thingOf(said);
  const asked = contentStems(question);
  const isMore = [...contentStems(said)].some((word) => !asked.has(word));
  if (isMore && isWiderName(withoutArticle(said), right.names)) return true;
  if (isWiderName(right.name, given.names)) return true;
  const own = canonicalKey(right.name);
  const isEnd = (name: string) => name.length > 3 && own.endsWith(` ${name}`);
  if ([said, ...given.names].map(canonicalKey).some(isEnd)) return true;
  if (right.member !== undefined && given.member !== undefined && families().isPart(right.member, given.member))
    return true;
  if (right.concept === undefined || given.concept === undefined) return false;
  const catalogue = openCatalogue();
  return catalogue.isA(right.concept.id, given.concept.id) || catalogue.isA(given.concept.id, right.concept.id);
}

/** Whether what is said is one of what is wanted: metoprolol of the beta blockers. */
export function isOneOf(said: string, wanted: string): boolean {
  const [given, kind] = [thingOf(said), thingOf(wanted)];
  if (isWiderName(kind.name, given.names)) return true;
  if (kind.member !== undefined && given.member !== undefined && families().isPart(given.member, kind.member))
    return true;
  return (
    kind.concept !== undefined &&
    given.concept !== undefined &&
    given.concept.id !== kind.concept.id &&
    openCatalogue().isA(given.concept.id, kind.concept.id)
  );
}
