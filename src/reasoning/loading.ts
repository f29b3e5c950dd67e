/** The patient of a record reader, as a plain value. One audited read, however much reasoning looks at. */
import type { Reader } from '../record/index.ts';
import { allNodes, nowOf, open } from '../record/reads/reader.ts';
import type { PatientView } from './patient.ts';
import { viewNodes } from './viewing.ts';

export function readPatient(reader: Reader): PatientView {
  open(reader, 'patient');
  return viewNodes(reader.patientId, allNodes(reader), nowOf(reader));
}
