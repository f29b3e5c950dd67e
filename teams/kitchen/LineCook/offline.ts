import { station } from '../_shared/station.ts';

export default station('summarize_content', 'generate_code');
