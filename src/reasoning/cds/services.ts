/** The services that CDS Hooks 2.0 clients discover: one for each hook, all over the same concerns. */

export const HOOKS = ['patient-view', 'order-select', 'order-sign'] as const;
export type Hook = (typeof HOOKS)[number];

export interface CdsService {
  id: string;
  hook: Hook;
  title: string;
  description: string;
  prefetch: Record<string, string>;
  usageRequirements: string;
}

const PATIENT = '{{context.patientId}}';

/** What the rules look at; a client leaves out what it cannot give. */
const PREFETCH: Record<string, string> = {
  patient: `Patient/${PATIENT}`,
  conditions: `Condition?patient=${PATIENT}`,
  medications: `MedicationRequest?patient=${PATIENT}`,
  statements: `MedicationStatement?patient=${PATIENT}`,
  allergies: `AllergyIntolerance?patient=${PATIENT}`,
  laboratory: `Observation?patient=${PATIENT}&category=laboratory&_sort=-date&_count=200`,
  vitals: `Observation?patient=${PATIENT}&category=vital-signs&_sort=-date&_count=100`,
  social: `Observation?patient=${PATIENT}&category=social-history&_sort=-date&_count=20`,
  procedures: `Procedure?patient=${PATIENT}`,
  immunizations: `Immunization?patient=${PATIENT}`,
};

const USAGE = 'Send the prefetch; without it only patients of this record are known. Nothing that is sent is stored.';

export const SERVICES: readonly CdsService[] = [
  {
    id: 'consilium-patient-view',
    hook: 'patient-view',
    title: 'Concerns about this patient',
    description: 'Interactions, values, trends, monitoring and prevention that the record as a whole calls for.',
    prefetch: PREFETCH,
    usageRequirements: USAGE,
  },
  {
    id: 'consilium-order-select',
    hook: 'order-select',
    title: 'Concerns about a selected order',
    description:
      'What the selected medicines or procedures mean for this patient: allergy, interaction, kidneys, pregnancy, age, dose.',
    prefetch: PREFETCH,
    usageRequirements: USAGE,
  },
  {
    id: 'consilium-order-sign',
    hook: 'order-sign',
    title: 'Concerns before signing',
    description: 'The same over all orders that are about to be signed.',
    prefetch: PREFETCH,
    usageRequirements: USAGE,
  },
];
