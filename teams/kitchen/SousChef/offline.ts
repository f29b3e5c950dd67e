import { station } from '../_shared/station.ts';

export default station('extract_structure', 'analyze_artifact');
