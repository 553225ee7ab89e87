import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';

export const SCORER_KEY = 'sandbox-scorer-key';

interface Asked {
  readonly orderNo: string;
  readonly inputs: Readonly<Record<string, number | string | null>>;
}

/** A scoring service: the same inputs, the same score, with what cost most in words. */
export class Scorer {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  register(app: FastifyInstance): void {
    app.post<{ Body: Asked }>('/v1/score', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${SCORER_KEY}`) {
        return await reply.status(401).send({ error: { code: 'UNAUTHORIZED', message: 'unauthorized' } });
      }
      if (this.#world.happens('refusal')) {
        return await reply.status(503).send({ error: { code: 'BUSY', message: 'no model is loaded' } });
      }
      return await answer(reply, this.#world, scoreOf(request.body.inputs));
    });
  }
}

function scoreOf(inputs: Asked['inputs']): { readonly score: number; readonly reasons: string[] } {
  const number = (name: string): number => Number(inputs[name] ?? 0);
  const late = Math.min(number('maxOverdueDays') * 6, 300);
  const many = Math.min(number('applications30Days') * 40, 200);
  const repaid = Math.min(number('settledOrders') * 50, 200);
  const reasons = [
    ...(late > 0 ? ['Repaid late before'] : []),
    ...(many > 0 ? ['Applied often of late'] : []),
    ...(repaid === 0 ? ['No loan repaid yet'] : []),
  ];
  return { score: Math.max(0, Math.min(1_000, 600 + repaid - late - many)), reasons };
}
