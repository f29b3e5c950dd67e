/** CDS Hooks 2.0: what there is to be asked (`GET /cds-services`), and the asking. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import {
  bringsPatient,
  type CdsRequest,
  cdsCards,
  cdsFeedback,
  cdsRequest,
  cdsServices,
  requireOnePatient,
  requireService,
} from '../reasoning/cds/requests.ts';
import { SERVICES } from '../reasoning/cds/services.ts';
import type { Visitor } from '../record/index.ts';
import { loadBefore } from '../threads/index.ts';
import { type Check, requirePatient } from './access.ts';
import { visitorOf } from './caller.ts';
import { readBody } from './request.ts';
import type { GatewayHouse, Room } from './route.ts';
import { nameSubject } from './subject.ts';

const DOOR = '/cds-services';
const cdsReceived = z.object({ received: z.number().int() });

function cdsRoutes({ app, metrics }: GatewayHouse): Hono {
  const routes = new Hono();
  routes.get(DOOR, (context) => context.json({ services: SERVICES }));
  routes.post(`${DOOR}/:id`, async (context) => {
    const { id } = requireService(context.req.param('id'));
    const request = await readBody(context, cdsRequest);
    return context.json(await answer(app, id, request, actingFor(visitorOf(context, 'cds'), request)));
  });
  routes.post(`${DOOR}/:id/feedback`, async (context) => {
    const { id } = requireService(context.req.param('id'));
    const { feedback } = await readBody(context, cdsFeedback);
    for (const { outcome } of feedback) metrics.countCard(id, outcome);
    return context.json({ received: feedback.length });
  });
  return routes;
}

/** About whom the call brings along; else about one of this record, whom the caller may see. */
async function answer({ home, records, clock }: App, service: string, request: CdsRequest, visitor: Visitor) {
  const { hookInstance: object, context } = request;
  home.audit.write({ ...visitor, patientId: context.patientId, action: `cds:${service}`, object });
  await loadBefore(new URL('../reasoning/cds/aside.ts', import.meta.url));
  const { answerGiven, answerRecorded } = await import('../reasoning/cds/aside.ts');
  if (bringsPatient(request)) return answerGiven(service, request, new Date(clock.now()).toISOString());
  const { reader } = await records.open(request.context.patientId, visitor).catch((thrown) => {
    if (!(thrown instanceof ConsiliumError) || thrown.code !== 'PATIENT_NOT_FOUND') throw thrown;
    throw new ConsiliumError('PREFETCH_MISSING', 'The call brings no Patient, and this record knows none of that id.', {
      hint: 'Send the prefetch that GET /cds-services asks for.',
    });
  });
  return answerRecorded(service, request, reader);
}

/** Whoever sits before the calling system, as it names them. */
function actingFor(visitor: Visitor, { context, hookInstance }: CdsRequest): Visitor {
  const { userId } = context as { userId?: unknown };
  const principal =
    typeof userId === 'string' && userId !== ''
      ? { ...visitor.principal, onBehalfOf: userId.slice(0, 200) }
      : visitor.principal;
  return { ...visitor, principal, why: `hook ${hookInstance}` };
}

/** What the call brings is the caller's own; a patient of this record must be one that the token is for. */
const checkHook: Check = async (context, caller) => {
  const request = await readBody(context, cdsRequest);
  requireOnePatient(request);
  if (bringsPatient(request)) nameSubject(context, { patientId: request.context.patientId });
  else requirePatient(context, caller, request.context.patientId);
};

export const cdsRoom: Room = {
  at: '/',
  mount: cdsRoutes,
  routes: [
    {
      method: 'get',
      path: DOOR,
      scope: 'open',
      about: 'nobody',
      shape: cdsServices,
      tag: 'cds',
      summary: 'List the CDS Hooks services',
      answer: 'Each with its hook and the prefetch that it asks for.',
    },
    {
      method: 'post',
      path: `${DOOR}/:id`,
      scope: 'read',
      about: checkHook,
      told: 'below',
      body: cdsRequest,
      shape: cdsCards,
      tag: 'cds',
      summary: 'Ask a CDS Hooks service',
      answer: 'Cards, the worst first. Nothing of the call is stored.',
    },
    {
      method: 'post',
      path: `${DOOR}/:id/feedback`,
      scope: 'read',
      about: 'nobody',
      told: 'no',
      body: cdsFeedback,
      shape: cdsReceived,
      tag: 'cds',
      summary: 'Tell what became of cards',
      answer: 'How many were received. Counted by service and outcome; nothing else of it is kept.',
    },
  ],
};
