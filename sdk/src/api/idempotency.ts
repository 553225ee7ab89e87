/**
 * Makes a key for one command: 32 hexadecimal characters. A form mints it when it opens and sends
 * it with every attempt, so that sending twice has one effect.
 */
export function newIdempotencyKey(): string {
  // `crypto.randomUUID` is missing on plain http addresses other than localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
