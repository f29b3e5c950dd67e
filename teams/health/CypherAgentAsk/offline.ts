export { default } from '../CypherAgent/offline.ts';
