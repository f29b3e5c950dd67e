export { setTopic } from '../AskTusdiAIHandlerAgent/tools.ts';
