import type { riskModel, ruleSet } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
type Moment = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, never>;

/** A decision of the machine. Append-only. */
interface RiskEvaluationTable {
  evaluationId: Generated<number>;
  orderNo: Fixed<string>;
  merchantNo: Fixed<string>;
  ruleId: Fixed<string | null>;
  versionNo: Fixed<number | null>;
  decision: Fixed<ruleSet.RuleDecision>;
  decidedBy: Fixed<string | null>;
  refuseCode: Fixed<string | null>;
  isHalted: Fixed<boolean>;
  facts: Json<Record<string, unknown>>;
  lines: Json<ruleSet.EvaluationLine[]>;
  /** What the model said, whole; null where none was asked. */
  score: ColumnType<riskModel.ScoreTrace | null, string | null, never>;
  evaluatedAt: ColumnType<Date, Date | undefined, never>;
}

interface RiskHaltTable {
  haltId: Generated<number>;
  haltedAt: Moment;
  haltedBy: string;
  reason: string;
  resumedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  resumedBy: ColumnType<string | null, string | null | undefined, string | null>;
}

interface RiskBacktestTable {
  jobNo: string;
  ruleId: string;
  versionNo: number;
  days: number;
  /** The version in force that it was compared with; null for the company's default. */
  heldVersionNo: ColumnType<number | null, number | null | undefined, never>;
  createdAt: Moment;
}

interface RiskBacktestDayTable {
  jobNo: string;
  day: string;
  considered: number;
  flips: ColumnType<unknown, string, string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    riskEvaluation: RiskEvaluationTable;
    riskHalt: RiskHaltTable;
    riskBacktest: RiskBacktestTable;
    riskBacktestDay: RiskBacktestDayTable;
  }
}
