import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { WhatsAppGateway } from '../ports.ts';

export interface WhatsAppOptions {
  /** `https://graph.facebook.com/v23.0`, without a slash at the end. */
  readonly url: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
  /** An approved template whose body is one variable: a business may open a conversation with nothing else. */
  readonly templateName: string;
  readonly timeoutMs: number;
}

const sentReply = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const failedReply = z.object({ error: z.object({ message: z.string(), code: z.number() }) });
/** Too much at once: nothing was taken on. */
const LATER = new Set([4, 80_007, 130_429, 131_048, 131_056]);

/** A variable takes neither line breaks nor tabs nor more than four spaces in a row. */
const asVariable = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** WhatsApp's Cloud API behind the port. */
export function createWhatsAppClient(options: WhatsAppOptions): WhatsAppGateway {
  return {
    async send({ phone, text, language, messageNo }) {
      const { status, text: body } = await exchange({
        url: `${options.url}/${options.phoneNumberId}/messages`,
        method: 'POST',
        headers: { authorization: `Bearer ${options.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: phone,
          type: 'template',
          template: {
            name: options.templateName,
            language: { code: language },
            components: [{ type: 'body', parameters: [{ type: 'text', text: asVariable(text) }] }],
          },
          biz_opaque_callback_data: messageNo,
        }),
        timeoutMs: options.timeoutMs,
      });
      const sent = sentReply.safeParse(jsonOf(body));
      const [first] = sent.data?.messages ?? [];
      if (status === 200 && first) return { messageId: first.id };
      const { data } = failedReply.safeParse(jsonOf(body));
      if (status === 429 || (data && LATER.has(data.error.code))) {
        throw new GatewayError('NOT_SENT', data?.error.message ?? 'WhatsApp: 429');
      }
      if (status >= 400 && status < 500) {
        const code = data ? String(data.error.code) : `HTTP ${status}`;
        throw new GatewayError('REFUSED', data?.error.message ?? `WhatsApp: ${status}`, { code });
      }
      throw new GatewayError('UNKNOWN', `WhatsApp: ${status}`);
    },
  };
}

const status = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  status: z.string(),
  biz_opaque_callback_data: z.optional(z.string()),
});
const notice = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: z.optional(z.array(status)) }) })),
    }),
  ),
});

const OUTCOME: Readonly<Record<string, 'SENT' | 'DELIVERED' | 'FAILED'>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  // It was delivered before it was read; the report of that may be missing.
  read: 'DELIVERED',
  failed: 'FAILED',
};

export interface WhatsAppStatus {
  readonly messageId: string;
  readonly messageNo: string | null;
  readonly outcome: 'SENT' | 'DELIVERED' | 'FAILED';
}

/** What a webhook of theirs tells of messages of ours; null where it is none. */
export function whatsAppStatuses(fields: unknown): WhatsAppStatus[] | null {
  const { data } = notice.safeParse(fields);
  if (!data) return null;
  const all = data.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? []));
  return all.flatMap(({ id, status: told, biz_opaque_callback_data: messageNo = null }) => {
    const outcome = OUTCOME[told];
    return outcome ? [{ messageId: id, messageNo, outcome }] : [];
  });
}
