import { config } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { StateOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Answer, type Person } from '../../../../testing/test-calls.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays, businessDateOf, configurationVersionMachine } from '../policy/index.ts';
import { type ConfigFamily, createConfigFamilies } from './index.ts';

const PAGE = '/AdminContent/Pairs';
const quota = z.strictObject({ perDay: z.int() });
/** An approver agrees to `pairs.two`, nobody has to agree to `pairs.one`. */
const family = (key: string, decide: string | null): ConfigFamily<z.output<typeof quota>> => ({
  key,
  title: { en: 'Quota', zh: '配额' },
  value: quota,
  isPerSubject: true,
  access: { see: { page: [PAGE] }, save: 'test:pairs:save', decide },
  initial: async () => await Promise.resolve(null),
});

type State = StateOf<typeof configurationVersionMachine>;
const TODAY = businessDateOf(new Date());
const day = (days: number) => addDays(TODAY, days);

let app: TestApp;
let maker: Person;
let checker: Person;
let merchants = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const families = [family('pairs.two', 'test:pairs:audit'), family('pairs.one', null)];
  Object.assign(app.services, { configs: createConfigFamilies([...app.services.configs.values(), ...families]) });
  const rights = { pages: [PAGE], codes: ['test:pairs:save', 'test:pairs:audit'] };
  await addPerson(app.database, 'pairs.maker', rights);
  await addPerson(app.database, 'pairs.checker', rights);
  // Each version has a merchant of its own: these people see all of them.
  await app.database.db
    .updateTable('role')
    .set({ dataScope: 'ALL' })
    .where('roleName', 'like', 'role of pairs.%')
    .execute();
  [maker, checker] = [await as(app, 'pairs.maker'), await as(app, 'pairs.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function aMerchant(): Promise<string> {
  const merchant = { merchantName: `Pairs ${(merchants += 1)}`, companyName: 'P', orgNo: 'O002', orgName: 'P' };
  const { db } = app.database;
  return (await db.insertInto('merchant').values(merchant).returning('merchantNo').executeTakeFirstOrThrow())
    .merchantNo;
}

const act = async (who: Person, name: string, { versionId, version }: Answer['data']) =>
  await who.post(`config/version/${name}`, { versionId, version, ...(name !== 'submit' && { reason: 'Looked at' }) });
const save = async (configKey: string, subjectNo: string, effectiveFrom: string, more: object = {}) =>
  await maker.post(config.save, {
    configKey,
    subjectNo,
    value: { perDay: 5 },
    effectiveFrom,
    reason: 'Asked for',
    ...more,
  });

/** A version of a new merchant's as people bring it into a state. */
async function versionIn(configKey: string, state: State): Promise<Answer['data']> {
  const merchantNo = await aMerchant();
  const drafted = async (from: string) => (await save(configKey, merchantNo, from)).data;
  const agreed = async (from: string) => {
    const submitted = (await act(maker, 'submit', await drafted(from))).data;
    return configKey === 'pairs.one' ? submitted : (await act(checker, 'approve', submitted)).data;
  };
  const made: Record<State, () => Promise<Answer['data']>> = {
    DRAFT: () => drafted(day(2)),
    PENDING: async () => (await act(maker, 'submit', await drafted(day(2)))).data,
    REJECTED: async () => (await act(checker, 'reject', await made.PENDING())).data,
    WITHDRAWN: async () => (await act(maker, 'withdraw', await drafted(day(2)))).data,
    SCHEDULED: () => agreed(day(2)),
    IN_FORCE: () => agreed(TODAY),
    SUPERSEDED: async () => {
      const first = await agreed(TODAY);
      // As if this had been yesterday.
      await app.database.db.transaction().execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql`UPDATE config_version SET effective_from = effective_from - 1,
          in_force_from = in_force_from - interval '1 day' WHERE version_id = ${first.versionId}`.execute(tx);
      });
      await agreed(TODAY);
      return first;
    },
  };
  const version = await made[state]();
  const { db } = app.database;
  const { rows } = await sql<{ status: string }>`select version_status as status
    from config_version_now where version_id = ${version.versionId}`.execute(db);
  expect(rows).toEqual([{ status: state }]);
  return version;
}

it.each([
  ['with a second person', 'pairs.two', 29],
  ['without one', 'pairs.one', 17],
])('takes in each state what its machine lists, and else moves no row: %s', async (_, key, pairs) => {
  let version: Answer['data'];
  const call = (name: string, who: () => Person) => async () => await act(who(), name, version);
  const amend = async () => {
    const { configKey, versionId, subjectNo, version: seen } = version;
    return await save(configKey, subjectNo, day(9), { versionId, version: seen });
  };
  const isAlone = key === 'pairs.one';
  const decisions = {
    approve: { gives: ['approve'], call: call('approve', () => checker) },
    reject: { gives: ['reject'], call: call('reject', () => checker) },
  } as const;
  const refused = await refuseUnlisted({
    db: app.database.db,
    machine: configurationVersionMachine,
    tables: ['config_version'],
    put: async (state) => {
      const isUnknown = isAlone && (state === 'PENDING' || state === 'REJECTED');
      version = await versionIn(isUnknown ? 'pairs.two' : key, state);
    },
    commands: {
      // Amended only as long as nobody handed it in.
      amend: { gives: ['submit'], call: amend },
      submit: { gives: [isAlone ? 'schedule' : 'submit'], call: call('submit', () => maker) },
      withdraw: { gives: ['withdraw'], call: call('withdraw', () => maker) },
      ...(isAlone ? {} : decisions),
    },
  });
  expect(refused).toBe(pairs);
});
