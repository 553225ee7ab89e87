import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

/** One message that was taken on. */
export interface SentWhatsApp {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly template: string;
  readonly language: string;
}

export const WHATSAPP_ACCOUNT = {
  phoneNumberId: '106540352242922',
  accessToken: 'sandbox-whatsapp-token',
  templateName: 'kituo_notice',
};

interface Body {
  readonly to?: string;
  readonly type?: string;
  readonly template?: {
    readonly name?: string;
    readonly language?: { readonly code?: string };
    readonly components?: readonly { readonly parameters?: readonly { readonly text?: string }[] }[];
  };
  readonly biz_opaque_callback_data?: string;
}

/** WhatsApp's Cloud API as far as a lender uses it: a template message and its reports. */
export class WhatsApp {
  readonly sent: SentWhatsApp[] = [];
  readonly #world: World;
  readonly #deliveries: Deliveries;
  /** Where reports go; set in their dashboard, so no call carries it. */
  reportUrl: string | undefined;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    app.post<{ Params: { id: string }; Body: Body }>('/v23.0/:id/messages', async (request, reply) => {
      const isKnown = request.headers.authorization === `Bearer ${WHATSAPP_ACCOUNT.accessToken}`;
      if (!isKnown || request.params.id !== WHATSAPP_ACCOUNT.phoneNumberId) {
        return await reply.status(401).send(failure(190, 'Invalid OAuth access token.'));
      }
      const { to = '', template, biz_opaque_callback_data: opaque } = request.body;
      if (template?.name !== WHATSAPP_ACCOUNT.templateName) {
        return await reply.status(404).send(failure(132_001, 'Template name does not exist in the translation'));
      }
      if (!/^254\d{9}$/.test(to) || this.#world.happens('refusal')) {
        return await reply.status(400).send(failure(131_026, 'Message undeliverable'));
      }
      const id = `wamid.${Buffer.from(randomUUID()).toString('base64')}`;
      const text = template.components?.[0]?.parameters?.[0]?.text ?? '';
      this.sent.push({ id, phone: to, text, template: template.name, language: template.language?.code ?? '' });
      if (this.reportUrl !== undefined) {
        const end = this.#world.happens('failure') ? 'failed' : 'delivered';
        for (const status of ['sent', end]) this.#deliveries.json(this.reportUrl, report(id, to, status, opaque));
      }
      const contacts = [{ input: to, wa_id: to }];
      return await answer(reply, this.#world, { messaging_product: 'whatsapp', contacts, messages: [{ id }] });
    });
  }
}

const report = (id: string, to: string, status: string, opaque: string | undefined) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '0',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { phone_number_id: WHATSAPP_ACCOUNT.phoneNumberId },
            statuses: [
              {
                id,
                status,
                timestamp: String(Math.floor(Date.now() / 1000)),
                recipient_id: to,
                ...(opaque !== undefined && { biz_opaque_callback_data: opaque }),
              },
            ],
          },
        },
      ],
    },
  ],
});

const failure = (code: number, message: string) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: 'sandbox' },
});
