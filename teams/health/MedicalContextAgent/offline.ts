import { extractorPolicy } from '../_shared/extraction.ts';

export default extractorPolicy('MedicalContextAgent');
