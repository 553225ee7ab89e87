import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';

/** One notification that reached a partner. */
export interface PartnerNotice {
  readonly host: string;
  readonly eventId: string;
  readonly status: number;
}

/** The systems of merchants and partners under `.example`: each takes what it is sent, unless told to refuse. */
export class Partners {
  readonly notices: PartnerNotice[] = [];
  /** What each host answers with from now on. */
  readonly statuses = new Map<string, number>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  register(app: FastifyInstance): void {
    app.post<{ Params: { host: string } }>('/partners/:host/*', async (request, reply) => {
      const { host } = request.params;
      const status = this.statuses.get(host) ?? 200;
      this.notices.push({ host, eventId: String(request.headers['kituo-event-id'] ?? ''), status });
      const body = status === 200 ? { received: true } : { error: 'Down for maintenance' };
      return await answer(reply, this.#world, body, { status });
    });
    app.post<{ Body: { host: string; status: number } }>('/sandbox/partner', async ({ body: { host, status } }) => {
      this.statuses.set(host, status);
      return { host, status };
    });
    app.get<{ Params: { host: string } }>('/sandbox/partner/:host', async ({ params: { host } }) =>
      this.notices.filter((notice) => notice.host === host),
    );
  }
}
