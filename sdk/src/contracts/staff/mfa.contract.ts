import * as z from 'zod/mini';
import { signInReply, validateChannel } from './auth.contract.ts';
import { defineEndpoint } from '../endpoint.ts';

const securityCode = z.string().check(z.regex(/^\d{6}$/, 'Six digits'));
const qrId = z.string().check(z.minLength(1), z.maxLength(64));
/** Of the reply that named the step. */
const stepToken = z.string().check(z.minLength(1), z.maxLength(200));

/** An authenticator to bind. It counts for ten minutes or five wrong codes, until the next one is made. */
export const mfaOffer = z.object({
  qrId: z.string(),
  /** `otpauth://totp/Kituo:<userName>?…`: what the QR code says. */
  uri: z.string(),
  /** The same secret for typing: base32. */
  secret: z.string(),
  expiresInSeconds: z.number(),
  triesLeft: z.number(),
});
export type MfaOffer = z.output<typeof mfaOffer>;

/** Ten, each for one sign-in without the authenticator. Shown this once. */
const recoveryCodes = z.array(z.string());

export const sendAuthUserValidateCode = defineEndpoint({
  name: 'auth.sendAuthUserValidateCode',
  method: 'POST',
  path: 'noAuth/logon/sendAuthUserValidateCode',
  access: 'public',
  kind: 'signal',
  summary: 'Sends a code of six digits to the person whose password was right; again after 60 seconds',
  request: z.object({ stepToken, validateChannel }),
  reply: z.object({
    /** Masked. */
    destination: z.string(),
    expiresInSeconds: z.number(),
    resendInSeconds: z.number(),
  }),
});

export const verifyMfa = defineEndpoint({
  name: 'auth.verifyMfa',
  method: 'POST',
  path: 'noAuth/logon/verifyMfa',
  access: 'public',
  kind: 'signal',
  summary: 'Takes the authenticator’s code, or one recovery code, after the password',
  request: z.object({
    stepToken,
    securityCode: z.optional(securityCode),
    /** In the place of `securityCode`; blanks and dashes do not matter. */
    recoveryCode: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
  reply: z.object({
    ...signInReply.shape,
    /** After a recovery code: how many are left. Null after a code of the authenticator. */
    recoveryCodesLeft: z.nullable(z.number()),
  }),
});

export const signInQr = defineEndpoint({
  name: 'auth.mfaQr',
  method: 'POST',
  path: 'noAuth/logon/mfaQr',
  access: 'public',
  kind: 'signal',
  summary: 'A new authenticator to bind while signing in; voids the one before',
  request: z.object({ stepToken }),
  reply: mfaOffer,
});

export const signInBind = defineEndpoint({
  name: 'auth.mfaBind',
  method: 'POST',
  path: 'noAuth/logon/mfaBind',
  access: 'public',
  kind: 'signal',
  summary: 'Binds the authenticator by its first code and goes on signing in',
  request: z.object({ stepToken, qrId, securityCode }),
  reply: z.object({ ...signInReply.shape, recoveryCodes }),
});

export const state = defineEndpoint({
  name: 'user.mfaState',
  method: 'GET',
  path: 'user/mfaState',
  access: 'signedIn',
  kind: 'query',
  summary: 'Whether one’s own authenticator is bound, since when, and how many recovery codes are left',
  request: z.object({}),
  reply: z.object({
    mfaBound: z.boolean(),
    boundAt: z.nullable(z.string()),
    recoveryCodesLeft: z.number(),
    /** Whether a role or the company demands one. */
    isRequired: z.boolean(),
  }),
});

export const qr = defineEndpoint({
  name: 'user.mfaQr',
  method: 'POST',
  path: 'user/mfaQr',
  access: 'signedIn',
  // Not a command: its reply holds a secret, and a command's reply is stored.
  kind: 'signal',
  summary: 'A new authenticator to bind, by choice or as a renewal; asks for the password first',
  request: z.object({
    /** Needed for the first one; wrong ones count against the sign-in limit. */
    password: z.optional(z.string().check(z.maxLength(200))),
    /** Refreshing: the one this session was shown before, in the place of the password. */
    qrId: z.optional(qrId),
  }),
  reply: mfaOffer,
});

export const bind = defineEndpoint({
  name: 'user.mfaBind',
  method: 'POST',
  path: 'user/mfaBind',
  access: 'signedIn',
  // Not a command: its reply holds the recovery codes.
  kind: 'signal',
  summary: 'Binds the new authenticator by its first code; the one before stops, other sessions end',
  request: z.object({ qrId, securityCode }),
  reply: z.object({ recoveryCodes }),
});
