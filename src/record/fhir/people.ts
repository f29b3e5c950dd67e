import type { Scope } from './mapping.ts';
import type { Identifier, Parsed } from './schemas.ts';
import { conceptName, personName, time } from './values.ts';

export function mapPatient(patient: Parsed<'Patient'>, scope: Scope): void {
  const home = patient.address[0];
  scope.node('Patient', scope.uuid, {
    ...personName(patient.name),
    gender: patient.gender,
    birth_date: time(patient.birthDate),
    // Said to be alive is something else than nothing said.
    deceased_date: time(patient.deceasedDateTime) ?? (patient.deceasedBoolean === false ? null : undefined),
    marital_status: conceptName(patient.maritalStatus),
    city: home?.city,
    state: home?.state,
    postal_code: home?.postalCode,
    country: home?.country,
    phone: patient.telecom.find((contact) => contact.system === 'phone')?.value,
    contact: contactOf(patient),
  });
}

/** Who is to be told: "Perpetua Quillfeather (sister), 01632 960 811". */
function contactOf({ contact }: Parsed<'Patient'>): string | null {
  const said = contact.flatMap(({ name, relationship, telecom }) => {
    const who = name === undefined ? null : personName([name]).name;
    const as = conceptName(relationship[0]);
    const phone = telecom.find(({ system }) => system === 'phone')?.value;
    return who === null
      ? []
      : [`${who}${as === null ? '' : ` (${as.toLowerCase()})`}${phone === undefined ? '' : `, ${phone}`}`];
  });
  return said.length === 0 ? null : said.join('; ');
}

const NPI = 'http://hl7.org/fhir/sid/us-npi';

export function mapPractitioner(practitioner: Parsed<'Practitioner'>, scope: Scope): void {
  scope.node('Practitioner', scope.uuid, {
    name: personName(practitioner.name).name,
    npi: npiOf(practitioner.identifier),
    gender: practitioner.gender,
    city: practitioner.address[0]?.city,
  });
}

export function npiOf(identifiers: Identifier[]): string | undefined {
  return identifiers.find((identifier) => identifier.system === NPI)?.value;
}

export function mapOrganization(organization: Parsed<'Organization'>, scope: Scope): void {
  scope.node('Organization', scope.uuid, {
    name: organization.name,
    phone: organization.telecom.find((contact) => contact.system === 'phone')?.value,
    city: organization.address[0]?.city,
    state: organization.address[0]?.state,
  });
}
