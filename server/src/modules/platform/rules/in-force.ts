import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { RuleFamily } from './rule-family.ts';

type Readable<Value extends object> = Pick<RuleFamily<Value>, 'key' | 'contract' | 'isShared'>;

/** A rule that applies: what the engine reads. */
export interface RuleInForce<Value> {
  readonly ruleId: string;
  readonly merchantNo: string;
  readonly versionNo: number;
  readonly value: Value;
  /** Who wrote the version and who approved it. */
  readonly makerUserNo: string;
  readonly checkerUserNo: string;
}

/** A rule with the version that its day brought into force; it applies unless it was disabled. */
interface Held<Value> extends RuleInForce<Value> {
  readonly isEnabled: boolean;
}

/** The rules that had a version in force at a moment, disabled ones too: of a merchant, those for it by another's too. */
export async function everyRuleAt<Value extends object>(
  db: Queryable,
  family: Readable<Value>,
  at: Date,
  merchantNo: string | null = null,
): Promise<Held<Value>[]> {
  const { rows } = await sql<Omit<Held<Value>, 'value'> & { readonly value: unknown }>`
    SELECT r.rule_id, r.merchant_no, v.version_no, v.value, v.maker_user_no,
      coalesce(v.checker_user_no, v.maker_user_no) AS checker_user_no, v.version_no > r.disabled_through AS is_enabled
    FROM config_rule r
    CROSS JOIN LATERAL (SELECT * FROM config_version c
      WHERE c.config_key = r.config_key AND c.subject_no = r.merchant_no || '_' || r.rule_id
        AND c.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND c.in_force_from <= ${at}
      ORDER BY c.in_force_from DESC LIMIT 1) v
    WHERE r.config_key = ${family.key} AND (${merchantNo}::text IS NULL OR r.merchant_no = ${merchantNo}
      OR (${family.isShared === true} AND (v.value -> 'otherMerchantNos' ? ${merchantNo} OR v.value ->> 'isForAll' = 'true')))
    ORDER BY r.rule_id`.execute(db);
  return rows.map((row) => ({ ...row, value: family.contract.value.parse(row.value) }));
}

/** The rules that apply at a moment, of one merchant or of all. */
export async function rulesAt<Value extends object>(
  db: Queryable,
  family: Readable<Value>,
  at: Date,
  merchantNo: string | null = null,
): Promise<RuleInForce<Value>[]> {
  return (await everyRuleAt(db, family, at, merchantNo)).filter(({ isEnabled }) => isEnabled);
}

/** Whether a merchant ever had a rule of this family: one that was disabled is no return to the default. */
export async function hasRules<Value extends object>(
  db: Queryable,
  family: Readable<Value>,
  at: Date,
  merchantNo: string,
): Promise<boolean> {
  return (await everyRuleAt(db, family, at, merchantNo)).length > 0;
}
