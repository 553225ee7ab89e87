import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CouponApplicationTable, CouponTemplateTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { couponApplicationMachine } from './coupon-application.machine.ts';
import type { UseRule } from './coupons.ts';
import { issueCoupons } from './issue.ts';
import { withTermsAt } from './template-terms.ts';

type Template = Selectable<CouponTemplateTable>;
type Application = Selectable<CouponApplicationTable>;

export interface NewTemplate {
  readonly merchantNo: string;
  readonly couponContent: string;
  readonly couponType: Template['couponType'];
  readonly amountCents: number;
  readonly discountBps?: number | null;
  readonly validityDays: number;
  readonly useRule: UseRule;
}

/** Writes a template that another person has to agree to. @throws AppError REFERENCE_UNKNOWN */
export async function saveTemplate(
  tx: Tx,
  template: NewTemplate,
  maker: { readonly userNo: string; readonly scope: DataScope },
): Promise<string> {
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', template.merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(maker.scope, template.merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const { couponTemplateNo } = await tx
    .insertInto('couponTemplate')
    .values({ ...template, useRule: JSON.stringify(template.useRule), makerUserNo: maker.userNo })
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  return couponTemplateNo;
}

/** A template with the terms of now. @throws AppError COUPON_TEMPLATE_NOT_FOUND */
export async function lockTemplate(tx: Tx, couponTemplateNo: string, scope: DataScope): Promise<Template> {
  const locked = await lockOne(
    tx,
    tx.selectFrom('couponTemplate').selectAll().where('couponTemplateNo', '=', couponTemplateNo),
    {
      missing: 'COUPON_TEMPLATE_NOT_FOUND',
      subject: `coupon template ${couponTemplateNo}`,
      state: ({ version }) => version,
      isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
    },
  );
  return await withTermsAt(tx, locked, new Date());
}

const TEMPLATE_MOVES = {
  approve: ['PENDING', 'ENABLED'],
  reject: ['PENDING', 'REJECTED'],
  disable: ['ENABLED', 'DISABLED'],
  enable: ['DISABLED', 'ENABLED'],
} as const;

