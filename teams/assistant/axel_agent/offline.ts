import { specialist } from '../_shared/desk.ts';

export default specialist('axel_agent', ['execute_brief']);
