import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';

export const STORE_ACCOUNT = {
  region: 'eu-west-1',
  bucket: 'kituo',
  accessKeyId: 'SANDBOXKEY',
  secretAccessKey: 'sandbox-store-secret',
};

interface Stored {
  readonly content: Buffer;
  readonly contentType: string;
}

/**
 * A store with as much of S3 as files need: put, get, delete by key, and addresses signed by
 * AWS Signature Version 4 in the query. Kept below a folder, else in memory.
 */
export class ObjectStoreSandbox {
  readonly #folder: string | undefined;
  readonly #held = new Map<string, Stored>();
  readonly #world: World;

  constructor(world: World, folder?: string) {
    this.#world = world;
    this.#folder = folder;
  }

  register(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 20_971_520 }, (_, body, done) =>
      done(null, body),
    );
    app.route({
      method: ['GET', 'PUT', 'DELETE'],
      url: `/${STORE_ACCOUNT.bucket}/*`,
      handler: async (request, reply) => {
        if (!isSigned(request)) return await reply.status(403).send(errorXml('AccessDenied'));
        const key = new URL(request.url, 'http://store').pathname;
        if (this.#world.happens('refusal')) {
          return await reply.status(503).type('application/xml').send(errorXml('SlowDown'));
        }
        if (request.method === 'PUT') {
          const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const contentType = request.headers['content-type'] ?? 'application/octet-stream';
          await this.#write(key, { content, contentType });
          void reply.header('etag', `"${hash('md5', content)}"`);
          return await answer(reply, this.#world, '');
        }
        if (request.method === 'DELETE') {
          await this.#remove(key);
          return await reply.status(204).send();
        }
        const found = await this.#read(key);
        if (!found)
          return await reply.status(404).type('application/xml').send(errorXml('NoSuchKey'));
        return await answer(reply, this.#world, found.content, { type: found.contentType });
      },
    });
  }

  #fileOf(key: string): string | undefined {
    return this.#folder === undefined ? undefined : join(this.#folder, hash('sha256', key));
  }

  async #write(key: string, stored: Stored): Promise<void> {
    const file = this.#fileOf(key);
    if (file === undefined) {
      this.#held.set(key, stored);
      return;
    }
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(`${file}.type`, stored.contentType);
    await writeFile(file, stored.content);
  }

  async #read(key: string): Promise<Stored | undefined> {
    const file = this.#fileOf(key);
    if (file === undefined) return this.#held.get(key);
    try {
      const contentType = await readFile(`${file}.type`, 'utf8');
      return { content: await readFile(file), contentType };
    } catch {
      return undefined;
    }
  }

  async #remove(key: string): Promise<void> {
    this.#held.delete(key);
    const file = this.#fileOf(key);
    if (file !== undefined)
      await Promise.all([rm(file, { force: true }), rm(`${file}.type`, { force: true })]);
  }
}

const hash = (algorithm: string, content: Buffer | string): string =>
  createHash(algorithm).update(content).digest('hex');
const mac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Signature Version 4, in the query of a signed address or in the header of a call. */
function isSigned(request: FastifyRequest): boolean {
  const url = new URL(request.url, 'http://store');
  const query = url.searchParams;
  const inQuery = query.get('X-Amz-Signature');
  if (inQuery !== null) {
    const date = query.get('X-Amz-Date') ?? '';
    const seconds = Number(query.get('X-Amz-Expires'));
    if (!(signedAt(date) + seconds * 1_000 > Date.now())) return false;
    query.delete('X-Amz-Signature');
    const headers = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
    return matches(inQuery, request, { url, date, headers, payloadHash: 'UNSIGNED-PAYLOAD' });
  }
  const authorization = request.headers.authorization ?? '';
  const parts = /SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})/.exec(authorization);
  if (!parts) return false;
  const headers = (parts[1] ?? '').split(';');
  const date = String(request.headers['x-amz-date'] ?? '');
  const payloadHash = String(request.headers['x-amz-content-sha256'] ?? '');
  return matches(parts[2] ?? '', request, { url, date, headers, payloadHash });
}

function matches(
  signature: string,
  request: FastifyRequest,
  signed: { url: URL; date: string; headers: readonly string[]; payloadHash: string },
): boolean {
  const { url, date, headers, payloadHash } = signed;
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...headers.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    headers.join(';'),
    payloadHash,
  ].join('\n');
  const day = date.slice(0, 8);
  const scope = `${day}/${STORE_ACCOUNT.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, hash('sha256', canonical)].join('\n');
  const keys = [day, STORE_ACCOUNT.region, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer | string>(
    (secret, part) => mac(secret, part),
    `AWS4${STORE_ACCOUNT.secretAccessKey}`,
  );
  const expected = mac(key, text);
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `20261120T123000Z` in milliseconds. */
const signedAt = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const errorXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
