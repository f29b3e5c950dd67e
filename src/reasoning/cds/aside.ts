/** A CDS service answers where it keeps nobody waiting: in a thread, where a server keeps some. */
import { type PatientRows, withCopy } from '../../graph/index.ts';
import type { Reader } from '../../record/index.ts';
import { copyRecord, openReading } from '../../record/index.ts';
import { nowOf } from '../../record/reads/reader.ts';
import { callAside } from '../../threads/index.ts';
import { readPatient } from '../loading.ts';
import type { Card } from './cards.ts';
import { answerHook, viewPrefetch } from './index.ts';
import { type CdsRequest, requireService } from './requests.ts';

interface Rows {
  readonly rows: PatientRows;
  readonly patientId: string;
}

export const works = {
  given: (service: string, request: CdsRequest, now: string) =>
    answerHook(requireService(service), request, viewPrefetch(request, now)!),
  recorded: (service: string, request: CdsRequest, now: string, { rows, patientId }: Rows) => {
    const view = withCopy(rows, (data) => readPatient({ data, patientId, now, actor: 'thread', audit: () => {} }));
    return answerHook(requireService(service), request, view);
  },
};

type Answer = Promise<{ cards: Card[] }>;
const LONG = { long: true, limitMs: 30_000 };

/** About the patient whom the call brings along. */
export function answerGiven(service: string, request: CdsRequest, now: string): Answer {
  return callAside(import.meta.url, works, 'given', [service, request, now], LONG);
}

/** About a patient of this record: one audited read of it. */
export async function answerRecorded(service: string, request: CdsRequest, reader: Reader): Answer {
  openReading(reader, 'patient');
  const rows = { rows: await copyRecord(reader), patientId: reader.patientId };
  return callAside(import.meta.url, works, 'recorded', [service, request, nowOf(reader), rows], LONG);
}
