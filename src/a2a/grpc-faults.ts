/** What the door answers to a call in gRPC: its result, or its refusal as a status with the reason. */
import { encodeGrpcStatusDetails, GRPC_STATUS_DETAILS_BIN } from '@a2a-js/sdk/errors/grpc';
import { Metadata, type ServiceError, status as STATUS } from '@grpc/grpc-js';
import { toConsiliumError } from '../kernel/index.ts';
import { statusOf, statusOfRpc } from './statuses.ts';

interface RpcBody {
  readonly result?: unknown;
  readonly error?: { message?: string; code?: unknown; data?: unknown };
}

export async function readAnswer(response: Response): Promise<unknown> {
  return resultOf((await response.json()) as RpcBody);
}

export class Refusal extends Error {
  readonly code: string;
  /** Its number in JSON-RPC. */
  readonly rpc: unknown;
  readonly reason: string;
  readonly told: Record<string, string>;
  constructor(message: string, code: string, rpc: unknown, reason: string, told: Record<string, string>) {
    super(message);
    this.code = code;
    this.rpc = rpc;
    this.reason = reason;
    this.told = told;
  }
}

/** What the door refuses before it reads a body has a shape of its own: `{error: {code, message}}`. */
export function resultOf({ result, error }: RpcBody): unknown {
  if (error === undefined) return result;
  const details = Array.isArray(error.data) ? (error.data as Record<string, unknown>[]) : [];
  const info = details.find((each) => String(each['@type']).endsWith('ErrorInfo'));
  const told = (info?.['metadata'] ?? {}) as Record<string, string>;
  const code = told['code'] ?? (typeof error.code === 'string' ? error.code : 'INTERNAL');
  const { message = 'Something went wrong here.' } = error;
  throw new Refusal(message, code, error.code, String(info?.['reason'] ?? code), told);
}

export type ServiceStatus = Pick<ServiceError, 'code' | 'details' | 'message' | 'metadata'>;

export function toServiceError(thrown: unknown): ServiceStatus {
  const refused = thrown instanceof Refusal ? thrown : undefined;
  const name = refused === undefined ? statusOf(toConsiliumError(thrown)) : statusOfRpc(refused.code, refused.rpc);
  const code = STATUS[name as keyof typeof STATUS] ?? STATUS.INTERNAL;
  const details = refused?.message ?? 'Something went wrong here.';
  const metadata = new Metadata();
  const { reason, told } = refused ?? { reason: 'INTERNAL', told: {} };
  metadata.set(GRPC_STATUS_DETAILS_BIN, encodeGrpcStatusDetails(code, details, reason, told));
  return { code, details, message: details, metadata };
}
