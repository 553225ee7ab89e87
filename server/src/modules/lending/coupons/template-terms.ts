import { coupon } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily } from '../../platform/configuration/index.ts';
import type { CouponTemplateTable } from './tables.ts';

type Template = Selectable<CouponTemplateTable>;
type Named = Pick<Template, 'merchantNo' | 'couponTemplateNo'>;

/** `M0001_CT000001`: subjects begin with the merchant, so that scopes hold for them. */
export const subjectOf = ({ merchantNo, couponTemplateNo }: Named): string => `${merchantNo}_${couponTemplateNo}`;

/** @throws AppError REFERENCE_UNKNOWN where no such template is that merchant's */
async function templateOf(db: Queryable, subjectNo: string): Promise<Template> {
  const found = await db
    .selectFrom('couponTemplate')
    .selectAll()
    .where('couponTemplateNo', '=', subjectNo.split('_')[1] ?? '')
    .executeTakeFirst();
  if (!found || subjectOf(found) !== subjectNo) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  return found;
}

/** What a template says, a version each from its day on. What was issued before keeps what it was issued with. */
export const couponTermsFamily: ConfigFamily<coupon.CouponTerms> = {
  key: coupon.COUPON_TERMS_KEY,
  title: { en: 'Coupon template', zh: '优惠券模板' },
  value: coupon.couponTerms,
  isPerSubject: true,
  isSeveralADay: true,
  access: {
    see: { page: coupon.templatePage.access.page },
    save: 'operation:couponConfig:save',
    decide: 'operation:couponConfig:audit',
  },
  async initial(db, subjectNo) {
    const { couponContent, amountCents, discountBps, validityDays, useRule } = await templateOf(db, subjectNo);
    return coupon.couponTerms.parse({ couponContent, amountCents, discountBps, validityDays, useRule });
  },
  async check(db, subjectNo, { discountBps }) {
    const { couponType, templateStatus } = await templateOf(db, subjectNo);
    // What was never approved is approved as a whole first.
    if (templateStatus !== 'ENABLED' && templateStatus !== 'DISABLED') throw new AppError('COUPON_TEMPLATE_OFF');
    if (discountBps === null || couponType !== 'INCREASE_LOAN_LIMIT') return;
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'value.discountBps', msg: 'A higher limit is an amount' }],
    });
  },
};

/** A template with the terms of a moment; those that came into force since are written into it. */
export async function withTermsAt(tx: Tx, template: Template, at: Date): Promise<Template> {
  const { value, versionNo } = await configAt(tx, couponTermsFamily, at, subjectOf(template));
  if (value === null || versionNo === null || versionNo === template.termsVersionNo) return template;
  const { useRule, ...terms } = value;
  await tx
    .updateTable('couponTemplate')
    .set({ ...terms, useRule: JSON.stringify(useRule), termsVersionNo: versionNo })
    .where('couponTemplateNo', '=', template.couponTemplateNo)
    .execute();
  return { ...template, ...terms, useRule, termsVersionNo: versionNo };
}

/** Brings terms that came into force into the templates, for lists and budgets; what is issued reads them by itself. */
export async function applyTermVersions(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ readonly couponTemplateNo: string }>`
    SELECT t.coupon_template_no FROM coupon_template t CROSS JOIN LATERAL (
      SELECT v.version_no FROM config_version v
      WHERE v.config_key = ${couponTermsFamily.key} AND v.subject_no = t.merchant_no || '_' || t.coupon_template_no
        AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= ${now}
      ORDER BY v.in_force_from DESC LIMIT 1) latest
    WHERE latest.version_no <> t.terms_version_no`.execute(db);
  for (const { couponTemplateNo } of rows) {
    await db.transaction().execute(async (tx) => {
      const template = await tx
        .selectFrom('couponTemplate')
        .selectAll()
        .where('couponTemplateNo', '=', couponTemplateNo)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await withTermsAt(tx, template, now);
    });
  }
}
