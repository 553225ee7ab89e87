import { fullPath } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers the methods an address does not take with 405 and the `allow` header, body unread. */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const addresses = Map.groupBy(endpoints, (endpoint) =>
    // One pattern an address, whatever each endpoint calls the parameter.
    fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1'),
  );
  for (const [url, served] of addresses) {
    const allowed = served.map(({ method }) => method);
    app.route({
      method: METHODS.filter((method) => !allowed.some((own) => own === method)),
      url,
      onRequest: async (_, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new AppError('METHOD_NOT_ALLOWED');
      },
      handler: async () => undefined,
    });
  }
}
