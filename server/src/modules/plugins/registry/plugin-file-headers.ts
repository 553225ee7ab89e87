import type { FastifyReply } from 'fastify';
import type { PackageFile } from './registry-service.ts';

/** What a page runs, wears or reads; opened by itself, a browser shows each as text. */
const OF_A_PAGE = /^(text\/javascript|text\/css|application\/json)\b/;

/**
 * A file of a plugin is part of a page. Should a browser be led to open one as a document, it is a document that may
 * do nothing, of an origin of its own; and a picture or font is saved, not shown.
 */
export function protectPluginFile(reply: FastifyReply, { contentType }: PackageFile): void {
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  if (!OF_A_PAGE.test(contentType)) reply.header('content-disposition', 'attachment');
}
