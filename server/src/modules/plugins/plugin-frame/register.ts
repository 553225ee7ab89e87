import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { compressed } from '../../../http/envelope.ts';
import type { Services } from '../../../services.ts';
import { liveSession } from '../../platform/access/index.ts';
import { sendFile } from '../../../http/send-file.ts';
import { protectPluginFile } from '../registry/index.ts';
import { frameHtml, framePolicy } from './document.ts';
import { readTicket } from './ticket.ts';

interface Dependencies {
  readonly db: Database;
  readonly services: Services;
}

/** What a ticket opens at this moment: its session lives, and still has this version of the plugin. */
interface Opened {
  readonly plugin: SessionPlugin;
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
  const plugin = services.registry.forPages(rights.pages, who).plugins.find(({ name }) => name === claims.plugin);
  if (!offered?.isIsolated || plugin?.version !== claims.version) throw refusal;
  return { plugin, pages: rights.pages };
}

/** Headers of the console that would keep the document out of a frame, or say less than its own policy. */
const ofTheConsole = ['x-frame-options', 'cross-origin-opener-policy', 'cross-origin-resource-policy'];

async function sendFrame(
  { services }: Dependencies,
  request: FastifyRequest<{ Querystring: { theme?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { manifest } = services.frame;
  const html = frameHtml({ manifest, isDark: request.query.theme === 'dark' });
  for (const name of ofTheConsole) reply.removeHeader(name);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', framePolicy(`${request.protocol}://${request.host}`))
    .send(await compressed(request, reply, html));
}

/**
 * `/frame/empty/` is the document that every frame begins as, `/frame/<ticket>/<file>` a file of an isolated plugin.
 * The ticket is all that is requested: a document of an opaque origin presents neither cookie nor token.
 */
export function registerFrames(app: FastifyInstance, dependencies: Dependencies): void {
  app.get<{ Querystring: { theme?: string } }>('/frame/empty/', (request, reply) =>
    sendFrame(dependencies, request, reply),
  );
  app.get<{ Params: { '*': string } }>('/frame/*', async (request, reply) => {
    const [ticket = '', name = '', ...more] = request.params['*'].split('/');
    if (more.length > 0) throw new AppError('NOT_FOUND');
    const { plugin, pages } = await openedBy(dependencies, ticket);
    const file = dependencies.services.registry.file(plugin.name, plugin.version, name);
    if (!file) throw new AppError('NOT_FOUND');
    const isHeld = file.pages === null || [...file.pages].some((page) => pages.has(page));
    if (!isHeld) throw new AppError('PLUGIN_FORBIDDEN');
    protectPluginFile(reply, file);
    // A frame counts what its plugin costs; the address names a session that has it.
    reply.header('access-control-allow-origin', '*').header('timing-allow-origin', '*');
    return sendFile(request, reply, file, 'private');
  });
}
