import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { TelephonyAdapter } from '../ports.ts';

export interface SipOptions {
  readonly url: string;
  readonly domain: string;
  readonly secret: string;
}

/** A password that somebody reads along is of no use soon after. */
const VALID_MS = 600_000;

const callNo = z.string().check(z.minLength(1), z.maxLength(64));
const sipUser = z.string().check(z.minLength(1), z.maxLength(64));

/** What the edge asks before it connects a call: whose browser dials which of our numbers. */
export const routeQuestion = z.object({ callNo, user: sipUser });

/** What the edge asks when somebody rings one of our numbers. */
export const incomingQuestion = z.object({
  /** Its own number of the call: asked twice, it is one call. */
  callId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** As networks write it: `+2547…`, `2547…` or `07…`. */
  from: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) =>
        typed
          .replaceAll(/[\s()-]/g, '')
          .replace(/^\+/, '')
          .replace(/^0(?=[17]\d{8}$)/, '254'),
      ),
    ),
    z.string().check(z.regex(/^254\d{9}$/)),
  ),
  /** The number of ours that was called. */
  to: z.string().check(z.minLength(1), z.maxLength(64)),
  /** True where the edge can hold a caller in line, and asks again while it does. */
  canWait: z.optional(z.boolean()),
});

/** What the edge tells of a call on its way. ENDED comes last, and says how. */
export const callEvent = z.object({
  callNo,
  event: z.enum(['RINGING', 'ANSWERED', 'ENDED']),
  outcome: z.optional(z.enum(['ANSWERED', 'NO_ANSWER', 'CANCELLED', 'BUSY', 'SWITCHED_OFF', 'NUMBER_FAULT', 'FAILED'])),
  /** Why it ended, as the network words it: a SIP status or a Q.850 cause. */
  cause: z.optional(z.string().check(z.maxLength(100))),
  /** Spoken, ringing not counted. */
  seconds: z.optional(z.int().check(z.nonnegative(), z.maximum(86_400))),
  at: z.iso.datetime({ offset: true }),
  recordingUrl: z.optional(z.url()),
});
export type CallEvent = z.output<typeof callEvent>;

/**
 * SIP over WebSocket (RFC 7118), with passwords as Kamailio's `auth_ephemeral` checks them: the name begins with when it
 * expires, in seconds, and the password is its HMAC-SHA1. So the edge needs no list of people, and nothing is stored.
 */
export function createSipTelephony({ url, domain, secret }: SipOptions): TelephonyAdapter {
  return {
    userOf: (userNo, sessionId) =>
      `${userNo.toLowerCase()}-${createHash('sha256').update(sessionId).digest('hex').slice(0, 12)}`,
    credentialsFor(user, at) {
      const expiresAt = new Date(at.getTime() + VALID_MS);
      const authUser = `${Math.floor(expiresAt.getTime() / 1000)}:${user}`;
      const password = createHmac('sha1', secret).update(authUser).digest('base64');
      return { socketUrl: url, domain, user, authUser, password, expiresAt };
    },
  };
}
