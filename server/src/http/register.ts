import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DRY_RUN_HEADER, fullPath, PLUGIN_HEADER, SEEN_HEADER, WORDS_HEADER } from '@kituo/sdk/contracts';
import type { Access, Endpoint } from '@kituo/sdk/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Services } from '../services.ts';
import { type AppCaller, createAppLimiter, isOfApp } from './app-calls.ts';
import { withMasks } from '../ground/masks-in-force.ts';
import { AppError } from './app-error.ts';
import { idempotencyKeyOf, runCommand } from './command.ts';
import { sendJson, successBody } from './envelope.ts';
import { isFresh } from './etag.ts';
import type { CallBasics, Caller, FileReply, Implementation } from './implement.ts';
import { serverLanguageOf } from './language.ts';
import { dryRun } from './preview.ts';
import { expectRecord } from './record-check.ts';
import { checkRoutes } from './routes-check.ts';
import { fromQuery, validateRequest } from './validate.ts';

/** The calls a session may make while its password has to be changed. */
const allowedBeforePasswordUpdate = new Set(['user.changePwd', 'user.passwordRule', 'user.signOut']);

export interface RouteDependencies {
  readonly db: Database;
  readonly services: Services;
  /** The person behind a request, by its session. Throws where there is none, or the endpoint is not theirs to call. */
  readonly identify: (request: FastifyRequest, endpoint: Endpoint) => Promise<Caller>;
  /** Checks every reply against its contract: for tests, as it costs a list half its speed. */
  readonly areRepliesChecked: boolean;
  /** Calls a minute of the app and its server, where they are not the usual ones: for tests. */
  readonly appCalls?: Readonly<Record<AppCaller, number>>;
  /** Refuses a command that leaves no record: for tests of the real routes. */
  readonly areRecordsChecked?: boolean;
}

/** Whether a caller may use what asks for this access. */
export function isPermitted(access: Access, caller: Caller): boolean {
  if (access === 'public' || access === 'signedIn') return true;
  if ('page' in access) return access.page.some((page) => caller.pages.has(page.toLowerCase()));
  return access.code.some((code) => caller.codes.has(code));
}

/** Session, forced password update and access: everything that is decided before a body is read. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { identify }: RouteDependencies,
): Promise<Caller | null> {
  if (endpoint.access === 'public') {
    // Signing in and out is the person's own, never a section's of somebody else.
    const from = request.headers[PLUGIN_HEADER];
    if (from !== undefined) {
      throw new AppError('PLUGIN_NOT_GRANTED', { facts: { plugin: `${from}`.slice(0, 60), what: endpoint.path } });
    }
    return null;
  }
  const caller = await identify(request, endpoint);
  if (caller.mustUpdatePassword && !allowedBeforePasswordUpdate.has(endpoint.name)) {
    throw new AppError('PASSWORD_UPDATE_REQUIRED');
  }
  if (!isPermitted(endpoint.access, caller)) throw new AppError('FORBIDDEN');
  return caller;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body that is no JSON: whole, or still on its way. */
function isBytes(body: unknown): boolean {
  return Buffer.isBuffer(body) || body instanceof Readable;
}

/** The flat request: address parameters over the query (GET, and bodies that are bytes) or the body. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = isRecord(request.params) ? request.params : {};
  const query = isRecord(request.query) ? request.query : {};
  if (endpoint.method === 'GET' || isBytes(request.body)) {
    return fromQuery(endpoint, { ...query, ...params });
  }
  const body = request.body ?? {};
  return isRecord(body) ? { ...body, ...fromQuery(endpoint, params) } : body;
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const plain = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(file.fileName);
  if (file.content instanceof Readable) {
    file.content.once('error', (error) => {
      // Nobody else tells of it: the answer has begun. Whoever left broke it off themselves.
      if (!reply.raw.destroyed) reply.log.error({ err: error }, 'a file broke off');
    });
  }
  return (
    reply
      .header('content-type', file.contentType)
      // Somebody sent it in: opened by itself, it may do nothing here.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
      .header('cache-control', 'no-store')
      .send(file.content)
  );
}

async function runAfterCommit(
  tasks: readonly (() => void | Promise<void>)[],
  log: FastifyRequest['log'],
): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      // The command is committed: what follows it must not make it look failed.
      log.error({ err: error }, 'a task after the commit failed');
    }
  }
}

function checkReply(endpoint: Endpoint, data: unknown): void {
  const result = endpoint.reply.safeParse(JSON.parse(JSON.stringify(data ?? {})));
  if (!result.success) {
    throw new Error(`${endpoint.name} answers against its contract: ${result.error.message}`);
  }
}

/** What a key stands for: of a command whose body is a file, that file too. */
function payloadOf(input: unknown, body: unknown): unknown {
  return Buffer.isBuffer(body) ? { input, body: createHash('sha256').update(body).digest('hex') } : input;
}

