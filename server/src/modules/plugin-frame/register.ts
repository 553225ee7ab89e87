import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { compressed } from '../../http/envelope.ts';
import type { Services } from '../../services.ts';
import { liveSession } from '../access/index.ts';
import { sendFile } from '../document/index.ts';
import type { OfferedPlugin } from '../registry/index.ts';
import { frameHtml, framePolicy } from './document.ts';
import { readTicket } from './ticket.ts';

interface Dependencies {
  readonly db: Database;
  readonly services: Services;
}

/** What a ticket opens at this moment: its session lives, and still has this version of the plugin. */
interface Opened {
  readonly plugin: SessionPlugin;
  readonly offered: OfferedPlugin;
  readonly pages: ReadonlySet<string>;
}

async function openedBy({ db, services }: Dependencies, ticket: string): Promise<Opened> {
  const refusal = new AppError('PLUGIN_FRAME_OVER');
  const claims = ticket.length > 1_000 ? null : await readTicket(db, ticket);
  if (claims === null) throw refusal;
  const session = await liveSession(db, claims.sessionId);
  if (session === null || session.mustUpdatePassword) throw refusal;
  const rights = await services.rights.of(session.userNo, session.epoch);
  const who = { userNo: session.userNo, roles: rights.roles, merchants: rights.merchants };
  const offered = services.registry.offered(claims.plugin, who);
  const plugin = services.registry
    .forPages(rights.pages, who)
    .plugins.find(({ name }) => name === claims.plugin);
  if (!offered?.isIsolated || plugin?.version !== claims.version) throw refusal;
  return { plugin, offered, pages: rights.pages };
}

/** Headers of the console that would keep the document out of a frame, or say less than its own policy. */
const ofTheConsole = [
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
];

async function sendFrame(
  dependencies: Dependencies,
  request: FastifyRequest<{ Querystring: { part?: string; theme?: string } }>,
  reply: FastifyReply,
  ticket: string,
): Promise<FastifyReply> {
  const { plugin, offered } = await openedBy(dependencies, ticket);
  const base = `/frame/${ticket}/`;
  const { part, theme } = request.query;
  const html = frameHtml({
    manifest: dependencies.services.frame.manifest,
    plugin,
    base,
    opened: typeof part === 'string' ? part : null,
    isDark: theme === 'dark',
  });
  const { description } = offered.manifest;
  const mayDownload = description.capabilities.download && offered.grants.download === true;
  for (const name of ofTheConsole) reply.removeHeader(name);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      framePolicy(`${request.protocol}://${request.host}`, base, mayDownload),
    )
    .send(await compressed(request, reply, html));
}

/**
 * `/frame/<ticket>/` is the document of an isolated plugin, `/frame/<ticket>/<file>` a file of it. The
 * ticket is all that is asked for: a document of an opaque origin presents neither cookie nor token.
 */
export function registerFrames(app: FastifyInstance, dependencies: Dependencies): void {
  app.get<{ Params: { '*': string }; Querystring: { part?: string; theme?: string } }>(
    '/frame/*',
    async (request, reply) => {
      const [ticket = '', name = '', ...more] = request.params['*'].split('/');
      if (more.length > 0) throw new AppError('NOT_FOUND');
      if (name === '') return sendFrame(dependencies, request, reply, ticket);
      const { plugin, pages } = await openedBy(dependencies, ticket);
      const file = dependencies.services.registry.file(plugin.name, plugin.version, name);
      if (!file) throw new AppError('NOT_FOUND');
      const isHeld = file.pages === null || [...file.pages].some((page) => pages.has(page));
      if (!isHeld) throw new AppError('PLUGIN_FORBIDDEN');
      reply.header('access-control-allow-origin', '*');
      return sendFile(request, reply, file, 'private');
    },
  );
}
