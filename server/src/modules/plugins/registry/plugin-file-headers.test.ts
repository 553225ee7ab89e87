import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { protectPluginFile } from './plugin-file-headers.ts';

test.each([
  ['text/javascript; charset=utf-8', undefined],
  ['text/css; charset=utf-8', undefined],
  ['application/json; charset=utf-8', undefined],
  ['image/svg+xml', 'attachment'],
  ['image/png', 'attachment'],
  ['font/woff2', 'attachment'],
  ['text/html', 'attachment'],
])('a plugin’s file of type %s does nothing as a document, and is %s', (contentType, disposition) => {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => void (headers[name] = value) };
  protectPluginFile(reply as unknown as FastifyReply, { contentType } as never);
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(headers['content-disposition']).toBe(disposition);
});
