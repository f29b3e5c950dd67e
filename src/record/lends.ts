/** The record as every team is lent it: for the session's patient, with the keys that say who that is. */
import type { GraphQuery, GraphResult } from '../graph/index.ts';
import { service } from '../lending/index.ts';
import type { Records } from './records.ts';
import { recordKeys } from './state.ts';

declare module '../lending/index.ts' {
  interface ServiceHouse {
    readonly records: Records;
    /** Where Cypher runs. */
    query(request: GraphQuery): Promise<GraphResult>;
  }
}

export const lends = service({
  name: 'record',
  always: true,
  keys: recordKeys,
  open: ({ home, query }) => ({ data: home.data, audit: home.audit.write, query }),
});
