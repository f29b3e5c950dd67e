export { forget, listMemories, recall, remember } from '../../../teams/assistant/memory_agent/tools.ts';
