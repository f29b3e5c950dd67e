import { specialist } from '../_shared/desk.ts';

export default specialist('TutorAgent');
