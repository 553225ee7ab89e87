import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CASE_LEVELS } from '../../collections/collections/index.ts';
import { policyOn } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(() => database.drop());

const add = (from: string, minimumCents: number) =>
  sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('refund', ${from}, ${JSON.stringify({ minimumCents })}::jsonb)`.execute(database.db);

describe('the regulatory policy', () => {
  it('begins with the defaults of the company', async () => {
    const { policy, versions } = await policyOn(database.db, '2026-11-20');
    expect(policy.refund.minimumCents).toBe(20_00);
    expect(policy.inDuplum.nonPerformingDpd).toBe(1);
    expect(policy.caseLevels).toEqual(CASE_LEVELS);
    expect(versions.refund).toBe('refund@2020-01-01');
  });

  it('holds from its day on, and an earlier day keeps what held then', async () => {
    await add('2026-07-01', 25_00);
    await add('2090-01-01', 30_00);
    const minimumOn = async (date: string) => (await policyOn(database.db, date)).policy.refund.minimumCents;
    expect(await minimumOn('2026-06-30')).toBe(20_00);
    expect(await minimumOn('2026-07-01')).toBe(25_00);
    expect(await minimumOn('2090-01-01')).toBe(30_00);
    expect((await policyOn(database.db, '2026-11-20')).versions.refund).toBe('refund@2026-07-01');
  });

  it('is never changed once it holds; one to come may be withdrawn', async () => {
    await add('2095-01-01', 30_00);
    const change = sql`update regulatory_policy set value = '{}' where policy_key = 'refund'`;
    await expect(change.execute(database.db)).rejects.toThrow(/in force/);
    const past = sql`delete from regulatory_policy where effective_from = '2020-01-01'`;
    await expect(past.execute(database.db)).rejects.toThrow(/in force/);
    const whole = sql`truncate regulatory_policy`;
    await expect(whole.execute(database.db)).rejects.toThrow(/append-only/);
    const future = sql`delete from regulatory_policy where effective_from = '2095-01-01'`;
    expect((await future.execute(database.db)).numAffectedRows).toBe(1n);
  });

  it('of an unreadable form is refused rather than guessed', async () => {
    await sql`insert into regulatory_policy (policy_key, effective_from, value)
      values ('badDebt', '2099-01-01', '{"poolFromDpd": "ninety"}')`.execute(database.db);
    await expect(policyOn(database.db, '2099-06-01')).rejects.toThrow(/poolFromDpd/);
    await expect(policyOn(database.db, '2010-01-01')).rejects.toThrow();
  });
});
