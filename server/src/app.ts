import { randomUUID } from 'node:crypto';
import { file, pluginAdmin } from '@kituo/sdk/contracts';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import type { AppCaller } from './http/app-calls.ts';
import { AppError } from './http/app-error.ts';
import { registerDocs } from './http/docs-page.ts';
import { handleError, sendRefusal } from './http/error-handler.ts';
import type { Implementation } from './http/implement.ts';
import { refuseOtherMethods } from './http/not-found.ts';
import { callerOf, registerRoutes } from './http/register.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { registerOptOutPage } from './modules/collections/sms-campaigns/index.ts';
import { routeCall, takeIncoming } from './modules/collections/telephony/index.ts';
import { FIRST_CALLS_MS, registerDocuments } from './modules/console/document/index.ts';
import { registerGatewayCallbacks, reportKeys } from './modules/platform/gateways/index.ts';
import { createMetrics, measureCalls, registerHealth } from './modules/platform/health/index.ts';
import type { Metrics, Readiness } from './modules/platform/health/index.ts';
import { identifyBy } from './identify.ts';
import { registerBackends } from './modules/plugins/plugin-backend/index.ts';
import { registerFrames } from './modules/plugins/plugin-frame/index.ts';
import { tooLarge } from './modules/plugins/plugin-admin/index.ts';
import { registerPayPage } from './modules/payments/payment-links/index.ts';
import { validateReceipt } from './modules/payments/payments/index.ts';
import { allRoutes } from './routes.ts';
import type { Services } from './services.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** A piece of a file over a slow line: 10 MB at 0.7 Mbit/s. */
const REQUEST_WITHIN_MS = 120_000;

export interface AppOptions {
  readonly db: Database;
  readonly services: Services;
  readonly log: Logger;
  /** Measured where given. */
  readonly pool?: pg.Pool;
  /** Instead of all of them: for tests of the mechanism. */
  readonly routes?: readonly Implementation[];
  /** Fails a call whose reply breaks its contract; for tests. */
  readonly areRepliesChecked?: boolean;
  /** Calls a minute of the customers' app, when others than usual; for tests. */
  readonly appCalls?: Readonly<Record<AppCaller, number>>;
  /** How long a document waits for its page's first calls, milliseconds, when other than usual; for tests. */
  readonly firstCallsWithin?: number;
  /** How long a request may take to come whole, milliseconds, when other than usual; for tests. */
  readonly requestWithinMs?: number;
}

export interface App {
  readonly http: FastifyInstance;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without fields may come with the header of JSON and no body.
    if (body === '') done(null, {});
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: file.CHUNK_BYTES },
    (_, body, done) => done(null, body),
  );
  readPackages(app);
}

/** Packages of plugins come as a stream, for the endpoints that take them alone. */
function readPackages(app: FastifyInstance): void {
  const takesPackages = new Set([pluginAdmin.publish.name, pluginAdmin.publishWithKey.name]);
  app.addContentTypeParser(pluginAdmin.PACKAGE_CONTENT_TYPE, (request, body, done) => {
    if (!takesPackages.has(request.routeOptions.config.endpointName ?? ''))
      return done(new AppError('UNREADABLE_REQUEST'));
    // Whoever says how much it is, is refused before any of it is read.
    const bytes = Number(request.headers['content-length'] ?? 0);
    return bytes > pluginAdmin.PACKAGE_MAX_BYTES ? done(tooLarge()) : done(null, body);
  });
}

function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      endpoint: request.routeOptions.config.endpointName ?? request.routeOptions.url,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userNo: callerOf(request)?.userNo,
    };
    request.log.info(facts, 'call');
  });
}

/** The whole HTTP application, not listening yet. Throws when a route is open by mistake. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, services, pool } = options;
  const routes = options.routes ?? allRoutes;
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const { requestWithinMs = REQUEST_WITHIN_MS } = options;
  const loggerInstance: FastifyBaseLogger = options.log;
  const http = Fastify({
    loggerInstance,
    // One line a call, from our own hook, which names the endpoint instead of the address.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: services.settings.trustProxy,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Calls on connections that are already open are still answered.
    return503OnClosing: false,
    // Node's own: half a request is not waited for.
    requestTimeout: requestWithinMs,
    http: { headersTimeout: requestWithinMs / 2, connectionsCheckingInterval: requestWithinMs / 8 },
    frameworkErrors: (error, request, reply) => sendRefusal(error, request, reply),
  });
  const metrics = createMetrics(services, pool);
  const readiness: Readiness = { isDraining: false };
  http.setErrorHandler(handleError);
  http.addHook('onSend', async (_, reply) => {
    if (readiness.isDraining) reply.header('connection', 'close');
  });
  addSecurityHeaders(http);
  logCalls(http);
  measureCalls(http, metrics);
  readBodies(http);
  registerHealth(http, { db, services, readiness });
  registerGatewayCallbacks(http, {
    db,
    secret: services.settings.gateways.callbackSecret,
    keys: reportKeys(services.settings.gateways),
    topics: services.engine.topics,
    processor: services.engine.callbacks,
    questions: {
      'mpesa/c2b/validation': (fields) => validateReceipt(db, fields, services.settings.gateways.mpesa?.paybill),
      'sip/route': (fields) => routeCall({ db, telephony: services.engine.gateways.telephony }, fields),
      'sip/incoming': (fields) => takeIncoming({ db, telephony: services.engine.gateways.telephony }, fields),
    },
  });
  registerDocs(http, endpoints);
  registerRoutes(http, routes, {
    db,
    services,
    identify: identifyBy({ db, services }),
    areRepliesChecked: options.areRepliesChecked ?? false,
    ...(options.appCalls && { appCalls: options.appCalls }),
    // Routes that a test made up record nothing.
    areRecordsChecked: options.areRepliesChecked === true && options.routes === undefined,
  });
  refuseOtherMethods(http, endpoints);
  registerFrames(http, { db, services });
  registerBackends(http, { db, services });
  registerPayPage(http, { db, services });
  registerOptOutPage(http, db);
  registerDocuments(http, { db, services, firstCallsWithin: options.firstCallsWithin ?? FIRST_CALLS_MS });
  await http.ready();
  return { http, metrics, readiness };
}
