import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type ConfigFamily, refuseStrangeMerchant } from '../configuration/index.ts';
import type { RuleFamily } from './rule-family.ts';

/** The versions of a family's rules: one subject a rule, `M0001_R000001`. */
export function versionsOf<Value extends object>(family: RuleFamily<Value>): ConfigFamily<Value> {
  const { key, title, page, codes, contract } = family;
  return {
    key,
    title,
    value: contract.value,
    isPerSubject: true,
    isSeveralADay: true,
    isSavedApart: true,
    access: { see: { page: [page] }, save: codes.save, decide: codes.audit },
    initial: async () => await Promise.resolve(null),
    reaches: (value) => family.reaches?.(value) ?? [],
    async check(db, subjectNo, value) {
      const [merchantNo = '', ruleId = ''] = subjectNo.split('_');
      await refuseStrangeMerchant(db, merchantNo);
      await family.check?.(db, merchantNo, value);
      await refuseBeside(db, family, { merchantNo, ruleId, value });
    },
  };
}

/** One after the other, or two would not see each other. @throws AppError RULE_OVERLAP, and what `checkBeside` does */
async function refuseBeside<Value extends object>(
  db: Queryable,
  { key, contract, overlaps, checkBeside }: RuleFamily<Value>,
  rule: { readonly merchantNo: string; readonly ruleId: string; readonly value: Value },
): Promise<void> {
  const { merchantNo, ruleId, value } = rule;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rules ${key} ${merchantNo}`}, 0))`.execute(db);
  const others = await db
    .selectFrom('configRule as r')
    .innerJoin('configVersionNow as v', (join) =>
      join.onRef('v.configKey', '=', 'r.configKey').on(sql<boolean>`v.subject_no = r.merchant_no || '_' || r.rule_id`),
    )
    .select(['v.value'])
    .where('r.configKey', '=', key)
    .where('r.merchantNo', '=', merchantNo)
    .where('r.ruleId', '<>', ruleId)
    .where('v.versionStatus', 'in', ['PENDING', 'SCHEDULED', 'IN_FORCE'])
    .whereRef('v.versionNo', '>', 'r.disabledThrough')
    .orderBy('r.ruleId')
    .execute();
  const read = others.flatMap(({ value: held }) => contract.value.safeParse(held).data ?? []);
  const met = read.find((other) => overlaps(value, other));
  if (met) throw new AppError('RULE_OVERLAP', { facts: { name: nameOf(met) } });
  checkBeside?.(value, read);
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '-';
  const named = Object.entries(value).find(([field]) => field === 'ruleName' || field === 'strategyName');
  return typeof named?.[1] === 'string' ? named[1] : '-';
}
