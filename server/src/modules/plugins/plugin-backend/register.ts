import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PLUGIN_HEADER, type PluginOverride } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { sendJson, successBody } from '../../../http/envelope.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { authenticate } from '../../platform/access/index.ts';
import { calledBy, codesWithin } from '../plugin-frame/index.ts';
import type { OfferedPlugin } from '../registry/index.ts';
import { askService, type ServiceAnswer, type ServiceCall } from './ask-service.ts';
import { Breaker } from './breaker.ts';
import { declaredRoute, partsOfPath } from './declared-route.ts';
import { identityKey, signIdentity, type Identity } from './identity.ts';
import { pluginOnTrial } from './trial-call.ts';

interface Dependencies {
  readonly db: Database;
  readonly services: Services;
}

/** Calls of one plugin under way at once in a process; a slow service must not hold all connections. */
const MAX_AT_ONCE = 20;
const MAX_QUERY = 4_000;

interface Line {
  /** Null for a developer's own service: it is started anew all day, and nobody else waits for it. */
  readonly breaker: Breaker | null;
  underWay: number;
}

/** Whose service is asked, as whom. */
interface Asked {
  readonly plugin: OfferedPlugin;
  readonly caller: Caller;
  /** Null for a plugin of the registry. */
  readonly trial: PluginOverride | null;
}

async function pluginOf(
  dependencies: Dependencies,
  caller: Caller,
  { name, isOfFrame }: { readonly name: string; readonly isOfFrame: boolean },
): Promise<Asked> {
  const { services } = dependencies;
  // What runs in a frame is the registry's, whatever the same session tries beside it.
  const onTrial = isOfFrame ? null : await pluginOnTrial(dependencies, caller, name);
  if (onTrial !== null) return onTrial;
  if (!services.registry.isPermitted(name, caller.pages)) throw new AppError('PLUGIN_FORBIDDEN');
  const { roles, merchants } = await services.rights.of(caller.userNo, caller.rightsEpoch);
  const plugin = services.registry.offered(name, { userNo: caller.userNo, roles, merchants });
  if (plugin === null) throw new AppError('PLUGIN_FORBIDDEN');
  return { plugin, caller, trial: null };
}

/** Who calls, checked as for any endpoint; a frame's call is for its own plugin's service alone. */
async function admitted({ db, services }: Dependencies, request: FastifyRequest, name: string): Promise<Caller> {
  const caller = await authenticate(db, services, request, 'signedIn');
  if (caller.mustUpdatePassword) throw new AppError('PASSWORD_UPDATE_REQUIRED');
  const from = request.headers[PLUGIN_HEADER];
  if (from !== undefined && calledBy(services.registry, `${from}`) !== name)
    throw new AppError('PLUGIN_NOT_GRANTED', {
      facts: { plugin: `${from}`, what: `/api/plugin/${name}` },
    });
  return caller;
}

/** The service's address of a call, where the plugin declares it and an operator granted one. */
function addressOf(
  plugin: OfferedPlugin,
  caller: Caller,
  request: FastifyRequest,
): { readonly address: URL; readonly path: string } {
  const { name, pages, backend } = plugin.manifest.description;
  const [rawPath = '', ...query] = request.url.split('?');
  const parts = partsOfPath(rawPath.slice(`/api/plugin/${name}`.length));
  const route = parts && declaredRoute(backend?.routes ?? [], request.method, parts);
  if (!parts || !route) throw new AppError('PLUGIN_ROUTE_UNKNOWN', { facts: { plugin: name } });
  const page = pages.find((each) => each.name === route.page);
  const isHeld = page && (page.always || caller.pages.has(page.path.toLowerCase()));
  if (!isHeld) throw new AppError('PLUGIN_FORBIDDEN');
  const base = plugin.grants.backend;
  if (base === undefined) throw new AppError('PLUGIN_BACKEND_NOT_CONNECTED', { facts: { plugin: name } });
  const asked = query.join('?');
  if (asked.length > MAX_QUERY) throw new AppError('UNREADABLE_REQUEST');
  const path = `/${parts.map(encodeURIComponent).join('/')}`;
  const address = new URL(base.replace(/\/+$/, '') + path);
  address.search = new URLSearchParams(asked).toString();
  return { address, path };
}

