/** The agent card: what an agent says of itself, made from how it is served; signed where there is a key. */
import { FlattenedSign, importJWK, type JWK } from 'jose';
import { canonicalJson } from './auth/canonical.ts';
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

/** The scope of tokens that call agents. */
const SCOPE = 'a2a';

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
      securityRequirements: [{ schemes: { bearer: { list: [SCOPE] } } }],
    }),
    defaultInputModes: [...new Set([...modes, ...(agent.inputModes ?? [])])],
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

/** What a house signs with. */
export interface SigningKey {
  readonly kid: string;
  readonly key: JWK;
}

async function sign(card: object, { kid, key }: SigningKey): Promise<{ protected: string; signature: string }> {
  const { protected: head, signature } = await new FlattenedSign(new TextEncoder().encode(canonicalJson(card)))
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JOSE' })
    .sign(await importJWK(key, 'ES256'));
  return { protected: head!, signature };
}

/** Which card is asked for: of 1.0, of 0.3, or the one that both can read. */
export type CardForm = '1.0' | '0.3' | 'shared';

/**
 * The card in the form asked for, with a signature over that very JSON. Who reads 1.0 and knows no other fields finds
 * beside it, on the card for both, the one over what they see.
 */
export async function finishCard(card: AgentCard, form: CardForm, key: SigningKey | undefined): Promise<object> {
  const shown = form === '1.0' ? card : form === '0.3' ? toLegacyCard(card) : toSharedCard(card);
  if (key === undefined) return shown;
  const readings = form === 'shared' ? [shown, card] : [shown];
  return { ...shown, signatures: await Promise.all(readings.map((each) => sign(each, key))) };
}
