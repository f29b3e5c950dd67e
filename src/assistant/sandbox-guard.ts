/**
 * Runs first inside the sandbox and takes the network away: the modules that reach it are no longer found, what Node itself
 * has loaded of them no longer connects, and no other process can be signalled. Files, children and workers are closed by
 * Node's permission model.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks } from 'node:module';
import net from 'node:net';

const CLOSED =
  /^(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns\/promises|cluster|inspector|inspector\/promises|quic|sqlite|v8|vm\/modules)$/;

const refuse = (): never => {
  throw Object.assign(new Error('There is no network here.'), { code: 'ERR_SANDBOX' });
};
const close = (target: object, names: readonly string[]) => {
  for (const name of names)
    if (name in target) Object.defineProperty(target, name, { value: refuse, writable: false, configurable: false });
};

close(net.Socket.prototype, ['connect']);
close(net.Server.prototype, ['listen']);
close(net, ['connect', 'createConnection', 'createServer']);
close(dgram.Socket.prototype, ['bind', 'send', 'connect']);
const names = (target: object) =>
  Object.getOwnPropertyNames(target).filter((name) => /^(?:resolve|lookup|reverse|setServers)/.test(name));
close(dns, names(dns));
close(dns.promises, names(dns.promises));
for (const resolver of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) close(resolver, names(resolver));
close(globalThis, ['fetch', 'WebSocket', 'EventSource']);

const { getBuiltinModule } = process;
const lend = (name: string) => (CLOSED.test(name) ? refuse() : getBuiltinModule(name as 'node:fs'));
Object.defineProperty(process, 'getBuiltinModule', { value: lend, writable: false, configurable: false });
close(process, ['kill', 'abort', 'binding', '_linkedBinding', 'dlopen', '_debugProcess', '_kill']);

registerHooks({
  resolve: (specifier, context, next) => (CLOSED.test(specifier) ? refuse() : next(specifier, context)),
});
