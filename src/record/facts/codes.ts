/** Which of several codes for one quantity a record uses. */
import type { DatabaseSync } from 'node:sqlite';
import { codesLike } from '../../clinical/index.ts';
import { requireTenant } from '../patient.ts';
import type { Fact } from './fact.ts';

/** Laboratories use several codes for one quantity: what is told goes on under the one that the record has. */
export function inTheRecordsCode(db: DatabaseSync, patientId: string, fact: Fact | undefined): Fact | undefined {
  const { code } = fact ?? {};
  if (fact?.kind !== 'measurement' || code?.system !== LOINC) return fact;
  const codes = codesLike(code.code);
  if (codes.length === 1) return fact;
  const used = db
    .prepare(
      `SELECT props ->> '$.code' AS code FROM graph_node WHERE tenant = ? AND label = 'Observation'
         AND props ->> '$.code' IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    )
    .get(requireTenant(db, patientId), JSON.stringify(codes))?.['code'];
  return used === undefined || used === code.code ? fact : { ...fact, code: { ...code, code: String(used) } };
}

export const LOINC = 'http://loinc.org';
