import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';

const DATABASE_MS = 2_000;

async function isDatabaseThere(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS);
  });
  const answer = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answer, late]);
  clearTimeout(timer);
  return isThere;
}

/** Whether this process is on its way out; set by the drain. */
export interface Readiness {
  isDraining: boolean;
}

/**
 * `/health/live`: the process answers. `/health/ready`: send calls here. A registry file that was not
 * taken in leaves the process ready, on the last good state, and is told with its reason and line.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, services, readiness }: { db: Database; services: Services; readiness: Readiness },
): void {
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/health/ready', async (_, reply) => {
    const isThere = await isDatabaseThere(db);
    const { revision, loadedAt, fault, plugins } = services.registry.state();
    const isReady = isThere && !readiness.isDraining;
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : readiness.isDraining ? 'draining' : 'not ready',
        database: isThere ? 'up' : 'down',
        registry: {
          status: fault === null ? 'current' : 'last good state',
          revision,
          loadedAt: loadedAt.toISOString(),
          fault,
          plugins,
        },
        host: services.host.manifest.version,
      });
  });
}
