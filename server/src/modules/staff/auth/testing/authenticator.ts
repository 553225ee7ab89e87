import { Secret, TOTP } from 'otpauth';

/** The code that a phone with this key shows at that moment; `steps` later or, with a minus, earlier. */
export function codeOf(key: string, steps = 0, at = Date.now()): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key), digits: 6, period: 30 });
  return totp.generate({ timestamp: at + steps * 30_000 });
}

/** A code that the phone shows at none of the times near now. */
export function wrongCode(key: string): string {
  const near = new Set(Array.from({ length: 60 }, (_, index) => codeOf(key, index - 30)));
  for (let code = 0; ; code += 1) {
    const text = String(code).padStart(6, '0');
    if (!near.has(text)) return text;
  }
}
