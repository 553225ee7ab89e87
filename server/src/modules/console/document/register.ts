import type { Bootstrap } from '@kituo/sdk/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { compressedParts } from '../../../http/envelope.ts';
import { deviceRights, documentPolicy } from '../../../http/security-headers.ts';
import type { Services } from '../../../services.ts';
import { sessionOfToken, sessionsOfCookies, tokenOf } from '../../platform/access/index.ts';
import type { LiveSession, Rights } from '../../platform/access/index.ts';
import { bootstrapFor, clearDocumentCookies, readSettings } from '../../staff/auth/index.ts';
import { type PackageFile, protectPluginFile } from '../../plugins/registry/index.ts';
import { firstCallsOf } from './first-calls.ts';
import { openingCalls } from './opening-calls.ts';
import { type DocumentParts, documentParts, pageOf } from './page.ts';
import { sendFile } from '../../../http/send-file.ts';
import { readNews } from './whats-new.ts';

/** Brotli's, for documents: the names of 144 pages weigh 1 KB less than by the quick way. */
const DOCUMENT_QUALITY = 6;

interface Dependencies {
  /** Answers the calls that an opened page begins with. */
  readonly app: FastifyInstance;
  /** How long they are waited for, milliseconds. */
  readonly firstCallsWithin: number;
  readonly db: Database;
  readonly services: Services;
}

interface Opening {
  readonly session: LiveSession;
  readonly rights: Rights;
  readonly boot: Bootstrap;
  readonly language: string;
}

/** The bootstrap of the newest live session among the cookies, in the language its owner chose. */
async function openingOf({ db, services }: Dependencies, session: LiveSession | undefined): Promise<Opening | null> {
  // Whoever has to change the password first gets nothing else.
  if (!session || session.mustUpdatePassword) return null;
  const [settings, rights, fallback] = await Promise.all([
    readSettings(db, session.userNo),
    services.rights.of(session.userNo, session.epoch),
    db.selectFrom('language').select('languageCode').where('isDefault', '=', true).executeTakeFirst(),
  ]);
  const language = settings.language ?? fallback?.languageCode ?? 'en';
  const boot = await bootstrapFor(db, services, { session, rights, language });
  return { session, rights, boot, language };
}

/** The head goes ahead: a browser fetches and compiles for longer than the first calls take. */
async function* inParts(parts: DocumentParts, calls: () => Promise<string | null>): AsyncGenerator<string> {
  yield parts.head;
  yield parts.rest(await calls());
}

/** Throws UNREADABLE_REQUEST for what is no address, such as `//[`. */
function addressOf({ url }: FastifyRequest): URL {
  const address = URL.parse(url, 'http://kituo');
  if (address === null) throw new AppError('UNREADABLE_REQUEST');
  return address;
}

/** What the opened page begins with, where its plugin says so. */
async function callsOf(
  { app, services, firstCallsWithin: within }: Dependencies,
  opening: Opening,
  request: FastifyRequest,
) {
  const { session, rights, boot, language } = opening;
  const { pathname: path, searchParams: query } = addressOf(request);
  const found = pageOf(boot, path);
  const isElsewhere = boot.overrides?.some(({ plugin }) => plugin === found?.plugin.name);
  // In a frame, a plugin's calls are its own and cut down; what is on trial may begin with others.
  if (!found || found.plugin.isIsolated || isElsewhere || request.method === 'HEAD') return null;
  const { userNo, pluginsOut } = session;
  const plugin = services.registry.offered(found.plugin.name, { ...rights, userNo, pluginsOut });
  const page = plugin?.manifest.description.pages.find(({ name }) => name === found.page.name);
  const at = { path, query, pageSize: boot.settings.pageSize };
  const calls = openingCalls(page?.opens ?? [], at);
  return firstCallsOf(calls, {
    app,
    within,
    request,
    sessionId: session.sessionId,
    language: language === 'ke' ? 'en' : language,
  });
}

