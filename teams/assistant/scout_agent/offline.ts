import { specialist } from '../_shared/desk.ts';

export default specialist('scout_agent', ['write_brief']);
