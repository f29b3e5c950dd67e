import { hub } from '../../../teams/assistant/_shared/desk.ts';

export default hub({}, 'main_orchestrator');
