import { createPrivateKey, createSign } from 'node:crypto';
import * as z from 'zod/mini';
import { exchange } from '../exchange.ts';
import { GatewayError } from '../gateway-error.ts';
import { jsonOf } from '../json.ts';
import type { PushGateway } from '../ports.ts';

const serviceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().check(z.regex(/^[a-z][a-z0-9-]{4,62}$/)),
  private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  client_email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/** The key file of a service account, as Google gives it out; null for anything else. */
export function serviceAccountOf(text: string): ServiceAccount | null {
  const { data } = serviceAccount.safeParse(jsonOf(text));
  if (!data) return null;
  try {
    return createPrivateKey(data.private_key).asymmetricKeyType === 'rsa' ? data : null;
  } catch {
    return null;
  }
}

export interface FcmOptions {
  /** `https://fcm.googleapis.com`, without a slash at the end. */
  readonly url: string;
  /** Where a signed claim is exchanged for a token. The one in the key file is not used: files are chosen by people. */
  readonly tokenUrl: string;
  readonly key: ServiceAccount;
  readonly timeoutMs: number;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const LIVES_SECONDS = 3_600;
/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() });
const sentReply = z.object({ name: z.string() });
const failedReply = z.object({
  error: z.object({
    message: z.string(),
    status: z.string(),
    details: z.optional(z.array(z.object({ errorCode: z.optional(z.string()) }))),
  }),
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Firebase Cloud Messaging behind the port for push (HTTP v1). */
export function createFcmClient({ url, tokenUrl, key, timeoutMs }: FcmOptions): PushGateway {
  let held: { readonly token: string; readonly until: number } | null = null;

  function assertion(): string {
    const issuedAt = Math.floor(Date.now() / 1000);
    const claims = {
      iss: key.client_email,
      scope: SCOPE,
      aud: AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + LIVES_SECONDS,
    };
    const body = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
    return `${body}.${createSign('RSA-SHA256').update(body).sign(key.private_key, 'base64url')}`;
  }

  /** Nothing is sent before there is a token: whatever fails here may be tried again. */
  async function token(): Promise<string> {
    if (held && held.until > Date.now()) return held.token;
    let answer;
    try {
      answer = await exchange({
        url: tokenUrl,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertion(),
        }).toString(),
        timeoutMs,
      });
    } catch (error) {
      throw new GatewayError('NOT_SENT', 'no push token', { cause: error });
    }
    const { status, text } = answer;
    if (status === 400 || status === 401) throw new GatewayError('REFUSED', 'the key is refused', { code: 'KEY' });
    const { data } = tokenReply.safeParse(jsonOf(text));
    if (status !== 200 || !data) throw new GatewayError('NOT_SENT', `push token: ${status}`);
    held = { token: data.access_token, until: Date.now() + data.expires_in * 1000 - EARLY_MS };
    return held.token;
  }

  return {
    async send({ token: device, title, text: body, messageNo }) {
      const { status, text } = await exchange({
        url: `${url}/v1/projects/${key.project_id}/messages:send`,
        method: 'POST',
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token: device, notification: { title, body }, data: { messageNo } } }),
        timeoutMs,
      });
      const sent = sentReply.safeParse(jsonOf(text));
      if (status === 200 && sent.success) return { messageId: sent.data.name };
      if (status === 401) held = null;
      const { data } = failedReply.safeParse(jsonOf(text));
      // A quota that is used up: nothing was taken on.
      if (status === 429) throw new GatewayError('NOT_SENT', 'push quota', { code: 'QUOTA_EXCEEDED' });
      if (status >= 400 && status < 500) {
        const named = data?.error.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
        throw new GatewayError('REFUSED', data?.error.message ?? `push: ${status}`, {
          code: named ?? data?.error.status ?? `HTTP ${status}`,
        });
      }
      throw new GatewayError('UNKNOWN', `push: ${status}`);
    },
  };
}
