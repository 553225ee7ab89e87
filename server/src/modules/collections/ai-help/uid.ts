import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from '../../platform/vault/index.ts';

/*
 * The UID that the chat tool is given for a customer: `K2026Q4.` and the customer's number under AES-256-GCM. Each
 * quarter has a key of its own, derived from the installation's; a UID names its quarter, so that old ones still open.
 */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Also within a link that somebody pasted. */
const FORM = /K(\d{4}Q[1-4])\.([\w-]{40,})/;

const keyOf = (vault: Vault, quarter: string): Buffer => vault.hash(`ai help ${quarter}`, 'aiHelp');

function quarterOf(at: Date): string {
  return `${String(at.getUTCFullYear())}Q${String(Math.floor(at.getUTCMonth() / 3) + 1)}`;
}

/** A UID of a customer, another one each time. */
export function uidOf(vault: Vault, customerNo: string, at: Date): string {
  const quarter = quarterOf(at);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(vault, quarter), nonce).setAAD(Buffer.from(quarter));
  const sealed = Buffer.concat([cipher.update(customerNo.padEnd(16), 'utf8'), cipher.final()]);
  return `K${quarter}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Whose a UID is; null for what is none of ours or was altered. */
export function openUid(vault: Vault, given: string, at: Date): { customerNo: string; isOldKey: boolean } | null {
  const [, quarter = '', body = ''] = FORM.exec(given) ?? [];
  const sealed = Buffer.from(body, 'base64url');
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(vault, quarter), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(quarter)).setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return { customerNo: text.toString('utf8').trim(), isOldKey: quarter !== quarterOf(at) };
  } catch {
    return null;
  }
}