/** Asks through the plugin's line: not while it rests, and not more at once than it may. */
async function ask(line: Line, call: ServiceCall): Promise<ServiceAnswer> {
  const { plugin } = call;
  const waitMs = line.breaker?.waitMs(Date.now()) ?? 0;
  if (waitMs > 0 || line.underWay >= MAX_AT_ONCE)
    throw new AppError('PLUGIN_BACKEND_RESTING', {
      facts: { plugin, seconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
    });
  line.underWay += 1;
  try {
    const answer = await askService(call);
    line.breaker?.succeeded();
    return answer;
  } catch (cause) {
    line.breaker?.failed(Date.now());
    throw cause;
  } finally {
    line.underWay -= 1;
  }
}

/** What a service gets of a call: who asks, signed, and what; never a cookie, a token or an address. */
async function headersOf(
  { db, services }: Dependencies,
  { plugin, caller, trial }: Asked,
  { request, path }: { readonly request: FastifyRequest; readonly path: string },
): Promise<Record<string, string>> {
  const { scope, merchants } = await services.rights.of(caller.userNo, caller.rightsEpoch);
  const { name } = plugin.manifest.description;
  const claims: Identity = {
    // Not the audience of the service that everybody uses: what a developer's machine is sent opens nothing there.
    aud: trial === null ? name : `${name}.trial`,
    ...(trial !== null && { trial: trial.overrideId }),
    sub: caller.userNo,
    name: caller.realName,
    merchants: scope === 'all' ? 'all' : merchants.map(({ merchantNo }) => merchantNo),
    permissions: [...codesWithin(plugin, caller)].sort(),
    masked: plugin.isIsolated || caller.isMasked,
    call: `${request.method} ${path}`,
    jti: request.id,
  };
  const until = trial === null ? Number.POSITIVE_INFINITY : Date.parse(trial.endsAt);
  const identity = await signIdentity(db, claims, Date.now(), until);
  const headers: Record<string, string> = {
    authorization: `Bearer ${identity}`,
    accept: 'application/json',
    'x-request-id': request.id,
  };
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && /^[\w.~-]{16,64}$/.test(key)) headers['idempotency-key'] = key;
  if (request.method !== 'GET') headers['content-type'] = 'application/json';
  return headers;
}

/**
 * `/api/plugin/<name>/…` goes on to the service that an operator connected, or, in a session that tries the plugin, to
 * the one that its developer named. `/.well-known/kituo-keys.json` is
 * what that service checks the signature of who asks with.
 */
export function registerBackends(app: FastifyInstance, dependencies: Dependencies): void {
  const lines = new Map<string, Line>();
  const callers = new WeakMap<object, Caller>();
  // A publisher's plugins share the line to one service: it is no better for another of them.
  const lineTo = ({ plugin: { manifest }, trial }: Asked, { origin }: URL): Line => {
    const id = `${trial === null ? manifest.description.publisher : 'on trial'} ${origin}`;
    const line = lines.get(id) ?? { breaker: trial === null ? new Breaker() : null, underWay: 0 };
    lines.set(id, line);
    return line;
  };

  app.get('/.well-known/kituo-keys.json', async (_, reply) => {
    const { keySet } = await identityKey(dependencies.db);
    return reply.header('cache-control', 'public, max-age=300').send(keySet);
  });

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/api/plugin/:name/*',
    // Before a body is read.
    onRequest: async (request) => {
      callers.set(request, await admitted(dependencies, request, request.params.name));
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const signedIn = callers.get(request);
      if (signedIn === undefined) throw new AppError('FORBIDDEN');
      const isOfFrame = request.headers[PLUGIN_HEADER] !== undefined;
      const asked = await pluginOf(dependencies, signedIn, { name, isOfFrame });
      const { address, path } = addressOf(asked.plugin, asked.caller, request);
      if (Buffer.isBuffer(request.body)) throw new AppError('UNREADABLE_REQUEST');
      const { method } = request;
      const headers = await headersOf(dependencies, asked, { request, path });
      const body = method === 'GET' ? null : JSON.stringify(request.body ?? {});
      const answer = await ask(lineTo(asked, address), {
        plugin: name,
        address,
        method,
        headers,
        body,
      });
      if ('refused' in answer) throw new AppError('PLUGIN_BACKEND_REFUSED', { facts: { message: answer.message } });
      return sendJson(request, reply, successBody(answer.data));
    },
  });
}
