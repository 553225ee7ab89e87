import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlreadyThere } from '../../../already-there.ts';

declare module '../../../services.ts' {
  interface Services {
    /** Seals secrets for the database. */
    readonly vault: Vault;
  }
}

/**
 * Seals small secrets for the database with a key that does not lie in it: whoever reads the
 * database alone reads none of them.
 */
export interface Vault {
  /** Tells keys apart; stored beside what was sealed. */
  readonly keyId: string;
  /** AES-256-GCM. What is sealed for one owner opens for no other. */
  seal(plain: Buffer, owner: string): Buffer;
  /** Throws Error for what was altered, sealed for somebody else or with another key. */
  open(sealed: Buffer, owner: string): Buffer;
  /** A keyed hash, for codes too short to be hashed without a key. */
  hash(text: string, owner: string): Buffer;
}

/** The key that sealed what is in the database is not the one this process was given. */
export class VaultKeyError extends Error {
  override readonly name = 'VaultKeyError';
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, KEY_BYTES));

export function createVault(key: Buffer): Vault {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const sealKey = derive(key, 'kituo seal');
  const hashKey = derive(key, 'kituo hash');
  return {
    keyId: derive(key, 'kituo key id').toString('hex').slice(0, 16),
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, sealKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]);
    },
    hash: (text, owner) => createHmac('sha256', hashKey).update(`${owner}\n${text}`).digest(),
  };
}

/**
 * The key of this installation: the one from the settings, else the file `secret.key` of the data folder,
 * made by the first start. Throws VaultKeyError where that file holds no key.
 */
export async function readKey(fromSettings: string | undefined, dataDir: string): Promise<Buffer> {
  if (fromSettings !== undefined) return Buffer.from(fromSettings, 'hex');
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  // Written aside and linked: whoever comes second finds a whole file or makes none.
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 });
  try {
    await link(aside, file);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  } finally {
    await rm(aside);
  }
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[\da-f]{64}$/i.test(text)) {
    throw new VaultKeyError(`${file} does not hold a key: 64 hex digits are expected`);
  }
  return Buffer.from(text, 'hex');
}
