import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { distributeCase, runCaseDay } from './index.ts';
import { pagesOf, SYSTEMS } from './testing/case-place.ts';
import { makeCollector } from './testing/collectors.ts';

/* What was said about a case: heard with the code of its system alone, and every hearing is kept. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');

const exchange = createServer((request, response) => {
  const isThere = request.url === '/here.mp3';
  response.writeHead(isThere ? 200 : 410, { 'content-type': isThere ? 'audio/mpeg' : 'text/html' });
  response.end('sound');
});
const addressOf = (file: string): string => `http://127.0.0.1:${(exchange.address() as AddressInfo).port}/${file}`;

beforeAll(async () => void (await once(exchange.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => void exchange.close());

describe.each(SYSTEMS)(
  '$system',
  ({ system, of: { recording, selfOne }, others, area, othersArea, folder, ending }) => {
    let app: TestApp;
    let listener: Person;
    let deaf: Person;
    let caseNo: string;
    let attemptId: number;

    beforeAll(async () => {
      app = await createTestApp({
        content: 'seeded',
        env: {
          KITUO_SANDBOX: 'on',
          KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
          VOICE_URL: addressOf('').replace(/\/$/, ''),
          VOICE_API_KEY: 'key',
        },
      });
      const { db } = app.database;
      const staff = {
        maker: (await addPerson(app.database, 'heard.maker')).userNo,
        checker: (await addPerson(app.database, 'heard.checker')).userNo,
      };
      const productNo = await makeProduct(db, { collectionScope: system });
      const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...staff });
      await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
      await runCaseDay(db, addDays(TODAY, -1), log);
      const made = await db
        .selectFrom('collectionCase')
        .select(['caseNo', 'merchantNo'])
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      ({ caseNo } = made);
      const userNo = await makeCollector(
        app.database,
        'listener',
        {},
        [`${area}:recording:play`],
        pagesOf({ folder, ending }),
      );
      await makeCollector(app.database, 'deaf', {}, [`${othersArea}:recording:play`], pagesOf({ folder, ending }));
      [listener, deaf] = [await as(app, 'collector.listener'), await as(app, 'collector.deaf')];
      await db.transaction().execute(async (tx) => {
        const reach = { caseScope: system, caller: { scope: 'all', userNo: 'U0' } } as const;
        await distributeCase(tx, caseNo, userNo, reach, { by: staff.maker, at: new Date() });
      });
      ({ attemptId } = await db
        .insertInto('contactAttempt')
        .values({
          attemptedAt: new Date(),
          phone: '254700000021',
          purpose: 'COLLECTION',
          channel: 'CALL',
          partyKind: 'BORROWER',
          customerNo,
          merchantNo: made.merchantNo,
          caseNo,
          userNo,
        })
        .returning('attemptId')
        .executeTakeFirstOrThrow());
    });
    afterAll(async () => {
      await app[Symbol.asyncDispose]();
    });

    const isOffered = async (who: Person): Promise<boolean | undefined> =>
      (await who.call(selfOne, { caseId: caseNo })).contacts[0]?.hasRecording;

    it('is offered and played with the code of the case’s system, and who listened is kept', async () => {
      const { db } = app.database;
      const path = recording.path.replace('{attemptId}', String(attemptId));
      expect(await isOffered(listener)).toBe(false);
      expect((await listener.refusalOf(recording, { attemptId })).error).toBe('RECORDING_NONE');
      const told = async (file: string) =>
        await db
          .insertInto('contactResult')
          .values({ attemptId, outcome: 'ANSWERED', recordingUrl: addressOf(file) })
          .execute();
      await told('gone.mp3');
      expect((await listener.refusalOf(recording, { attemptId })).error).toBe('RECORDING_EXPIRED');
      await told('here.mp3');
      expect(await isOffered(listener)).toBe(true);
      for (let time = 0; time < 2; time += 1) expect((await listener.get(path)).body.toString()).toBe('sound');
      const lines = await db
        .selectFrom('revealLog')
        .selectAll()
        .where('subjectNo', '=', caseNo)
        .orderBy('revealId')
        .execute();
      expect(lines.map(({ kind, purpose, outcome }) => [kind, purpose, outcome])).toEqual([
        ['recording', 'LISTEN', 'SHOWN'],
        ['recording', 'LISTEN', 'REPEATED'],
      ]);
      expect((await deaf.refusalOf(recording, { attemptId })).error).toBe('FORBIDDEN');
      // In the other system there is no such case.
      expect((await deaf.refusalOf(others.recording, { attemptId })).error).toBe('CASE_NOT_FOUND');
    });
  },
);
