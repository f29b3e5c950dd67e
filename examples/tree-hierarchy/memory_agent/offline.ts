import { specialist } from '../../../teams/assistant/_shared/desk.ts';

export default specialist('memory_agent', ['remember', 'recall', 'list_memories', 'forget'], 'data_services');
