import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { readSettings } from '../../../config/settings.ts';
import { freePort } from '../../../free-port.ts';
import { openEngine } from '../../../open-engine.ts';
import { type Engine } from '../../../engine.ts';
import { registerGatewayCallbacks, reportKeys } from '../../platform/gateways/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { queueDispatch, tryGate } from './index.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
const log = createLogger('silent');
/** 10:00 EAT. */
const AT = new Date('2026-03-02T07:00:00Z');

let database: TestDatabase;
let sandbox: Sandbox;
let http: FastifyInstance<Server>;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  sandbox = await startSandbox({ seed: 3 });
  const port = await freePort();
  http = Fastify();
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    KITUO_PUBLIC_URL: `http://127.0.0.1:${port}`,
    KITUO_CALLBACK_SECRET: SECRET,
    ROBOT_URL: sandbox.url,
    ROBOT_API_KEY: sandbox.robotKey,
  });
  engine = await openEngine({ settings, db: database.db, log });
  registerGatewayCallbacks(http, {
    db: database.db,
    secret: SECRET,
    keys: reportKeys(settings.gateways),
    topics: engine.topics,
    processor: engine.callbacks,
    questions: {},
  });
  await http.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await http?.close();
  await engine?.close();
  await sandbox?.close();
  await database?.drop();
});

async function borrower() {
  const { merchantNo } = await database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  return await database.db
    .insertInto('customer')
    .values({
      merchantNo,
      customerName: 'Wanjiku Test',
      phone: '254712000111',
      idCardNo: '23456789',
    })
    .returning(['customerNo', 'merchantNo', 'phone'])
    .executeTakeFirstOrThrow();
}

it('asks the gate, dials once, and joins the end of the call to its attempt', async () => {
  sandbox.change({ duplicate: 1 });
  const { customerNo, merchantNo, phone } = await borrower();
  const { db } = database;
  const question = { phone, customerNo, merchantNo, purpose: 'COLLECTION', channel: 'ROBOT' } as const;
  const attempt = (at: Date) =>
    db.transaction().execute(async (tx) => {
      const tried = await tryGate(tx, { ...question, at }, { userNo: null });
      if (!tried.answer.isAllowed) return tried;
      const payload = { scriptCode: 'REMIND', language: 'sw', variables: { name: 'Wanjiku' } };
      await queueDispatch(tx, { attemptId: tried.attemptId, channel: 'ROBOT', phone, payload });
      return tried;
    });
  const night = await attempt(new Date('2026-03-02T20:00:00Z'));
  expect(night.answer).toMatchObject({ isAllowed: false, error: 'CONTACT_HOURS' });
  const { attemptId } = await attempt(AT);
  await Promise.all([engine.dispatch(), engine.dispatch()]);
  await sandbox.settled();
  await engine.callbacks.settled();
  const { rows } = await sql`select attempt_id, outcome from contact_result order by at, outcome`.execute(db);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ attemptId, outcome: 'SENT' });
  const ends = ['ANSWERED', 'NO_ANSWER', 'BUSY', 'SWITCHED_OFF'];
  expect(rows).toContainEqual({ attemptId, outcome: expect.toBeOneOf(ends) });
  const sent = await db.selectFrom('contactDispatch').select(['attemptId', 'dispatchStatus']).execute();
  expect(sent).toEqual([{ attemptId, dispatchStatus: 'SENT' }]);
});
