export { default } from '../GoogleSearchAgent/offline.ts';