type Handle = (request: unknown, call: unknown) => Promise<unknown>;

interface CommandCallRun {
  readonly dependencies: RouteDependencies;
  readonly endpoint: Endpoint;
  readonly basics: CallBasics;
  readonly caller: Caller;
  readonly input: unknown;
  readonly handle: Handle;
}

/** The command with its idempotency record, then what follows its commit. */
async function carryOut(run: CommandCallRun): Promise<string> {
  const { dependencies, endpoint, basics, caller, input, handle } = run;
  const { headers } = basics.raw.request;
  const seen = headers[SEEN_HEADER];
  const tasks: (() => void | Promise<void>)[] = [];
  const afterCommit = (task: () => void | Promise<void>): void => void tasks.push(task);
  const body = await runCommand(dependencies.db, {
    userNo: caller.userNo,
    key: idempotencyKeyOf(headers['idempotency-key']),
    endpoint: endpoint.name,
    payload: payloadOf(input, basics.raw.request.body),
    ...(typeof seen === 'string' && { seen }),
    handle: async (tx, answerOnce) => {
      const call = { ...basics, caller, tx, afterCommit, answerOnce };
      const data = await handle(input, call);
      if (dependencies.areRecordsChecked) await expectRecord(tx, endpoint.name);
      return data;
    },
  });
  await runAfterCommit(tasks, basics.log);
  return body;
}

/** The command's preview: no key is spent, and nothing follows. */
async function simulate({ dependencies, basics, caller, input, handle }: CommandCallRun) {
  const afterCommit = (): void => undefined;
  const answerOnce = afterCommit;
  const preview = await dryRun(dependencies.db, (tx) =>
    handle(input, { ...basics, caller, tx, afterCommit, answerOnce }),
  );
  return successBody(preview);
}

function handlerOf(implementation: Implementation, dependencies: RouteDependencies) {
  const { endpoint } = implementation;
  // `implement` has paired handler and endpoint by type; here, for all endpoints at once, it cannot be said.
  const handle = implementation.handle as Handle;
  const checked: Handle = async (input, call) => {
    const { caller } = call as { readonly caller?: Caller };
    const data = await withMasks(caller?.masks ?? {}, async () => await handle(input, call));
    if (dependencies.areRepliesChecked && endpoint.replyForm === 'json') checkReply(endpoint, data);
    return data;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { db, services } = dependencies;
    const input = validateRequest(endpoint, inputOf(endpoint, request));
    const caller = callers.get(request);
    const basics: CallBasics = {
      services,
      db,
      requestId: request.id,
      log: request.log,
      lang: serverLanguageOf(request),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      words: request.headers[WORDS_HEADER] === '1' ? 'ACCEPTED' : 'ASK',
      raw: { request, reply },
    };
    const isDryRun = request.headers[DRY_RUN_HEADER] === '1' && endpoint.kind !== 'query';
    if (isDryRun && endpoint.preview !== true) throw new AppError('PREVIEW_NOT_OFFERED');
    if (endpoint.kind === 'command' && caller) {
      const run = { dependencies, endpoint, basics, caller, input, handle: checked };
      const body = isDryRun ? await simulate(run) : await carryOut(run);
      return sendJson(request, reply, body);
    }
    const data = await checked(input, caller ? { ...basics, caller } : basics);
    if (isFresh(request, reply)) return reply.code(304).send();
    if (endpoint.replyForm === 'json') return sendJson(request, reply, successBody(data));
    // A handler that answers nothing has taken the connection over (an event stream).
    return data === undefined ? reply : sendFile(reply, data as FileReply);
  };
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** The person behind a request that was let in; for the log. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** Mounts the endpoints of all modules. Throws when one is open by mistake or stands twice. */
export function registerRoutes(
  app: FastifyInstance,
  implementations: readonly Implementation[],
  dependencies: RouteDependencies,
): void {
  checkRoutes(implementations.map(({ endpoint }) => endpoint));
  const limit = createAppLimiter(dependencies.appCalls);
  for (const implementation of implementations) {
    const { endpoint } = implementation;
    app.route({
      method: endpoint.method,
      url: fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1'),
      config: { endpointName: endpoint.name },
      ...(endpoint.maxBytes !== undefined && { bodyLimit: endpoint.maxBytes }),
      onRequest: async (request) => {
        const caller = await admit(endpoint, request, dependencies);
        if (isOfApp(endpoint)) await limit(caller ? 'ACCOUNT' : 'ADDRESS', caller?.userNo ?? request.ip);
        if (caller) callers.set(request, caller);
      },
      handler: handlerOf(implementation, dependencies),
    });
  }
}
