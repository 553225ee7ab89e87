import type { orgMerchant, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { orgMerchants } from './list.ts';

type Info = ReplyOf<typeof orgMerchant.info>;

/** @throws AppError NOT_FOUND */
export async function readOrgMerchant({ merchantNo }: { readonly merchantNo: string }, call: Call): Promise<Info> {
  const { db } = call;
  const row = await orgMerchants.one(merchantNo, call);
  const products = await db
    .selectFrom('loanProduct')
    .select(['productNo', 'productName', 'isEnabled'])
    .where('merchantNo', '=', merchantNo)
    .orderBy('productNo')
    .execute();
  const counted = await db
    .selectFrom('trafficAdmission')
    .select('settledOrderCount')
    .select([
      sql<number>`coalesce(sum(admitted) filter (where admission_kind = 'REGISTRATION'), 0)::int`.as('registered'),
      sql<number>`coalesce(sum(admitted) filter (where admission_kind = 'APPLICATION'), 0)::int`.as('applied'),
    ])
    .where('merchantNo', '=', merchantNo)
    .where('bizDate', '=', businessDateOf(new Date()))
    .groupBy('settledOrderCount')
    .orderBy('settledOrderCount')
    .execute();
  return {
    row,
    products,
    tree: await treeOf(row.orgNo, call),
    risk: await riskOf(db, merchantNo),
    admissions: counted,
    history: await readHistory(db, 'merchant', merchantNo),
  };
}

/** What decides a merchant's applications now. */
async function riskOf(db: Queryable, merchantNo: string): Promise<Info['risk']> {
  const { rows } = await sql<{ readonly configKey: string; readonly ruleName: string }>`
    SELECT config_key, value ->> 'ruleName' AS rule_name FROM config_rule_now
    WHERE merchant_no = ${merchantNo} AND config_key IN ('risk.ruleSet', 'risk.model') AND rule_status = 'ENABLED'
    ORDER BY rule_id`.execute(db);
  const namesOf = (key: string) => rows.filter(({ configKey }) => configKey === key).map(({ ruleName }) => ruleName);
  const prices = await db
    .selectFrom('configVersionNow')
    .select('versionNo')
    .where('configKey', '=', 'risk.pricing')
    .where('subjectNo', '=', merchantNo)
    .where('versionStatus', '=', 'IN_FORCE')
    .executeTakeFirst();
  return {
    ruleSets: namesOf('risk.ruleSet'),
    models: namesOf('risk.model'),
    pricesVersionNo: prices?.versionNo ?? null,
  };
}

/** The organisation's whole tree from its top, each with its companies' merchants that the caller sees. */
async function treeOf(orgNo: string, { db, caller }: Call): Promise<Info['tree']> {
  const seen = merchantsSeen(caller.scope);
  const { rows } = await sql<Info['tree'][number]>`
    WITH RECURSIVE up AS (
      SELECT org_no, parent_org_no FROM organization WHERE org_no = ${orgNo}
      UNION SELECT p.org_no, p.parent_org_no FROM organization p JOIN up ON p.org_no = up.parent_org_no
    ), down AS (
      SELECT o.org_no, o.org_name, o.parent_org_no FROM organization o
        JOIN up ON up.org_no = o.org_no AND up.parent_org_no IS NULL
      UNION SELECT c.org_no, c.org_name, c.parent_org_no FROM organization c JOIN down ON c.parent_org_no = down.org_no
    )
    SELECT d.org_no, d.org_name, d.parent_org_no, coalesce((
      SELECT jsonb_agg(jsonb_build_object('merchantNo', m.merchant_no, 'merchantName', m.merchant_name,
        'companyName', m.company_name, 'isEnabled', m.is_enabled) ORDER BY m.company_name, m.merchant_no)
      FROM merchant m WHERE m.org_no = d.org_no
        AND (${seen}::text[] IS NULL OR m.merchant_no = ANY(${seen}::text[]))), '[]') AS merchants
    FROM down d ORDER BY d.org_name, d.org_no`.execute(db);
  return rows;
}
