/**
 * CDS Hooks 2.0 over the concerns: what a hospital's own system asks when a chart is opened, an order selected or signed.
 * Works on the FHIR that the call brings and stores nothing of it, or on a patient of this record whom the caller may see.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import { concerns } from '../concerns/index.ts';
import type { PatientView } from '../patient.ts';
import { viewResources } from '../resources.ts';
import { unpackResources } from '../unpacking.ts';
import { type Card, cardsOf } from './cards.ts';
import { readOrders } from './orders.ts';
import { bringsPatient, type CdsRequest } from './requests.ts';
import type { CdsService } from './services.ts';

export { shorten } from './cards.ts';

/** The patient whom the call brings along; undefined where it brings none. */
export function viewPrefetch(
  { context, prefetch }: Pick<CdsRequest, 'context' | 'prefetch'>,
  now: string,
): PatientView | undefined {
  const resources = unpackResources(Object.values(prefetch ?? {}));
  return bringsPatient({ context, prefetch }) ? viewResources(context.patientId, resources, now) : undefined;
}

export function answerHook(service: CdsService, request: CdsRequest, record: PatientView): { cards: Card[] } {
  const { hook, hookInstance, context } = request;
  if (hook !== service.hook)
    throw new ConsiliumError('REQUEST_INVALID', `This service answers ${service.hook}, not ${hook}.`);
  const orders =
    hook === 'patient-view'
      ? []
      : readOrders(
          context.patientId,
          context.draftOrders,
          hook === 'order-select' ? (context.selections ?? []) : undefined,
        );
  const found = concerns({ record, told: orders.flatMap(({ told }) => told) });
  return { cards: cardsOf(hook, found, orders, hookInstance) };
}
