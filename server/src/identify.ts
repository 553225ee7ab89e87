import { type Endpoint, PLUGIN_HEADER } from '@kituo/sdk/contracts';
import type { FastifyRequest } from 'fastify';
import type { Database } from './db/database.ts';
import type { Caller } from './http/implement.ts';
import { authenticate } from './modules/platform/access/index.ts';
import { callerForPlugin } from './modules/plugins/plugin-frame/index.ts';
import type { Services } from './services.ts';

/** The person of a request's session, cut down where an isolated plugin calls for them. */
export function identifyBy({ db, services }: { readonly db: Database; readonly services: Services }) {
  return async (request: FastifyRequest, endpoint: Endpoint): Promise<Caller> => {
    const person = await authenticate(db, services, request, endpoint.access);
    const plugin = request.headers[PLUGIN_HEADER];
    return plugin === undefined ? person : await callerForPlugin(services, endpoint, person, `${plugin}`);
  };
}