async function sendDocument(
  dependencies: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, services } = dependencies;
  const { live, dead } = await sessionsOfCookies(db, request);
  clearDocumentCookies({ request, reply }, dead);
  const path = addressOf(request).pathname;
  const opening = await openingOf(dependencies, live[0]);
  const parts = documentParts(services.host.manifest, path, opening);
  const calls = async () => (opening === null ? null : await callsOf(dependencies, opening, request));
  const trials = new Set(opening?.boot.overrides?.map(({ origin }) => origin));
  // A document outlives a sign-in, so it may call from the start.
  const socketUrl = services.settings.gateways.sip?.url;
  return reply
    .header('content-security-policy', documentPolicy([...trials], socketUrl))
    .header('permissions-policy', deviceRights(socketUrl !== undefined))
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(compressedParts(request, reply, inParts(parts, calls), DOCUMENT_QUALITY));
}

/** The pages of each session that the request presents and that may have the plugin. */
async function pagesOfSessions(
  { db, services }: Dependencies,
  request: FastifyRequest,
  plugin: string,
): Promise<ReadonlySet<string>[]> {
  const token = tokenOf(request);
  const sessions =
    token === '' ? (await sessionsOfCookies(db, request)).live : [await sessionOfToken(db, token, false)];
  const found: ReadonlySet<string>[] = [];
  for (const session of sessions) {
    if (session.mustUpdatePassword) continue;
    const { pages } = await services.rights.of(session.userNo, session.epoch);
    if (services.registry.isPermitted(plugin, pages)) found.push(pages);
  }
  return found;
}

/** A file of one page is for who holds that page; one that pages share, for who holds any of them. */
function isFor(file: PackageFile, sessions: readonly ReadonlySet<string>[]): boolean {
  const { pages } = file;
  if (pages === null) return true;
  return sessions.some((held) => [...pages].some((page) => held.has(page)));
}

const assetPath = /^\/(api|host|frame|plugins|file-upload|burying-point-platform|health)(\/|$)|\.[a-z0-9]{1,8}$/i;

/** Documents, the host's files, plugin files and the version. A missing asset is never HTML. */
export function registerDocuments(app: FastifyInstance, parts: Omit<Dependencies, 'app'>): void {
  const { services } = parts;
  const dependencies = { ...parts, app };

  app.get<{ Params: { file: string } }>('/host/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const { file: name } = request.params;
    const file = services.host.file(name) ?? services.frame.file(name);
    if (!file) throw new AppError('NOT_FOUND');
    // Frames of isolated plugins are of an opaque origin, and check integrity.
    reply.header('access-control-allow-origin', '*');
    return sendFile(request, reply, file, 'public');
  });

  app.get<{ Params: { plugin: string; version: string; file: string } }>(
    '/plugins/:plugin/:version/:file',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { plugin, version, file: name } = request.params;
      const sessions = await pagesOfSessions(dependencies, request, plugin);
      if (sessions.length === 0) throw new AppError('PLUGIN_FORBIDDEN');
      const file = services.registry.file(plugin, version, name);
      if (!file || file.isIsolated) throw new AppError('NOT_FOUND');
      if (!isFor(file, sessions)) throw new AppError('PLUGIN_FORBIDDEN');
      protectPluginFile(reply, file);
      return sendFile(request, reply, file, 'private');
    },
  );

  app.get('/version.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ version: services.host.manifest.version }),
  );

  const news = readNews();
  app.get('/whats-new.json', async (_, reply) => reply.header('cache-control', 'no-store').send({ lines: await news }));

  const open = (request: FastifyRequest, reply: FastifyReply) => sendDocument(dependencies, request, reply);
  app.get('/', { exposeHeadRoute: true }, open);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isDocument = request.method === 'GET' || request.method === 'HEAD';
    if (!isDocument || assetPath.test(path)) throw new AppError('NOT_FOUND');
    return open(request, reply);
  });
}
