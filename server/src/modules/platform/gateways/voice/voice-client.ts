import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { VoiceGateway } from '../ports.ts';
import { transcriptReport } from '../transcript-report.ts';

export interface VoiceOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** Where the exchange tells of each call's end, secret included. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

const callReply = z.object({ callId: z.string().check(z.minLength(1), z.maxLength(200)) });
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** How a call of a member of staff ended. */
export const staffCallReport = z.object({
  callId: z.string(),
  callNo: z.string(),
  outcome: z.enum(['ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'NUMBER_FAULT', 'FAILED']),
  /** Spoken, ringing not counted. */
  seconds: z.number().check(z.int(), z.nonnegative()),
  endedAt: z.iso.datetime({ offset: true }),
  recordingUrl: z.optional(z.url()),
  /** What was said, where the exchange writes it down. */
  transcript: z.optional(transcriptReport),
});

/**
 * A telephone exchange that calls two sides and joins them, behind the port: JSON over HTTP, a bearer key. A
 * call number that it has seen is not dialled a second time.
 */
export function createVoiceClient(options: VoiceOptions): VoiceGateway {
  return {
    async dial({ callNo, extension, phone }) {
      const { status, text } = await exchange({
        url: `${options.url}/v1/calls`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ callNo, extension, phone, callbackUrl: options.callbackUrl }),
        timeoutMs: options.timeoutMs,
      });
      const json = jsonOf(text);
      if (status >= 400 && status < 500) {
        const no = refusal.safeParse(json);
        throw new GatewayError('REFUSED', no.data?.error.message ?? `voice: ${status}`, {
          code: no.data?.error.code ?? String(status),
        });
      }
      const read = callReply.safeParse(json);
      if (status >= 300 || !read.success) throw new GatewayError('UNKNOWN', `voice: ${status}`);
      return read.data;
    },
  };
}
