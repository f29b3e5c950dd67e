/** Who is there, as FHIR: the patient, who treats them, where. */
import type { Properties } from '../../patient.ts';
import { nameText, type Writer, words } from './fields.ts';

export function writePatient(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Patient',
    name: p.family || p.given ? [{ use: 'official', family: p.family, given: words(p.given) }] : nameText(p.name),
    telecom: p.phone && [{ system: 'phone', value: p.phone }],
    gender: p.gender,
    birthDate: p.birth_date,
    deceasedDateTime: p.deceased_date,
    maritalStatus: p.marital_status && { text: p.marital_status },
    address: [{ city: p.city, state: p.state, postalCode: p.postal_code, country: p.country }],
  };
}

export function writePractitioner(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Practitioner',
    identifier: p.npi && [{ system: 'http://hl7.org/fhir/sid/us-npi', value: p.npi }],
    name: nameText(p.name),
    gender: p.gender,
    address: [{ city: p.city }],
  };
}

export function writeOrganization(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Organization',
    name: p.name,
    telecom: p.phone && [{ system: 'phone', value: p.phone }],
    address: [{ city: p.city, state: p.state }],
  };
}
