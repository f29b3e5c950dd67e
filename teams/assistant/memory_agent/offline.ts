import { specialist } from '../_shared/desk.ts';

export default specialist('memory_agent', ['remember', 'recall', 'list_memories', 'forget']);
