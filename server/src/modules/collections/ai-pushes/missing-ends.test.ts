import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_WELL } from '../../../../testing/test-world.ts';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { createRobotClient, type RobotGateway } from '../../platform/gateways/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { askForMissing } from '../robot-tasks/index.ts';
import { MORNING, minutes, phoneOf, type PushDesk, pushDesk } from './testing/push-desk.ts';

const log = createLogger('silent');
let desk: PushDesk;
let sandbox: Sandbox;
let robot: RobotGateway;

beforeAll(async () => {
  desk = await pushDesk();
  sandbox = await startSandbox({ behaviour: ALL_WELL });
  robot = createRobotClient({
    url: sandbox.url,
    apiKey: sandbox.robotKey,
    // Nobody is there: what the robot reports is lost on its way.
    callbackUrl: 'http://127.0.0.1:1/gateway/none/robot/call',
    timeoutMs: 10_000,
  });
});
afterAll(async () => {
  await sandbox?.close();
  await desk?.app[Symbol.asyncDispose]();
});

it('asks the robot, call by call, how the calls of a push ended that nobody told the end of', async () => {
  const { app, approved, groupOf, run, one, attemptOf } = desk;
  const { db } = app.database;
  const { userGroupNo, town } = await groupOf(2);
  const taskNo = await approved(userGroupNo);
  expect(await run(MORNING)).toBe(2);
  const callNos = await Promise.all([0, 1].map((index) => attemptOf(taskNo, phoneOf(town, index))));
  for (const callNo of callNos) {
    await robot.start({
      taskNo: callNo,
      calls: [{ callNo, phone: '254700000001', scriptCode: 'RENEWAL', language: 'en', variables: {} }],
    });
  }
  const began = new Date();
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = ${began}, finished_at = ${began}
    where dispatch_status = 'QUEUED'`.execute(db);
  const asked: string[] = [];
  const spied: RobotGateway = {
    ...robot,
    reportsOf: async (batch, calls) => {
      asked.push(...calls);
      return await robot.reportsOf(batch, calls);
    },
  };
  const ask = async (after: number) => {
    asked.length = 0;
    const at = new Date(began.getTime() + after * 60_000);
    await askForMissing({ db, robot: spied, log }, (report) => app.services.engine.takeIn('robot/call', report), at);
    await app.services.engine.callbacks.settled();
    return asked.filter((callNo) => callNos.includes(callNo)).toSorted();
  };
  expect(await ask(29)).toEqual([]);
  expect(await ask(31)).toEqual(callNos.toSorted());
  // They have their end, and are not asked about again.
  expect(await ask(62)).toEqual([]);
  const { rows } = await sql<{ ends: number }>`select count(*)::int as ends from contact_result
    where attempt_id = any(${callNos}::bigint[]) and outcome not in ('SENT', 'UNKNOWN')`.execute(db);
  expect(rows).toEqual([{ ends: 2 }]);
  await run(minutes(62));
  const { row, outcomes } = await one(taskNo);
  expect(row.status).toBe('DONE');
  expect(outcomes.find(({ outcome }: { outcome: string }) => outcome === 'UNKNOWN')).toBeUndefined();
});
