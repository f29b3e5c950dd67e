/** A function run as everybody runs it, offline, with nothing indexed. */
import { ConsiliumError } from '../../kernel/index.ts';
import { createModels } from '../../models/index.ts';
import type { Desk } from '../function.ts';
import { runFunction } from '../run.ts';

const models = createModels({ env: { AI_PROVIDER: 'offline' } });

export async function run<Output>(name: string, input: object): Promise<Output> {
  const { output } = await runFunction(name, input, { engine: 'offline', overflow: 'truncate' }, desk(), models);
  return output as Output;
}

function desk(): Desk {
  const none = new Proxy(
    {},
    { get: () => () => Promise.reject(new ConsiliumError('NONE', 'Nothing is indexed here.')) },
  );
  return {
    search: none as Desk['search'],
    artifacts: none as Desk['artifacts'],
    signal: new AbortController().signal,
    env: {},
    step: async (_name, work) => work(),
    warn: () => {},
  };
}
