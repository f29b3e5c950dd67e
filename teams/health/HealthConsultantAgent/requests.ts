/** The codes under which measurements may stand in a record. */
import { codesLike } from 'consilium/clinical';
import { observationCodes } from 'consilium/reasoning';
import { aside } from 'consilium/threads';

export const works = {
  codes: (ids: readonly string[]): Record<string, string[]> =>
    Object.fromEntries(ids.map((id) => [id, [...new Set(observationCodes(id).flatMap(codesLike))].slice(0, 12)])),
};

export const { codes: codesOf } = aside(import.meta.url, works);
