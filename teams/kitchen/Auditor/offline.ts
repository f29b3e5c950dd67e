import { station } from '../_shared/station.ts';

export default station('validate_against_spec');
