import type { ruleSet } from '@kituo/sdk/contracts';
import type { Database } from '../db/database.ts';
import { DEFAULT_RULES } from '../modules/lending/rule-sets/index.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

const KEY = 'risk.ruleSet';

/** What a draft would add, for a person to try on past applications. */
const PROPOSED: ruleSet.RiskRule = {
  priority: 30,
  ruleName: 'Late by over 30 days before',
  ruleType: 'CREDIT',
  fieldKey: 'maxOverdueDays',
  operator: 'GT',
  threshold: '30',
  decision: 'MANUAL',
  refuseCode: null,
  coolOffDays: 0,
};

const valueOf = (ruleName: string, rules: readonly ruleSet.RiskRule[]) =>
  JSON.stringify({ ruleName, productNos: [], awaitsScorer: true, rules });

/** A set a merchant that says what the company's default says, and a version that awaits approval; once. */
export async function seedRuleSets(db: Database): Promise<void> {
  const known = await db.selectFrom('configRule').select('ruleId').where('configKey', '=', KEY).executeTakeFirst();
  const people = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const [maker, checker] = people.map(({ userNo }) => userNo);
  if (known || maker === undefined || checker === undefined) return;
  const merchants = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .orderBy('merchantNo')
    .execute();
  for (const [index, { merchantNo, merchantName }] of merchants.entries()) {
    const { ruleId } = await db
      .insertInto('configRule')
      .values({ configKey: KEY, merchantNo, createdBy: maker })
      .returning('ruleId')
      .executeTakeFirstOrThrow();
    const common = { configKey: KEY, subjectNo: `${merchantNo}_${ruleId}`, makerUserNo: maker, editorUserNos: [maker] };
    const name = `${merchantName}, standard`.slice(0, 64);
    await db
      .insertInto('configVersion')
      .values({
        ...common,
        versionNo: 1,
        value: valueOf(name, DEFAULT_RULES),
        storedStatus: 'IN_FORCE',
        effectiveFrom: '2025-01-01',
        inForceFrom: new Date('2024-12-31T21:00:00Z'),
        checkerUserNo: checker,
        reason: 'What the machine did before rules were data',
      })
      .execute();
    if (index > 0) continue;
    await db
      .insertInto('configVersion')
      .values({
        ...common,
        versionNo: 2,
        value: valueOf(name, [...DEFAULT_RULES, PROPOSED]),
        storedStatus: 'PENDING',
        effectiveFrom: addDays(businessDateOf(new Date()), 30),
        reason: 'Late payers go to a person',
      })
      .execute();
  }
}
