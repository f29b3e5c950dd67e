/**
 * The patient with what surrounds the entries: who prescribed, who was seen and where, what was told in conversation.
 * Read once a turn; what this very turn has told is left out, since whether it is there yet is chance.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { heightOf, type Person, referenceRange, settleCountry, type Whereabouts } from '../clinical/index.ts';
import { allNodes, linksOf, nowOf, open, type Reader, visitsOf } from '../record/reads/reader.ts';
import type { PatientView } from './patient.ts';
import { viewNodes } from './viewing.ts';

export interface Chart {
  view: PatientView;
  /** Where they live. */
  country: string | null;
  /** Where they are: whose number to call. */
  here(): string | null;
  /** The names of those who prescribed, saw or did it. */
  people(uuid: string): readonly string[];
  place(uuid: string): string | null;
  /** What the entry holds beyond the view. */
  property(uuid: string, name: string): unknown;
  wasTold(uuid: string): boolean;
  /** Who saw the patient when the entry was made. */
  seenBy(uuid: string): readonly string[];
}

export function readChart(reader: Reader, without?: string, where: Whereabouts = {}): Chart {
  const tenant = open(reader, 'patient');
  const nodes = allNodes(reader).filter(
    ({ properties: p }) => without === undefined || p['source_message'] !== without,
  );
  const labels = ['Encounter', 'IntakeRegimen', 'Procedure', 'DocumentReference'];
  const performers = labels.map((label) => linksOf(reader, tenant, label, 'PERFORMED_BY'));
  const places = linksOf(reader, tenant, 'Encounter', 'AT_ORGANIZATION');
  const byUuid = new Map(nodes.map((node) => [node.uuid, node.properties] as const));
  const visitOf = visitsOf(reader, tenant);
  const nameOf = ({ properties }: { properties: Record<string, unknown> }) => String(properties['name'] ?? '');
  const people = (uuid: string) =>
    performers
      .flatMap((links) => links.get(uuid) ?? [])
      .map(nameOf)
      .filter(Boolean)
      .map(withTitle);
  const country = textOf(byUuid.get(reader.patientId)?.['country']);
  return {
    view: viewNodes(reader.patientId, nodes, nowOf(reader)),
    country,
    here: () =>
      settleCountry({ ...where, home: country, town: textOf(byUuid.get(reader.patientId)?.['city']) }) ?? null,
    people,
    seenBy: (uuid) => {
      const visit = visitOf(uuid);
      return visit === undefined ? [] : people(visit);
    },
    place: (uuid) => textOf(places.get(uuid)?.[0]?.properties['name']),
    property: (uuid, name) => byUuid.get(uuid)?.[name],
    wasTold: (uuid) => typeof byUuid.get(uuid)?.['source_message'] === 'string',
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const TITLED =
  /^(?:dr|dra|prof|nurse|sister|midwife|matron|mr|mrs|ms|miss)\b|,|\b(?:clinic|team|unit|ward|hospital|surgery|pharmacy|centre|center)\b/i;
const PERSON = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u;

/** A person's bare name gets a title; a clinic's, or one that has its own, stays as it is. */
function withTitle(name: string): string {
  return TITLED.test(name) || !PERSON.test(name) ? name : `Dr ${name}`;
}

export function personOf({ sex, age, pregnancy, city }: PatientView): Person {
  const height = heightOf(city);
  return {
    ...(height !== undefined && { height }),
    ...(sex && { sex }),
    ...(age !== null && { age }),
    ...(pregnancy.state === 'pregnant' && { pregnant: true }),
  };
}

/** One range per measure and person: the catalogue's for this sex, age and pregnancy. */
export function rangeOf(view: PatientView, observation: string) {
  const loinc = openCatalogue().get(observation)?.observation?.loinc[0];
  return loinc === undefined ? undefined : referenceRange(loinc, personOf(view));
}

/** Nobody's record: for a question that is asked where no patient is chosen. */
export function emptyChart(now: string, where: Whereabouts = {}): Chart {
  return {
    view: viewNodes('', [], now),
    country: null,
    here: () => settleCountry(where) ?? null,
    people: () => [],
    place: () => null,
    property: () => undefined,
    wasTold: () => false,
    seenBy: () => [],
  };
}