/** Agrees to a template, rejects it, or takes it out of use and back. @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION */
export async function moveTemplate(
  tx: Tx,
  couponTemplateNo: string,
  command: keyof typeof TEMPLATE_MOVES,
  who: { readonly userNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<Template> {
  const template = await lockTemplate(tx, couponTemplateNo, who.scope);
  const [from, to] = TEMPLATE_MOVES[command];
  if (template.templateStatus !== from) {
    const facts = { subject: 'coupon template', state: template.templateStatus, command };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const isDecision = command === 'approve' || command === 'reject';
  if (isDecision && template.makerUserNo === who.userNo) throw new AppError('MAKER_IS_CHECKER');
  await tx
    .updateTable('couponTemplate')
    .set((eb) => ({
      templateStatus: to,
      version: eb('version', '+', 1),
      ...(isDecision && { checkerUserNo: who.userNo, decidedAt: who.at }),
    }))
    .where('couponTemplateNo', '=', couponTemplateNo)
    .execute();
  return { ...template, templateStatus: to };
}

export interface NewGrant {
  readonly couponTemplateNo: string;
  /** 254 and 9 digits each. */
  readonly phones: readonly string[];
  readonly effectiveOn?: BusinessDate | undefined;
  readonly reason: string;
  /** How customer service asked: by which setting, how many each, about what and with which proof. */
  readonly service?: {
    readonly configNo: string;
    readonly quantity: number;
    readonly feedbackNo: string | null;
    readonly recordNo: string | null;
    readonly voucherIds: string[];
  };
}

/**
 * Asks for coupons for customers; nothing is issued before another person agrees.
 * @throws AppError COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, COUPON_PHONES_UNKNOWN
 */
export async function applyForCoupons(
  tx: Tx,
  grant: NewGrant,
  maker: { readonly userNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<string> {
  const template = await lockTemplate(tx, grant.couponTemplateNo, maker.scope);
  if (template.templateStatus !== 'ENABLED') throw new AppError('COUPON_TEMPLATE_OFF');
  const phones = [...new Set(grant.phones)];
  const found = await tx
    .selectFrom('customer')
    .select(['customerNo', 'phone'])
    .where('merchantNo', '=', template.merchantNo)
    .where(sql<boolean>`phone = any(${phones})`)
    .execute();
  const unknown = phones.length - new Set(found.map(({ phone }) => phone)).size;
  if (unknown > 0) {
    throw new AppError('COUPON_PHONES_UNKNOWN', { fields: ['phones'], facts: { count: unknown } });
  }
  const today = businessDateOf(maker.at);
  const effectiveOn = grant.effectiveOn ?? today;
  if (effectiveOn < today) throw new AppError('CONFIG_DATE_PAST', { fields: ['effectiveOn'] });
  const { couponApplicationNo } = await tx
    .insertInto('couponApplication')
    .values({
      merchantNo: template.merchantNo,
      couponTemplateNo: template.couponTemplateNo,
      customerNos: found.map(({ customerNo }) => customerNo).toSorted(),
      effectiveOn,
      reason: grant.reason,
      applicantUserNo: maker.userNo,
      ...grant.service,
    })
    .returning('couponApplicationNo')
    .executeTakeFirstOrThrow();
  return couponApplicationNo;
}

/**
 * Agrees to an application, which issues its coupons, or rejects it.
 * @returns the coupons issued.
 * @throws AppError COUPON_APPLICATION_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, COUPON_TEMPLATE_OFF
 */
export async function decideCoupons(
  tx: Tx,
  couponApplicationNo: string,
  decision: {
    readonly isApproved: boolean;
    readonly userNo: string;
    readonly scope: DataScope;
    readonly at: Date;
    readonly reason?: string | undefined;
  },
): Promise<{ readonly application: Application; readonly couponNos: string[] }> {
  const { isApproved, userNo, scope, at, reason } = decision;
  const application = await lockApplication(tx, couponApplicationNo, scope);
  if (application.applicantUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = isApproved ? 'approve' : 'reject';
  const status = advance(couponApplicationMachine, application.applicationStatus, command);
  const couponNos = isApproved ? await issue(tx, application, { userNo, scope, at }) : [];
  await tx
    .updateTable('couponApplication')
    .set({
      applicationStatus: status,
      decidedBy: userNo,
      decidedAt: at,
      decisionReason: reason ?? null,
    })
    .where('couponApplicationNo', '=', couponApplicationNo)
    .execute();
  return { application: { ...application, applicationStatus: status }, couponNos };
}

/** @throws AppError COUPON_APPLICATION_NOT_FOUND */
async function lockApplication(tx: Tx, couponApplicationNo: string, scope: DataScope): Promise<Application> {
  return await lockOne(
    tx,
    tx.selectFrom('couponApplication').selectAll().where('couponApplicationNo', '=', couponApplicationNo),
    {
      missing: 'COUPON_APPLICATION_NOT_FOUND',
      subject: `coupon application ${couponApplicationNo}`,
      // A file's rows join an application until it is decided: who decides has seen how many it is for.
      state: ({ applicationStatus, customerNos }) => `${applicationStatus} ${customerNos.length}`,
      isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
    },
  );
}

async function issue(
  tx: Tx,
  application: Application,
  who: { readonly userNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<string[]> {
  const template = await lockTemplate(tx, application.couponTemplateNo, who.scope);
  if (template.templateStatus !== 'ENABLED') throw new AppError('COUPON_TEMPLATE_OFF');
  return await issueCoupons(tx, application, template, who);
}

/**
 * Issues what an approved application could not: to customers whose account is open again.
 * @throws AppError COUPON_APPLICATION_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, COUPON_TEMPLATE_OFF, NOTHING_CHANGES
 */
export async function issueRest(
  tx: Tx,
  couponApplicationNo: string,
  who: { readonly userNo: string; readonly scope: DataScope; readonly at: Date },
): Promise<{ readonly application: Application; readonly couponNos: string[] }> {
  const application = await lockApplication(tx, couponApplicationNo, who.scope);
  if (application.applicantUserNo === who.userNo) throw new AppError('MAKER_IS_CHECKER');
  if (application.applicationStatus !== 'APPROVED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'coupon application', state: application.applicationStatus, command: 'retryIssue' },
    });
  }
  const couponNos = await issue(tx, application, who);
  if (couponNos.length === 0) throw new AppError('NOTHING_CHANGES');
  return { application, couponNos };
}
