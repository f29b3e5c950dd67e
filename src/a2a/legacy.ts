/** A2A 0.3, as many agents still speak it: the same operations by other names, the same things in other shapes. */
import type { Artifact, Message, Part, StreamResponse, Task, TaskState } from './protocol.ts';
import { isResting } from './protocol.ts';

type Fields = Record<string, unknown>;

/** What each method of 0.3 is called today. */
export const LEGACY_METHODS: Readonly<Record<string, string>> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/list': 'ListTasks',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
};

/** Parameters of 0.3 as those of today; what does not fit is found by the parser of today. */
export function fromLegacyParams(method: string, params: unknown): unknown {
  if (!isFields(params)) return params;
  switch (LEGACY_METHODS[method]) {
    case 'SendMessage':
    case 'SendStreamingMessage': {
      const { message, configuration, ...rest } = params;
      return {
        ...rest,
        message: fromLegacyMessage(message),
        ...(isFields(configuration) && { configuration: fromLegacyConfiguration(configuration) }),
      };
    }
    case 'CreateTaskPushNotificationConfig': {
      const config = isFields(params['pushNotificationConfig']) ? params['pushNotificationConfig'] : {};
      return { taskId: params['taskId'], ...fromLegacyPush(config) };
    }
    case 'GetTaskPushNotificationConfig':
    case 'DeleteTaskPushNotificationConfig':
      return { taskId: params['id'], id: params['pushNotificationConfigId'] ?? params['id'] };
    case 'ListTaskPushNotificationConfigs':
      return { taskId: params['id'] };
    default:
      return params;
  }
}

function fromLegacyConfiguration(given: Fields): Fields {
  const { blocking, pushNotificationConfig, ...rest } = given;
  return {
    ...rest,
    ...(blocking === false && { returnImmediately: true }),
    ...(isFields(pushNotificationConfig) && { taskPushNotificationConfig: fromLegacyPush(pushNotificationConfig) }),
  };
}

function fromLegacyPush({ authentication, ...config }: Fields): Fields {
  if (!isFields(authentication)) return config;
  const [scheme = 'Bearer'] = Array.isArray(authentication['schemes']) ? (authentication['schemes'] as string[]) : [];
  return { ...config, authentication: { scheme, credentials: authentication['credentials'] } };
}

export function fromLegacyMessage(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { kind: _, role, parts, ...rest } = given;
  return {
    ...rest,
    role: role === 'agent' ? 'ROLE_AGENT' : role === 'user' ? 'ROLE_USER' : role,
    parts: Array.isArray(parts) ? parts.map(fromLegacyPart) : parts,
  };
}

function fromLegacyPart(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { kind: _, file, ...rest } = given;
  if (!isFields(file)) return rest;
  const { bytes, uri, mimeType, name } = file;
  return {
    ...rest,
    ...(bytes === undefined ? { url: uri } : { raw: bytes }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
    ...(name !== undefined && { filename: name }),
  };
}

export function toLegacyState(state: TaskState): string {
  return state.slice('TASK_STATE_'.length).toLowerCase().replaceAll('_', '-');
}

function fromLegacyState(state: unknown): string {
  return `TASK_STATE_${String(state).toUpperCase().replaceAll('-', '_')}`;
}

export function toLegacyMessage({ role, parts, ...rest }: Message): Fields {
  return { kind: 'message', ...rest, role: role === 'ROLE_AGENT' ? 'agent' : 'user', parts: parts.map(toLegacyPart) };
}

function toLegacyPart({ text, raw, url, data, metadata, filename, mediaType }: Part): Fields {
  const told = metadata && { metadata };
  if (text !== undefined) return { kind: 'text', text, ...told };
  if (data !== undefined) return { kind: 'data', data: isFields(data) ? data : { value: data }, ...told };
  const file = raw === undefined ? { uri: url } : { bytes: raw };
  return {
    kind: 'file',
    file: { ...file, ...(mediaType && { mimeType: mediaType }), ...(filename && { name: filename }) },
    ...told,
  };
}

function toLegacyArtifact({ parts, ...rest }: Artifact): Fields {
  return { ...rest, parts: parts.map(toLegacyPart) };
}

export function toLegacyTask({ status, artifacts, history, ...rest }: Task): Fields {
  return {
    kind: 'task',
    ...rest,
    status: toLegacyStatus(status),
    ...(artifacts && { artifacts: artifacts.map(toLegacyArtifact) }),
    ...(history && { history: history.map(toLegacyMessage) }),
  };
}

function toLegacyStatus({ state, message, timestamp }: Task['status']): Fields {
  return { state: toLegacyState(state), ...(message && { message: toLegacyMessage(message) }), timestamp };
}

export function toLegacyEvent(event: StreamResponse): Fields {
  if ('task' in event) return toLegacyTask(event.task);
  if ('message' in event) return toLegacyMessage(event.message);
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    return { kind: 'status-update', ...rest, status: toLegacyStatus(status), final: isResting(status.state) };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { kind: 'artifact-update', ...rest, artifact: toLegacyArtifact(artifact) };
}

/** A result of 0.3 as a peer gives it, in today's shape. */
export function fromLegacyResult(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { kind } = given;
  if (kind === 'message') return { message: fromLegacyMessage(given) };
  if (kind === 'task') return { task: fromLegacyTask(given) };
  const { kind: _, final: __, ...rest } = given;
  if (kind === 'status-update') return { statusUpdate: { ...rest, status: fromLegacyStatus(given['status']) } };
  if (kind === 'artifact-update')
    return { artifactUpdate: { ...rest, artifact: fromLegacyArtifact(given['artifact']) } };
  return given;
}

function fromLegacyTask({ kind: _, status, artifacts, history, ...rest }: Fields): Fields {
  return {
    ...rest,
    status: fromLegacyStatus(status),
    ...(Array.isArray(artifacts) && { artifacts: artifacts.map(fromLegacyArtifact) }),
    ...(Array.isArray(history) && { history: history.map(fromLegacyMessage) }),
  };
}

function fromLegacyStatus(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { state, message, ...rest } = given;
  return {
    ...rest,
    state: fromLegacyState(state),
    ...(message !== undefined && { message: fromLegacyMessage(message) }),
  };
}

function fromLegacyArtifact(given: unknown): unknown {
  if (!isFields(given)) return given;
  const { parts, ...rest } = given;
  return { ...rest, parts: Array.isArray(parts) ? parts.map(fromLegacyPart) : parts };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
