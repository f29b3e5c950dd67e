import { ConsiliumError, tool } from 'consilium/kernel';
import { queryRecord, TOPIC_NODE_TYPES } from 'consilium/record';
import { z } from 'zod';
import { readRows, requestEntry, type Topic } from '../_shared/graph.ts';
import { writeCypher } from '../CypherAgent/templates.ts';

export const setTopic = tool({
  name: 'set_topic',
  description:
    "Makes an entry of the patient's record the topic of the conversation, by its uuid and type. Says what the entry is; refuses one that the record does not hold.",
  input: z.strictObject({ uuid: z.string(), type: z.enum(TOPIC_NODE_TYPES) }),
  idempotent: true,
  execute: async ({ uuid, type }, { state }) => {
    const { query, params } = writeCypher(requestEntry(uuid))!;
    const [topic] = readRows<Topic>({ ...(await queryRecord({ query, params })) } as never) ?? [];
    if (topic === undefined) throw new ConsiliumError('ENTRY_NOT_FOUND', 'This record has no such entry.');
    state.set('session_topic_node_uuid', uuid);
    state.set('session_topic_node_type', type);
    return { topic: topic.properties.name ?? topic.label, type };
  },
});
