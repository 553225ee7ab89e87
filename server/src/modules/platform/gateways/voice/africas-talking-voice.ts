import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { VoiceGateway } from '../ports.ts';
import type { staffCallReport } from './voice-client.ts';

export interface AfricasTalkingVoiceOptions {
  /** `https://voice.africastalking.com`, without a slash at the end. */
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  /** Our virtual number, which calls leave from: +254… */
  readonly from: string;
  readonly timeoutMs: number;
}

const reply = z.object({
  entries: z.array(z.object({ status: z.string(), sessionId: z.string() })),
  errorMessage: z.string(),
});

/**
 * Africa's Talking voice behind the port for calls by staff. It rings the extension (a phone number or a client of
 * theirs) first; once that is answered it asks at our address what to do, and is told whom to dial.
 */
export function createAfricasTalkingVoice(options: AfricasTalkingVoiceOptions): VoiceGateway {
  return {
    async dial({ callNo, extension }) {
      const { status, text } = await exchange({
        url: `${options.url}/call`,
        method: 'POST',
        headers: {
          apiKey: options.apiKey,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          username: options.username,
          from: options.from,
          to: extension,
          // Comes back with each notice, so that a call is found though its answer was lost.
          clientRequestId: callNo,
        }).toString(),
        timeoutMs: options.timeoutMs,
      });
      if (status >= 400 && status < 500) {
        throw new GatewayError('REFUSED', text.slice(0, 200), { code: `HTTP ${status}` });
      }
      const read = reply.safeParse(jsonOf(text));
      if (status >= 300 || !read.success) throw new GatewayError('UNKNOWN', `voice: ${status}`);
      const [first] = read.data.entries;
      if (first?.status !== 'Queued') {
        throw new GatewayError('REFUSED', first?.status ?? read.data.errorMessage, { code: first?.status ?? 'ERROR' });
      }
      return { callId: first.sessionId };
    },
  };
}

const seconds = z._default(z.string().check(z.regex(/^\d{1,6}$/)), '0');

/** What they tell of a call: while it is on (`isActive` 1, which wants an answer), and once after its end. */
export const voiceNotice = z.object({
  isActive: z.enum(['0', '1']),
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  clientRequestId: z.optional(z.string().check(z.maxLength(64))),
  /** Spoken with whom was dialled. */
  dialDurationInSeconds: seconds,
  hangupCause: z.optional(z.string().check(z.maxLength(64))),
  recordingUrl: z.optional(z.url()),
});
type VoiceNotice = z.output<typeof voiceNotice>;

const CAUSES: Readonly<Record<string, z.output<typeof staffCallReport>['outcome']>> = {
  USER_BUSY: 'BUSY',
  NO_ANSWER: 'NO_ANSWER',
  NO_USER_RESPONSE: 'NO_ANSWER',
  ORIGINATOR_CANCEL: 'NO_ANSWER',
  SUBSCRIBER_ABSENT: 'SWITCHED_OFF',
  UNALLOCATED_NUMBER: 'NUMBER_FAULT',
  INVALID_NUMBER_FORMAT: 'NUMBER_FAULT',
};

export function endOfNotice(notice: VoiceNotice) {
  const talkSeconds = Number(notice.dialDurationInSeconds);
  const outcome = talkSeconds > 0 ? 'ANSWERED' : (CAUSES[notice.hangupCause ?? ''] ?? 'FAILED');
  return { outcome, talkSeconds };
}

/** What to do with a call that was answered by our side; null rejects it. */
export const dialDocument = (phone: string | null): string =>
  phone === null
    ? '<?xml version="1.0" encoding="UTF-8"?><Response><Reject/></Response>'
    : `<?xml version="1.0" encoding="UTF-8"?><Response><Dial record="true" phoneNumbers="+${phone}"/></Response>`;
