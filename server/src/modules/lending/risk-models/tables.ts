import type { riskModel } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
type FixedMoment = ColumnType<Date, Date | undefined, never>;

/** Shares of a merchant's applications of a loan type, from approval to the next one. */
interface RiskTrafficTable {
  trafficId: GeneratedAlways<number>;
  /** Kept while the same models share: customers stay with their arm. */
  testNo: Generated<string>;
  merchantNo: Fixed<string>;
  loanType: Fixed<'FIRST' | 'REPEAT'>;
  startedAt: FixedMoment;
  endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  makerUserNo: Fixed<string>;
  checkerUserNo: Fixed<string | null>;
}

interface RiskTrafficArmTable {
  trafficId: Fixed<number>;
  ruleId: Fixed<string>;
  modelRole: Fixed<riskModel.ModelRole>;
  trafficPercent: Fixed<number>;
}

/** The arm that a customer belongs to for as long as a test lasts. */
interface RiskTestCustomerTable {
  testNo: Fixed<string>;
  customerNo: Fixed<string>;
  ruleId: Fixed<string>;
  joinedAt: FixedMoment;
}

/** What a model said of an application, or why it said nothing. Append-only. */
interface RiskScoreTable {
  scoreId: GeneratedAlways<number>;
  orderNo: Fixed<string>;
  ruleId: Fixed<string>;
  testNo: Fixed<string>;
  modelRole: Fixed<riskModel.ModelRole>;
  versionNo: Fixed<number>;
  score: Fixed<number | null>;
  modelLevel: Fixed<string | null>;
  modelFailure: Fixed<riskModel.ModelFailure | null>;
  trace: ColumnType<riskModel.ScoreTrace, string, never>;
  scoredAt: FixedMoment;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    riskTraffic: RiskTrafficTable;
    riskTrafficArm: RiskTrafficArmTable;
    riskTestCustomer: RiskTestCustomerTable;
    riskScore: RiskScoreTable;
  }
}
