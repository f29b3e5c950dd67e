import { tool } from 'consilium/kernel';
import { describeRecord, queryRecord } from 'consilium/record';
import { z } from 'zod';

export const queryGraphTool = tool({
  name: 'query_graph',
  description:
    "Runs one read-only Cypher query on the patient's graph and returns {columns, rows}. $patient_uuid is set for you. A query that breaks a rule is refused with the rule's name: put it right and try again.",
  input: z.strictObject({
    query: z.string().min(1).describe('the Cypher query'),
    params: z.record(z.string(), z.json()).optional().describe('values for $parameters, such as {"term": "diabetes"}'),
  }),
  idempotent: true,
  execute: async ({ query, params }) => {
    const { columns, rows, warnings } = await queryRecord({ query, ...(params && { params }) });
    return { query, columns, rows, ...(warnings && { warnings }) };
  },
});

export const getGraphSchema = tool({
  name: 'get_graph_schema',
  description:
    "The labels, properties (with examples) and relationships of this patient's graph, and the rules of a query. Call it before the first query of a kind that you have not written yet.",
  input: z.strictObject({}),
  idempotent: true,
  execute: () => describeRecord(),
});
