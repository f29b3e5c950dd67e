export { default } from '../AskTusdiAIHandlerAgent/offline.ts';
