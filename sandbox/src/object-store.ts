import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import { folderShelf, memoryShelf, type Shelf } from './object-shelf.ts';
import { hash, signatureFault, STORE_ACCOUNT } from './object-signature.ts';

/** More than a part of ours, and fewer keys a page than the 1,000 that S3 may give. */
const BODY_LIMIT = 20_971_520;
const KEYS_A_PAGE = 50;

const STATUS: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchUpload: 404,
  SlowDown: 503,
  BadDigest: 400,
  InvalidPart: 400,
  XAmzContentSHA256Mismatch: 400,
};

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/**
 * A store with as much of S3 as files need: put, get, delete and list by key, uploads in parts; every call
 * signed by AWS Signature Version 4, every body checked against its MD5 where it brings one.
 */
export class ObjectStoreSandbox {
  readonly #shelf: Shelf;
  readonly #world: World;
  readonly #uploads = new Map<string, Upload>();

  constructor(world: World, folder?: string) {
    this.#world = world;
    this.#shelf = folder === undefined ? memoryShelf() : folderShelf(folder);
  }

  /** Keys that are there, and how many uploads in parts were neither joined nor given up. */
  async held(): Promise<{ readonly keys: string[]; readonly uploads: number }> {
    const entries = await this.#shelf.list('');
    return { keys: entries.map(({ key }) => key), uploads: this.#uploads.size };
  }

  register(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body));
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'PUT', 'POST', 'DELETE'],
      url: `/${STORE_ACCOUNT.bucket}/*`,
      handler: async (request, reply) => await this.#handle(request, reply, request.params['*']),
    });
    app.get(`/${STORE_ACCOUNT.bucket}`, async (request, reply) => await this.#handle(request, reply, ''));
  }

  async #handle(request: FastifyRequest, reply: FastifyReply, key: string): Promise<unknown> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fault = signatureFault(request, body);
    if (fault !== null) return await refuse(reply, fault);
    if (this.#world.happens('refusal')) return await refuse(reply, 'SlowDown');
    const md5 = request.headers['content-md5'];
    if (md5 !== undefined && md5 !== hash('md5', body).toString('base64')) return await refuse(reply, 'BadDigest');
    const query = new URL(request.url, 'http://store').searchParams;
    const uploadId = query.get('uploadId');
    if (uploadId !== null) return await this.#handlePart(request, reply, { key, uploadId, query, body });
    switch (request.method) {
      case 'PUT':
        await this.#shelf.put(key, body);
        void reply.header('etag', etagOf(body));
        return await answer(reply, this.#world, '');
      case 'POST': {
        const id = randomUUID();
        this.#uploads.set(id, { key, parts: new Map() });
        const [Bucket, UploadId] = [STORE_ACCOUNT.bucket, id];
        return await this.#answerXml(reply, xml('InitiateMultipartUploadResult', { Bucket, Key: key, UploadId }));
      }
      case 'DELETE':
        await this.#shelf.remove(key);
        return await reply.status(204).send();
      default:
    }
    if (key === '') return await this.#list(reply, query);
    const found = await this.#shelf.get(key);
    if (!found) return await refuse(reply, 'NoSuchKey');
    void reply.header('etag', etagOf(found));
    return await answer(reply, this.#world, found, { type: 'application/octet-stream' });
  }

  async #handlePart(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { key: string; uploadId: string; query: URLSearchParams; body: Buffer },
  ): Promise<unknown> {
    const { key, uploadId, query, body } = asked;
    const upload = this.#uploads.get(uploadId);
    if (upload?.key !== key) return await refuse(reply, 'NoSuchUpload');
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      void reply.header('etag', etagOf(body));
      return await answer(reply, this.#world, '');
    }
    if (request.method === 'DELETE') {
      this.#uploads.delete(uploadId);
      return await reply.status(204).send();
    }
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(textOf(part, 'PartNumber')),
      etag: textOf(part, 'ETag'),
    }));
    const parts = named.map(({ number, etag }) => {
      const content = upload.parts.get(number);
      return content && etagOf(content) === etag ? content : undefined;
    });
    if (named.length === 0 || parts.includes(undefined)) return await refuse(reply, 'InvalidPart');
    await this.#shelf.put(key, Buffer.concat(parts.filter((part) => part !== undefined)));
    this.#uploads.delete(uploadId);
    return await this.#answerXml(reply, xml('CompleteMultipartUploadResult', { Key: key }));
  }

  async #list(reply: FastifyReply, query: URLSearchParams): Promise<unknown> {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const rest = (await this.#shelf.list(prefix)).filter(({ key }) => key > after);
    const page = rest.slice(0, KEYS_A_PAGE);
    const isTruncated = rest.length > page.length;
    const contents = page.map(({ key, changedAt, bytes }) =>
      xml('Contents', { Key: key, LastModified: changedAt.toISOString(), Size: String(bytes) }),
    );
    const next = isTruncated ? { NextContinuationToken: page.at(-1)?.key ?? '' } : {};
    const facts = { IsTruncated: String(isTruncated), ...next };
    return await this.#answerXml(reply, xml('ListBucketResult', facts, contents.join('')));
  }

  async #answerXml(reply: FastifyReply, content: string): Promise<unknown> {
    return await answer(reply, this.#world, Buffer.from(content), { type: 'application/xml' });
  }
}

const etagOf = (content: Buffer): string => `"${hash('md5', content).toString('hex')}"`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of an element that has nothing in it but text. */
function textOf(part: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(part) ?? [];
  return text.replaceAll('&quot;', '"').replaceAll('&#34;', '"');
}

const xml = (name: string, facts: Readonly<Record<string, string>>, inside = ''): string =>
  `<${name}>${Object.entries(facts)
    .map(([field, text]) => `<${field}>${escaped(text)}</${field}>`)
    .join('')}${inside}</${name}>`;

async function refuse(reply: FastifyReply, code: string): Promise<FastifyReply> {
  const content = xml('Error', { Code: code, Message: code });
  return await reply
    .status(STATUS[code] ?? 403)
    .type('application/xml')
    .send(content);
}
