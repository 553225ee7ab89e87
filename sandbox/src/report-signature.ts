import { createHmac, randomUUID } from 'node:crypto';

/** What the address of a report is about: all behind its secret part. */
export const topicOf = (url: string): string => new URL(url).pathname.split('/').slice(3).join('/');

/** `kituo-signature` of a report: `t=<seconds>,n=<nonce>,v1=<hex>`, good once and for five minutes. */
export function signReport(key: string, topic: string, body: string, at = new Date()): string {
  const [seconds, nonce] = [Math.floor(at.getTime() / 1_000), randomUUID()];
  const hex = createHmac('sha256', key).update(`${seconds}.${nonce}.${topic}.${body}`).digest('hex');
  return `t=${seconds},n=${nonce},v1=${hex}`;
}
