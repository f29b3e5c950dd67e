/** The agent card: what an agent says of itself, made from how it is served; signed where there is a key. */
import type { JWK } from 'jose';
import { PROTOCOL_VERSION } from './protocol.ts';
import type { ServedAgent } from './served.ts';

export interface CardOptions {
  /** Where it is served: the addresses of its bindings. */
  readonly rpc: string;
  readonly rest: string;
  /** `host:port`, and the agent by name where that is not the usual one; absent where gRPC is not served. */
  readonly grpc?: { readonly url: string; readonly tenant?: string } | undefined;
  readonly auth: boolean;
  readonly push: boolean;
  readonly extensions?: readonly { uri: string; required?: boolean }[];
}

export type AgentCard = ReturnType<typeof makeCard>;

export function makeCard(agent: ServedAgent, { rpc, rest, grpc, auth, push, extensions }: CardOptions) {
  const modes = ['text/plain', 'application/json'];
  return {
    name: agent.name,
    description: agent.description || agent.name,
    version: agent.version,
    supportedInterfaces: [
      { url: rpc, protocolBinding: 'JSONRPC', protocolVersion: PROTOCOL_VERSION },
      { url: rest, protocolBinding: 'HTTP+JSON', protocolVersion: PROTOCOL_VERSION },
      ...(grpc === undefined ? [] : [{ ...grpc, protocolBinding: 'GRPC', protocolVersion: PROTOCOL_VERSION }]),
      { url: rpc, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    capabilities: {
      streaming: true,
      pushNotifications: push,
      extendedAgentCard: auth,
      ...(extensions && { extensions }),
    },
    ...(auth && {
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    }),
    defaultInputModes: [...modes, ...(agent.inputModes ?? [])],
    defaultOutputModes: modes,
    skills: [...agent.actions.values()].map(({ name, description, jsonSchema }) => ({
      id: name,
      name,
      description: `${description} Parameters: ${JSON.stringify(jsonSchema)}`,
      tags: [agent.name],
      ...(name === 'ask' && agent.examples.length > 0 && { examples: [...agent.examples] }),
    })),
  };
}

/** The same card as 0.3 has it. */
export function toLegacyCard({
  supportedInterfaces,
  capabilities,
  securitySchemes,
  securityRequirements: _,
  ...card
}: AgentCard) {
  const { extendedAgentCard, ...able } = capabilities;
  return {
    ...card,
    protocolVersion: '0.3.0',
    url: supportedInterfaces[0]!.url,
    preferredTransport: 'JSONRPC',
    capabilities: able,
    supportsAuthenticatedExtendedCard: extendedAgentCard,
    ...(securitySchemes && {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      security: [{ bearer: [] }],
    }),
  };
}

/**
 * The card for who did not say which version it reads: today's agents of 0.3 look at the same address as those of 1.0,
 * for `url` and `security`; who reads 1.0 leaves those aside.
 */
export function toSharedCard(card: AgentCard) {
  const { securitySchemes, capabilities: _, ...legacy } = toLegacyCard(card);
  const bearer = { ...card.securitySchemes?.bearer, ...securitySchemes?.bearer };
  return { ...legacy, ...card, ...(securitySchemes && { securitySchemes: { bearer } }) };
}

/** With a signature over the card as the protocol writes it for that purpose. */
export async function signCard(card: AgentCard, { kid, key }: { kid: string; key: JWK }): Promise<AgentCard> {
  const { AgentCard: Codec, generateAgentCardSignature } = await import('@a2a-js/sdk');
  const sign = generateAgentCardSignature(key, { alg: 'ES256', kid, typ: 'JOSE' });
  const { signatures } = Codec.toJSON(await sign(Codec.fromJSON(card as never))) as { signatures: unknown[] };
  return { ...card, signatures } as AgentCard;
}
