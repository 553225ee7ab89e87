import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from './app-error.ts';

/** A file ready to be sent. Paths are absolute; `br` and `gz` stand beside it. */
export interface ServedFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
}

interface Content {
  readonly bytes: Buffer;
  readonly encoding: 'br' | 'gzip' | null;
}

/** Names carry the hash of their content, so what was read once stays right. */
const contents = new LRUCache<string, Content>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
});

const forms = [
  { encoding: 'br', ending: '.br', accepts: /\bbr\b/ },
  { encoding: 'gzip', ending: '.gz', accepts: /\bgzip\b/ },
  { encoding: null, ending: '', accepts: /^/ },
] as const;

async function contentOf(file: ServedFile, accepted: string): Promise<Content | null> {
  for (const { encoding, ending, accepts } of forms) {
    if (!accepts.test(accepted)) continue;
    const path = file.path + ending;
    const known = contents.get(path);
    if (known) return known;
    try {
      const content: Content = { bytes: await readFile(path), encoding };
      contents.set(path, content);
      return content;
    } catch {
      // Pictures have no compressed form beside them; the plain file is next.
    }
  }
  return null;
}

/** What protects documents and says nothing about a script, a style or texts: a fifth of a small file. */
const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options'];

/** Sends a file whose name carries its hash, compressed by the build where the client takes that. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  visibility: 'public' | 'private',
): Promise<FastifyReply> {
  const content = await contentOf(file, String(request.headers['accept-encoding'] ?? ''));
  if (!content) throw new AppError('NOT_FOUND');
  for (const name of ofDocuments) reply.removeHeader(name);
  if (content.encoding !== null) reply.header('content-encoding', content.encoding);
  return reply
    .header('content-type', file.contentType)
    .header('cache-control', `${visibility}, max-age=31536000, immutable`)
    .header('vary', 'accept-encoding')
    .send(content.bytes);
}
