export { getGraphSchema, queryGraphTool } from '../CypherAgent/tools.ts';
