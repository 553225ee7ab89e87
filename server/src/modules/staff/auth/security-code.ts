import { Secret, TOTP } from 'otpauth';

/** Length of a time step. */
const STEP_SECONDS = 30;
/** Steps either side that count as now: a slow thumb, a clock a little off. */
const WINDOW = 1;
/** Steps either side in which a clock that is off is recognised: ten minutes. */
const CLOCK_WINDOW = 20;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
export const newMfaSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

function totpOf(secret: Buffer, userName: string): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    issuer: 'Kituo',
    label: userName,
    secret: new Secret({ buffer: bytes.buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
}

/** What the QR code says, and the secret for typing. */
export function provisioningOf(secret: Buffer, userName: string): { uri: string; secret: string } {
  const totp = totpOf(secret, userName);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

export type CodeVerdict =
  | { readonly kind: 'right'; readonly step: number }
  | { readonly kind: 'used' }
  /** Right for another time. Positive: the phone's clock is ahead. */
  | { readonly kind: 'clockOff'; readonly offBySeconds: number }
  | { readonly kind: 'wrong' };

/**
 * Judges a code of six digits: one time step either way, and only steps after `lastStep`, so that each
 * code counts once.
 */
export function judgeCode(
  secret: Buffer,
  code: string,
  { lastStep, now }: { readonly lastStep: number; readonly now: Date },
): CodeVerdict {
  const totp = totpOf(secret, '');
  const present = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const isOf = (step: number) => totp.generate({ timestamp: step * STEP_SECONDS * 1000 }) === code;
  // The nearest first; so a code is taken for the time it was most likely made at.
  for (let away = 0; away <= CLOCK_WINDOW; away += 1) {
    for (const step of away === 0 ? [present] : [present - away, present + away]) {
      if (!isOf(step)) continue;
      if (step <= lastStep) {
        if (away <= WINDOW) return { kind: 'used' };
        continue;
      }
      if (away <= WINDOW) return { kind: 'right', step };
      return { kind: 'clockOff', offBySeconds: (step - present) * STEP_SECONDS };
    }
  }
  return { kind: 'wrong' };
}
