import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import { GatewayError } from '../gateway-error.ts';
import type { MailGateway } from '../ports.ts';

export interface MailOptions {
  /** `smtps://user:password@host:465` or `smtp://host:25`. */
  readonly url: string;
  /** `Kituo <no-reply@kituo.example>` */
  readonly from: string;
  readonly timeoutMs: number;
}

/** Any SMTP server behind the port for e-mail. */
export function createMailClient(options: MailOptions): MailGateway {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: options.timeoutMs,
    greetingTimeout: options.timeoutMs,
    socketTimeout: options.timeoutMs,
    // Texts are ours, addresses are not: no file or address in them is followed.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        const { messageId } = await transport.sendMail({ from: options.from, to, subject, text });
        return { messageId };
      } catch (error) {
        throw faultOf(error);
      }
    },
    close: () => transport.close(),
  };
}

const smtpFacts = z.object({
  /** 250, 421, 550 …: the server's answer. */
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
});

/** SMTP says yes or no at the end of DATA; only a silence there leaves a doubt. */
function faultOf(error: unknown): GatewayError {
  const message = error instanceof Error ? error.message : 'mail failed';
  const { responseCode, command } = smtpFacts.safeParse(error).data ?? {};
  if (responseCode !== undefined) {
    // 4xx: later, perhaps; nothing was taken on.
    const fault = responseCode >= 500 ? 'REFUSED' : 'NOT_SENT';
    return new GatewayError(fault, message, { code: String(responseCode), cause: error });
  }
  return new GatewayError(command === 'DATA' ? 'UNKNOWN' : 'NOT_SENT', message, { cause: error });
}
