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
    async send({ to, subject, text, from = options.from, attachments = [] }) {
      try {
        const { messageId } = await transport.sendMail({
          from,
          to,
          subject,
          text,
          attachments: attachments.map(({ fileName: filename, contentType, content }) => ({
            filename,
            contentType,
            content,
          })),
        });
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
  /** Of SMTP; `CONN` for whatever happens to the connection, at any time. */
  command: z.optional(z.string()),
  /** `connect` where it never came about. */
  syscall: z.optional(z.string()),
  timeoutType: z.optional(z.string()),
});

/** Time-outs of before the first command. */
const NEVER_OPENED = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);

/**
 * SMTP says yes or no at the end of DATA. A connection that breaks or falls silent once it was open may have done so
 * there, after the message was taken.
 */
function faultOf(error: unknown): GatewayError {
  const message = error instanceof Error ? error.message : 'mail failed';
  const { responseCode, command, syscall, timeoutType } = smtpFacts.safeParse(error).data ?? {};
  if (responseCode !== undefined) {
    // 4xx: later, perhaps; nothing was taken on.
    const fault = responseCode >= 500 ? 'REFUSED' : 'NOT_SENT';
    return new GatewayError(fault, message, { code: String(responseCode), cause: error });
  }
  const isShut = syscall === 'connect' || (timeoutType !== undefined && NEVER_OPENED.has(timeoutType));
  const isLate = command === undefined || command === 'DATA' || command === 'CONN';
  return new GatewayError(isLate && !isShut ? 'UNKNOWN' : 'NOT_SENT', message, { cause: error });
}
