import { createHash } from 'node:crypto';
import type { riskModel } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';

/** A model with its share of applications. */
export interface Arm {
  readonly ruleId: string;
  readonly role: riskModel.ModelRole;
  readonly trafficPercent: number;
}

export interface Traffic {
  readonly trafficId: number;
  readonly testNo: string;
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly startedAt: Date;
  readonly arms: readonly Arm[];
}

export interface OfApplications {
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
}

/** Who scores the applications of a merchant and loan type at a moment; null where nobody does. */
export async function trafficAt(
  db: Queryable,
  { merchantNo, loanType }: OfApplications,
  at: Date,
): Promise<Traffic | null> {
  const found = await db
    .selectFrom('riskTraffic')
    .select(['trafficId', 'testNo', 'startedAt'])
    .where('merchantNo', '=', merchantNo)
    .where('loanType', '=', loanType)
    .where('startedAt', '<=', at)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', at)]))
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const arms = await db
    .selectFrom('riskTrafficArm')
    .select(['ruleId', 'modelRole as role', 'trafficPercent'])
    .where('trafficId', '=', found.trafficId)
    .orderBy('ruleId')
    .execute();
  return { ...found, merchantNo, loanType, arms };
}

const SPACE = 2 ** 32;

/** The arm of a customer who is new to a test: the same number, the same arm, in the proportion of the shares. */
export function drawArm(testNo: string, customerNo: string, arms: readonly Arm[]): Arm | undefined {
  const drawn = createHash('sha256').update(`${testNo} ${customerNo}`).digest().readUInt32BE(0) / SPACE;
  let upTo = 0;
  return arms.find(({ trafficPercent }) => {
    upTo += trafficPercent / 100;
    return drawn < upTo;
  });
}

/** The arm that a customer belongs to: drawn once, and kept while the test lasts, whatever its shares become. */
export async function armOf(tx: Tx, { testNo, arms }: Traffic, customerNo: string, at: Date): Promise<Arm | undefined> {
  const drawn = drawArm(testNo, customerNo, arms);
  if (!drawn) return undefined;
  await tx
    .insertInto('riskTestCustomer')
    .values({ testNo, customerNo, ruleId: drawn.ruleId, joinedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { ruleId } = await tx
    .selectFrom('riskTestCustomer')
    .select('ruleId')
    .where('testNo', '=', testNo)
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  return arms.find((arm) => arm.ruleId === ruleId);
}
