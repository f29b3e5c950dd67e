/** What a CDS call may hold, and about whom it is: read before anything that answers it is loaded. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { isAbout, unpackResources } from '../unpacking.ts';
import { type CdsService, HOOKS, SERVICES } from './services.ts';

export const cdsRequest = z.object({
  hook: z.enum(HOOKS),
  hookInstance: z.string().min(1).max(200),
  context: z.object({
    patientId: z.string().min(1).max(200),
    userId: z.string().optional(),
    encounterId: z.string().optional(),
    selections: z.array(z.string().max(300)).max(500).optional(),
    draftOrders: z.unknown().optional(),
  }),
  prefetch: z.record(z.string(), z.unknown()).optional(),
});
export type CdsRequest = z.infer<typeof cdsRequest>;

const COMMENT = 4000;

/** What became of cards (CDS Hooks 2.0, feedback): a comment may name the patient, so it is read and never kept. */
export const cdsFeedback = z.object({
  feedback: z
    .array(
      z
        .object({
          card: z.string().min(1).max(200),
          outcome: z.enum(['accepted', 'overridden']),
          acceptedSuggestions: z
            .array(z.object({ id: z.string().min(1).max(200) }))
            .max(100)
            .optional(),
          overrideReason: z
            .object({
              reason: z
                .object({
                  code: z.string().max(200),
                  system: z.string().max(400),
                  display: z.string().max(400).optional(),
                })
                .optional(),
              userComment: z.string().max(COMMENT).optional(),
            })
            .optional(),
          outcomeTimestamp: z.iso.datetime({ offset: true }),
        })
        .refine(
          ({ outcome, acceptedSuggestions }) => outcome !== 'accepted' || (acceptedSuggestions ?? []).length > 0,
          {
            message: 'An accepted card names the suggestions that were accepted.',
          },
        ),
    )
    .min(1)
    .max(200),
});

export const cdsCards = z.object({
  cards: z.array(
    z.object({
      uuid: z.string(),
      summary: z.string().max(140),
      detail: z.string(),
      indicator: z.enum(['info', 'warning', 'critical']),
      source: z.object({
        label: z.string(),
        topic: z.object({ system: z.string(), code: z.string(), display: z.string() }),
      }),
      suggestions: z
        .array(
          z.object({
            label: z.string(),
            uuid: z.string(),
            actions: z.array(z.object({ type: z.literal('delete'), description: z.string(), resourceId: z.string() })),
          }),
        )
        .optional(),
      selectionBehavior: z.literal('any').optional(),
    }),
  ),
});

export const cdsServices = z.object({
  services: z.array(
    z.object({
      id: z.string(),
      hook: z.enum(HOOKS),
      title: z.string(),
      description: z.string(),
      prefetch: z.record(z.string(), z.string()),
      usageRequirements: z.string(),
    }),
  ),
});

export function requireService(id: string): CdsService {
  const service = SERVICES.find((one) => one.id === id);
  if (service) return service;
  throw new ConsiliumError('CDS_SERVICE_UNKNOWN', 'There is no such CDS service.', {
    hint: 'GET /cds-services lists them.',
  });
}

/** A call is about one person: what it brings or drafts for another is no part of it, and never passed over in silence. */
export function requireOnePatient({ context, prefetch }: Pick<CdsRequest, 'context' | 'prefetch'>): void {
  const { patientId, draftOrders } = context;
  const hint = 'Name the patient in context.patientId by the id of the Patient that is brought and ordered for.';
  const brought = unpackResources(Object.values(prefetch ?? {})).filter(
    ({ resourceType }) => resourceType === 'Patient',
  );
  if (brought.length > 0 && !brought.some(({ id }) => id === patientId))
    throw new ConsiliumError('REQUEST_INVALID', 'prefetch: It brings another Patient than context.patientId names.', {
      hint,
    });
  const foreign = unpackResources([draftOrders]).find((order) => !isAbout(order, patientId));
  if (foreign !== undefined)
    throw new ConsiliumError(
      'REQUEST_INVALID',
      `context.draftOrders: The ${foreign.resourceType} is for another patient than context.patientId.`,
      { hint },
    );
}

/** Whether the call brings its patient along. */
export function bringsPatient({ context, prefetch }: Pick<CdsRequest, 'context' | 'prefetch'>): boolean {
  const resources = unpackResources(Object.values(prefetch ?? {}));
  return resources.some(({ resourceType, id }) => resourceType === 'Patient' && id === context.patientId);
}
