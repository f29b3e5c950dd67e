/** The services that the app itself makes of its parts, and the declarations of the rooms that have some. */
import { lends as assistant } from '../assistant/lends.ts';
import type { GraphQuery, GraphResult } from '../graph/index.ts';
import { type ServiceEntry, service } from '../lending/index.ts';
import { lends as mail } from '../mail/lends.ts';
import { lends as memory } from '../memory/lends.ts';
import { recordKeys } from '../record/state.ts';
import { lends as research } from '../research/lends.ts';
import { lends as study } from '../study/lends.ts';
import type { Today } from '../today/index.ts';
import { lends as triggers } from '../triggers/lends.ts';
import type { OpenWorkshop } from './workshop.ts';

/** What the app's own are made of. */
export interface OwnParts {
  /** Where Cypher runs. */
  query(request: GraphQuery): Promise<GraphResult>;
  workshop(): Promise<OpenWorkshop>;
  today(): Promise<Today>;
}

export function servicesOf({ query, workshop, today }: OwnParts): ServiceEntry[] {
  return [
    service({
      name: 'record',
      always: true,
      keys: recordKeys,
      open: ({ home }) => ({ data: home.data, audit: home.audit.write, query }),
    }),
    service({ name: 'today', open: today }),
    service({ name: 'search', open: async () => (await workshop()).search }),
    service({ name: 'functions', open: async () => (await workshop()).functions }),
    service({ name: 'pipelines', open: async () => (await workshop()).pipelines }),
    ...[triggers, memory, mail, research, study, assistant],
  ];
}
