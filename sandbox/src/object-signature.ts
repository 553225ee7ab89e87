import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export const STORE_ACCOUNT = {
  region: 'eu-west-1',
  bucket: 'kituo',
  accessKeyId: 'SANDBOXKEY',
  secretAccessKey: 'sandbox-store-secret',
};

/** How far the caller's clock may be off. */
const SKEW_MS = 15 * 60_000;

export const hash = (algorithm: string, content: Buffer | string): Buffer =>
  createHash(algorithm).update(content).digest();
const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** Without these a signature would hold for another store, another time or another content. */
const SIGNED_ALWAYS = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/**
 * What is wrong with a call by AWS Signature Version 4, in S3's own words; null where it is ours. The signature
 * has to be of now, of our key, and of these very bytes.
 */
export function signatureFault(request: FastifyRequest, body: Buffer): string | null {
  const [, credential = '', signedHeaders = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const date = String(request.headers['x-amz-date'] ?? '');
  const scope = `${date.slice(0, 8)}/${STORE_ACCOUNT.region}/s3/aws4_request`;
  const headers = signedHeaders.split(';');
  if (!SIGNED_ALWAYS.every((name) => headers.includes(name))) return 'AccessDenied';
  if (credential !== `${STORE_ACCOUNT.accessKeyId}/${scope}`) return 'InvalidAccessKeyId';
  if (!(Math.abs(signedAt(date) - Date.now()) <= SKEW_MS)) return 'RequestTimeTooSkewed';
  const expected = signatureOf(request, { date, scope, headers });
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'SignatureDoesNotMatch';
  const payloadHash = request.headers['x-amz-content-sha256'];
  return payloadHash === hash('sha256', body).toString('hex') ? null : 'XAmzContentSHA256Mismatch';
}

function signatureOf(
  request: FastifyRequest,
  { date, scope, headers }: { date: string; scope: string; headers: readonly string[] },
): Buffer {
  const url = new URL(request.url, 'http://store');
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
    String(request.headers['x-amz-content-sha256']),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, hash('sha256', canonical).toString('hex')];
  const key = scope
    .split('/')
    .reduce<Buffer | string>((secret, part) => mac(secret, part), `AWS4${STORE_ACCOUNT.secretAccessKey}`);
  return mac(key, text.join('\n'));
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** `20261120T123000Z` in milliseconds. */
const signedAt = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
