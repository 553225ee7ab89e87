import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

export const VOICE_KEY = 'sandbox-voice-key';

interface NewCall {
  readonly callNo: string;
  readonly extension: string;
  readonly phone: string;
  readonly callbackUrl: string;
}

const OUTCOMES = ['ANSWERED', 'ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF'] as const;

/** A telephone exchange: joins an extension and a number, tells how it ended. The same call number is one call. */
export class Voice {
  readonly dialled: NewCall[] = [];
  readonly #world: World;
  readonly #deliveries: Deliveries;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    app.post<{ Body: NewCall }>('/v1/calls', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${VOICE_KEY}`) {
        return await reply.status(401).send({ error: { code: 'UNAUTHORIZED', message: 'unauthorized' } });
      }
      const call = request.body;
      const isValid = /^254\d{9}$/.test(call.phone);
      if (this.#world.happens('refusal') || !isValid) {
        return await reply.status(422).send({ error: { code: 'NUMBER', message: 'this number cannot be dialled' } });
      }
      const callId = `call-${call.callNo}`;
      if (!this.dialled.some(({ callNo }) => callNo === call.callNo)) {
        this.dialled.push(call);
        this.#end(call, callId);
      }
      return await answer(reply, this.#world, { callId });
    });
  }

  #end(call: NewCall, callId: string): void {
    const last = Number(call.phone.at(-1));
    const outcome = this.#world.happens('failure') ? 'FAILED' : OUTCOMES[last % OUTCOMES.length];
    this.#deliveries.json(call.callbackUrl, {
      callId,
      callNo: call.callNo,
      outcome,
      seconds: outcome === 'ANSWERED' ? 40 + last * 7 : 0,
      endedAt: new Date().toISOString(),
    });
  }
}
