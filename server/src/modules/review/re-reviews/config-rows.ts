import { type ParsedRequestOf, type ReplyOf, type reReview, reviewRules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, DataScope } from '../../../http/implement.ts';
import { presentVersion, versions } from '../../platform/configuration/index.ts';
import { reReviewFamily } from './families.ts';
import type { Reader } from './query.ts';
import { type MerchantRules, rulesWithin, usedToday } from './rules.ts';

type Row = reReview.ReReviewConfigRow;
const COMING = ['DRAFT', 'PENDING', 'SCHEDULED'] as const;

async function versionsOf(db: Queryable, merchantNos: readonly string[]) {
  if (merchantNos.length === 0) return [];
  return await versions(db)
    .where('version.configKey', '=', reReviewFamily.key)
    .where('version.subjectNo', 'in', merchantNos)
    .orderBy('version.versionNo', 'desc')
    .execute();
}
type Versions = Awaited<ReturnType<typeof versionsOf>>;

function present(merchant: MerchantRules, all: Versions, used: number, call: Reader): Row {
  const own = all.filter(({ subjectNo }) => subjectNo === merchant.merchantNo);
  const holds = own.find(({ versionNo }) => versionNo === merchant.versionNo);
  const coming = own.find(({ versionStatus }) => COMING.some((status) => status === versionStatus));
  const next = coming && presentVersion(coming, reReviewFamily, call);
  const maySave = call.caller.codes.has('audit:orderReview:config');
  const can = {
    update: maySave && (!coming || coming.versionStatus === 'SCHEDULED'),
    approve: next?.allowedActions.includes('approve') ?? false,
    reject: next?.allowedActions.includes('reject') ?? false,
    withdraw: next?.allowedActions.includes('withdraw') ?? false,
  };
  return {
    merchantNo: merchant.merchantNo,
    merchantName: merchant.merchantName,
    ...merchant.rules,
    rules: merchant.rules,
    usedToday: used,
    versionNo: merchant.versionNo,
    effectiveFrom: merchant.effectiveFrom,
    makerName: holds?.makerName ?? null,
    checkerName: holds?.checkerName ?? null,
    next: next
      ? {
          configNo: next.versionId,
          version: next.version,
          versionNo: next.versionNo,
          versionStatus: next.versionStatus,
          rules: reviewRules.reReviewRules.parse(next.value),
          effectiveFrom: next.effectiveFrom,
          makerName: next.makerName,
          reason: next.reason,
          allowedActions: next.allowedActions,
        }
      : null,
    allowedActions: (['update', 'approve', 'reject', 'withdraw'] as const).filter((one) => can[one]),
  };
}

async function rowsOf(db: Queryable, merchants: readonly MerchantRules[], call: Reader): Promise<Row[]> {
  const all = await versionsOf(
    db,
    merchants.map(({ merchantNo }) => merchantNo),
  );
  const now = new Date();
  return await Promise.all(
    merchants.map(async (merchant) => {
      const { ofMerchant } = await usedToday(db, merchant.merchantNo, call.caller.userNo, now);
      return present(merchant, all, ofMerchant, call);
    }),
  );
}

export async function pageOfConfigs(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof reReview.configPage>,
  call: Reader,
): Promise<ReplyOf<typeof reReview.configPage>> {
  const merchants = await rulesWithin(call.db, call.caller.scope, new Date());
  const { merchantNo, enabled, effectiveFrom } = filters;
  const { from, to } = effectiveFrom ?? {};
  const rows = (await rowsOf(call.db, merchants, call)).filter((row) => {
    const days = [row.effectiveFrom, row.next?.effectiveFrom ?? null].filter((day) => day !== null);
    return (
      (merchantNo === undefined || row.merchantNo === merchantNo) &&
      (enabled === undefined || row.rules.enabled === enabled) &&
      (effectiveFrom === undefined ||
        days.some((day) => (from === undefined || day >= from) && (to === undefined || day <= to)))
    );
  });
  const field = sort?.field ?? 'merchantNo';
  const sign = sort?.direction === 'desc' ? -1 : 1;
  rows.sort((one, other) => sign * one[field].localeCompare(other[field]));
  const offset = (page - 1) * pageSize;
  return { rows: rows.slice(offset, offset + pageSize), total: rows.length, totalIsExact: true };
}

/** Throws MERCHANT_NOT_SEEN as a merchant that is not there. */
export async function merchantRules(db: Queryable, scope: DataScope, merchantNo: string): Promise<MerchantRules> {
  const found = (await rulesWithin(db, scope, new Date())).find((one) => one.merchantNo === merchantNo);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** One merchant's row, as it is now. */
export async function configRowOf(db: Queryable, merchantNo: string, call: Call): Promise<Row> {
  const [row] = await rowsOf(db, [await merchantRules(db, call.caller.scope, merchantNo)], call);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function configDetailOf(merchantNo: string, call: Call): Promise<ReplyOf<typeof reReview.configDetail>> {
  const row = await configRowOf(call.db, merchantNo, call);
  const all = await versionsOf(call.db, [merchantNo]);
  return {
    ...row,
    versions: all.map((version) => ({
      configNo: version.versionId,
      versionNo: version.versionNo,
      versionStatus: version.versionStatus,
      effectiveFrom: version.effectiveFrom,
      makerName: version.makerName,
      checkerName: version.checkerName,
      reason: version.reason,
      decisionReason: version.decisionReason,
      rules: reviewRules.reReviewRules.parse(version.value),
    })),
  };
}

/** How many refusals of 30 days these rules would let in, and how re-reviewed loans of 180 days fared. */
export async function tryConfig(
  { merchantNo, rules }: ParsedRequestOf<typeof reReview.configTry>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof reReview.configTry>> {
  await merchantRules(db, caller.scope, merchantNo);
  const codes = rules.refuseCodes;
  const { rows } = await sql<ReplyOf<typeof reReview.configTry>>`
    WITH refused AS (
      SELECT o.order_status = ANY(${rules.sources}::text[])
        AND (${codes.length === 0} OR o.refuse_code = ANY(${codes}::text[]))
        AND coalesce(c.re_review_allowed, true)
        AND greatest(${rules.minDays}::int, coalesce(c.cool_off_days, 0)) <= ${rules.maxDays}::int AS fits
      FROM loan_order o LEFT JOIN refuse_code c ON c.refuse_code = o.refuse_code
      WHERE o.merchant_no = ${merchantNo} AND o.order_status IN ('MACHINE_REFUSED', 'REFUSED')
        AND o.refused_at > now() - interval '30 days'
    ), again AS (
      SELECT DISTINCT o.order_no, o.lending_time IS NOT NULL AS is_lent
      FROM re_review r JOIN loan_order o ON o.order_no = r.order_no
      WHERE r.merchant_no = ${merchantNo} AND r.apply_time > now() - interval '180 days'
    )
    SELECT (SELECT count(*) FROM refused)::int AS refusals,
      (SELECT count(*) FROM refused WHERE fits AND ${rules.enabled})::int AS admitted,
      (SELECT count(*) FROM again)::int AS re_reviewed,
      (SELECT count(*) FROM again WHERE is_lent)::int AS disbursed,
      (SELECT count(*) FROM again a WHERE is_lent AND EXISTS (SELECT FROM bill b
        WHERE b.order_no = a.order_no AND (b.bill_status = 'CHARGED_OFF' OR b.bill_status = 'ACTIVE'
          AND b.due_date < (now() AT TIME ZONE 'Africa/Nairobi')::date)))::int AS overdue`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a count answered nothing');
  return found;
}
