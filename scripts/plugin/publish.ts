import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  PACKAGE_CONTENT_TYPE,
  PUBLISH_PROOF_HEADER,
  publishProofText,
  publishWithKey,
} from '../../sdk/src/contracts/plugins/plugin-admin.contract.ts';
import { fullPath } from '../../sdk/src/contracts/endpoint.ts';
import { BuildError } from '../build/build-error.ts';
import { keyIdOf } from './package-file.ts';

const refused = z.object({
  msg: z.string(),
  data: z.object({ facts: z.optional(z.record(z.string(), z.unknown())) }),
});
const accepted = z.object({ code: z.literal(0), data: publishWithKey.reply });

/** Sends a package to a console with the publisher's key in the place of a session. @throws BuildError */
export async function sendPackage(
  path: string,
  { to, publisher, keyFile }: { to: string; publisher: string; keyFile: string },
): Promise<z.output<typeof publishWithKey.reply>> {
  const body = await readFile(path);
  const address = new URL(fullPath(publishWithKey), to);
  const reply = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': PACKAGE_CONTENT_TYPE,
      [PUBLISH_PROOF_HEADER]: await proofOf(body, publisher, keyFile),
    },
    body,
    redirect: 'error',
  }).catch((fault: unknown) => {
    const cause = fault instanceof Error ? (fault.cause ?? fault) : fault;
    throw new BuildError(
      `${address.origin} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}. Nothing was published.`,
    );
  });
  const answer: unknown = await reply.json().catch(() => null);
  const done = accepted.safeParse(answer);
  if (done.success) return done.data.data;
  const fault = refused.safeParse(answer);
  if (!fault.success) throw new BuildError(`${address.origin} answered ${reply.status}. Is it the console's address?`);
  const { what, mend } = fault.data.data.facts ?? {};
  const { msg } = fault.data;
  const more = [what, mend].filter((one) => typeof one === 'string' && !msg.includes(one));
  throw new BuildError([msg, ...more].join('\n'));
}

async function proofOf(body: Uint8Array, publisher: string, keyFile: string): Promise<string> {
  const keyId = keyIdOf(keyFile);
  const sentAt = Date.now();
  const bodyHash = createHash('sha256').update(body).digest('base64url');
  const key = createPrivateKey(await readFile(keyFile, 'utf8'));
  const text = publishProofText(publisher, keyId, sentAt, bodyHash);
  const signature = sign(null, Buffer.from(text), key).toString('base64url');
  return [publisher, keyId, sentAt, bodyHash, signature].join('.');
}

/** Makes a publisher's key pair. @returns the two files: the private one, and the one for the operator. */
export async function makeKey(
  publisher: string,
  folder: string,
): Promise<{ readonly keyFile: string; readonly publisherFile: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = `${publisher}-1`;
  const keyFile = join(folder, `${id}.pem`);
  const publisherFile = join(folder, `${publisher}.publisher.json`);
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await writeFile(keyFile, pem, { mode: 0o600, flag: 'wx' }).catch((fault: unknown) => {
    const isThere = fault instanceof Error && 'code' in fault && fault.code === 'EEXIST';
    throw isThere ? new BuildError(`${keyFile} is there already. It stays as it is.`) : fault;
  });
  const key = {
    id,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
  // Where the operator puts it, its schema lies one folder up.
  const file = { $schema: '../publisher.schema.json', name: publisher, keys: [key] };
  await writeFile(publisherFile, `${JSON.stringify(file, null, 2)}\n`);
  return { keyFile, publisherFile };
}
