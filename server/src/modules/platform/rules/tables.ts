import type { rules } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;
type Moment = ColumnType<Date, Date | undefined, Date>;

export interface ConfigRuleTable {
  ruleId: Generated<string>;
  configKey: string;
  merchantNo: string;
  /** The newest version that disabling has switched off; 0 where it never was. */
  disabledThrough: Generated<number>;
  lastRunAt: Optional<Date>;
  lastRunItems: Optional<number>;
  createdBy: string;
  createdAt: Moment;
  version: Generated<number>;
}

/** A view: each rule as it is at this moment. */
interface ConfigRuleNowTable extends ConfigRuleTable {
  subjectNo: string;
  isEnabled: boolean;
  ruleStatus: rules.RuleStatus;
  value: Record<string, unknown>;
  versionNo: number;
  effectiveFrom: string;
  hasPending: boolean;
}

/** What rules did, a thing each. Append-only. */
interface ConfigRuleItemTable {
  itemId: Generated<number>;
  ruleId: Fixed<string>;
  versionNo: Fixed<number>;
  runAt: Fixed<Date>;
  subjectNo: Fixed<string>;
  outcome: Fixed<string>;
  amountCents: Fixed<number>;
  facts: ColumnType<Record<string, unknown>, string, never>;
  at: ColumnType<Date, Date | undefined, never>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    configRule: ConfigRuleTable;
    configRuleNow: ConfigRuleNowTable;
    configRuleItem: ConfigRuleItemTable;
  }
}
