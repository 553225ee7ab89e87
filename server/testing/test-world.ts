import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Sandbox, startSandbox } from '../../sandbox/src/index.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { readSettings } from '../src/config/settings.ts';
import { freePort } from '../src/free-port.ts';
import {
  type Gateways,
  openGateways,
  registerGatewayCallbacks,
  reportKeys,
} from '../src/modules/platform/gateways/index.ts';
import { createLogger } from '../src/modules/platform/health/index.ts';
import { validateReceipt } from '../src/modules/payments/payments/index.ts';
import type { Engine } from '../src/engine.ts';
import { openEngine } from '../src/open-engine.ts';

/** Answers come; callbacks still overtake one another. */
export const ALL_WELL = {
  replyDelayMs: 0,
  failure: 0,
  refusal: 0,
  silence: 0,
  reset: 0,
  halfReply: 0,
  drop: 0,
  duplicate: 0,
} as const;
export const MISHAPS = ['silence', 'reset', 'halfReply', 'drop', 'duplicate', 'failure', 'refusal'] as const;

const SECRET = 'a-secret-that-nobody-can-guess';
/** Nothing waits for a clock but the callbacks themselves. */
const AT_ONCE = { unsentSeconds: 0, silentSeconds: 0, askAgainSeconds: 0, lostSeconds: 0 };

/** The engine beside the sandbox of the world outside, each calling the other over HTTP. */
export interface TestWorld extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  readonly engine: Engine;
  /** Where gateways report to, as they are told it; `secret` is the part that proves them. */
  readonly callbacks: { readonly url: string; readonly secret: string };
  /** Resolves when every callback under way has come and was worked off. */
  settled(): Promise<void>;
}

/**
 * Gateways that wait a second where the world may be silent, and else as long as it takes: an answer that a loaded
 * machine gives late would be in doubt.
 */
async function gatewaysOf(sandbox: Sandbox, settings: Parameters<typeof openGateways>[0]): Promise<Gateways> {
  const [hasty, patient] = [await openGateways(settings, 1_000), await openGateways(settings)];
  const now = () => (sandbox.behaviour().silence > 0 ? hasty : patient);
  const chosen = <Name extends 'money' | 'bank' | 'sms' | 'robot' | 'voice' | 'mail' | 'objects'>(
    name: Name,
  ): Gateways[Name] => {
    const gateway = patient[name];
    if (gateway === null) return gateway;
    return new Proxy(gateway, {
      get: (_, method) => Reflect.get(now()[name] ?? gateway, method) as unknown,
    });
  };
  return {
    money: chosen('money'),
    bank: chosen('bank'),
    shortCodes: patient.shortCodes,
    sms: chosen('sms'),
    robot: chosen('robot'),
    voice: chosen('voice'),
    // What browsers call through is tested by itself, beside the application.
    telephony: null,
    mail: chosen('mail'),
    scorer: patient.scorer,
    objects: chosen('objects'),
    names: patient.names,
    close() {
      hasty.close();
      patient.close();
    },
  };
}

export async function openTestWorld(seed: number): Promise<TestWorld> {
  const database = await createTestDatabase('seeded');
  const sandbox = await startSandbox({ seed });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = createLogger('silent');
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    KITUO_PUBLIC_URL: url,
    KITUO_CALLBACK_SECRET: SECRET,
  });
  const gateways = await gatewaysOf(sandbox, {
    ...settings.gateways,
    mpesa: { url: sandbox.url, ...sandbox.mpesa },
    bank: { url: `${sandbox.url}/bank/v1`, apiKey: sandbox.bankKey },
    sms: { url: sandbox.url, ...sandbox.sms },
    robot: { url: sandbox.url, apiKey: sandbox.robotKey },
    voice: { url: sandbox.url, apiKey: sandbox.voiceKey },
    scorer: { url: sandbox.url, apiKey: sandbox.scorerKey },
    mail: { url: sandbox.smtpUrl, from: 'Kituo <no-reply@kituo.example>' },
    objects: { url: sandbox.storeUrl, ...sandbox.store },
  });
  const engine = await openEngine({
    settings,
    gateways,
    db: database.db,
    log,
    times: AT_ONCE,
    promptTimes: { unsent: 0, silent: 0, askAgain: 0, lapse: 0 },
  });
  const http: FastifyInstance<Server> = Fastify();
  registerGatewayCallbacks(http, {
    db: database.db,
    secret: SECRET,
    keys: reportKeys({ robot: { url: sandbox.url, apiKey: sandbox.robotKey }, smsReportKey: undefined }),
    topics: engine.topics,
    processor: engine.callbacks,
    questions: {
      'mpesa/c2b/validation': (fields) => validateReceipt(database.db, fields, sandbox.mpesa.paybill),
    },
  });
  await http.listen({ host: '127.0.0.1', port });
  const callbacks = { url: `${url}/gateway/${SECRET}`, secret: SECRET };
  sandbox.messages.reportUrl = `${callbacks.url}/sms/delivery`;
  await engine.gateways.money?.registerReceipts();
  return {
    database,
    sandbox,
    engine,
    callbacks,
    async settled() {
      await sandbox.settled();
      await engine.callbacks.settled();
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await engine.close();
      await sandbox.close();
      await database.drop();
    },
  };
}
