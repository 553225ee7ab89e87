import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

export const AT_VOICE_ACCOUNT = { username: 'sandbox', apiKey: 'sandbox-at-voice-key', from: '+254711082000' } as const;

/** How a call to a number ends, by its last digit. */
const CAUSES = ['NORMAL_CLEARING', 'NORMAL_CLEARING', 'NO_ANSWER', 'USER_BUSY', 'SUBSCRIBER_ABSENT'] as const;

/** Africa's Talking voice: rings our side, asks what to do, dials whom it is told, and says how that ended. */
export class AtVoice {
  /** As it is set for the number in their console; nothing is told while it is not. */
  reportUrl: string | undefined;
  /** Numbers that were dialled, in order. */
  readonly dialled: string[] = [];
  readonly #world: World;
  readonly #deliveries: Deliveries;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    app.post<{ Body: URLSearchParams }>('/call', async (request, reply) => {
      const { body } = request;
      const isOurs = body.get('username') === AT_VOICE_ACCOUNT.username && body.get('from') === AT_VOICE_ACCOUNT.from;
      if (request.headers['apikey'] !== AT_VOICE_ACCOUNT.apiKey || !isOurs) {
        return await reply.status(401).send('The supplied authentication is invalid');
      }
      const phoneNumber = body.get('to') ?? '';
      const isRefused = this.#world.happens('refusal');
      const sessionId = `ATVId_${body.get('clientRequestId') ?? ''}`;
      const entry = { phoneNumber, status: isRefused ? 'InvalidPhoneNumber' : 'Queued', sessionId };
      if (!isRefused) void this.#carry(sessionId, body.get('clientRequestId') ?? '');
      return await answer(reply, this.#world, { entries: [entry], errorMessage: 'None' });
    });
  }

  async #carry(sessionId: string, clientRequestId: string): Promise<void> {
    if (this.reportUrl === undefined) return;
    const about = { sessionId, clientRequestId, direction: 'Outbound', callerNumber: AT_VOICE_ACCOUNT.from };
    const document = await this.#deliveries.askForm(this.reportUrl, { ...about, isActive: '1' });
    const number = /<Dial [^>]*phoneNumbers="\+(\d+)"/.exec(document ?? '')?.[1];
    if (number !== undefined) this.dialled.push(number);
    const hangupCause = number === undefined ? 'CALL_REJECTED' : CAUSES[Number(number.at(-1)) % CAUSES.length];
    const spoken = hangupCause === 'NORMAL_CLEARING' ? '41' : '0';
    this.#deliveries.form(this.reportUrl, {
      ...about,
      isActive: '0',
      hangupCause: hangupCause ?? 'NORMAL_CLEARING',
      durationInSeconds: spoken,
      dialDurationInSeconds: spoken,
      amount: '1.20',
      currencyCode: 'KES',
    });
  }
}
