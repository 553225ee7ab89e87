import type { unrenewedLoanSms } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { withdrawDispatches } from '../contacts/index.ts';
import { enabledText } from '../sms-campaigns/index.ts';
import type { UnrenewedConfigTable, UnrenewedSendTable, UnrenewedStepTable } from './tables.ts';

export type Config = Selectable<UnrenewedConfigTable>;
export type Step = Selectable<UnrenewedStepTable>;
export type Send = Selectable<UnrenewedSendTable>;
export type Skip = NonNullable<Send['unrenewedSkip']>;

/** @throws AppError UNRENEWED_NOT_FOUND */
export async function lockConfig(tx: Tx, configNo: string, scope: DataScope | null): Promise<Config> {
  return await lockOne(tx, tx.selectFrom('unrenewedConfig').selectAll().where('configNo', '=', configNo), {
    missing: 'UNRENEWED_NOT_FOUND',
    subject: `unrenewed-loan strategy ${configNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => scope === null || seesMerchant(scope, merchantNo),
  });
}

export async function stepsOf(db: Queryable, configNo: string): Promise<Step[]> {
  return await db.selectFrom('unrenewedStep').selectAll().where('configNo', '=', configNo).orderBy('stepNo').execute();
}

export async function productsOf(db: Queryable, configNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unrenewedProduct')
    .select('productNo')
    .where('configNo', '=', configNo)
    .orderBy('productNo')
    .execute();
  return rows.map(({ productNo }) => productNo);
}

type AskedStep = Pick<unrenewedLoanSms.NudgeStep, 'templateNo' | 'couponTemplateNo'>;

/** @throws AppError MARKETING_TEMPLATE_NOT_ENABLED, MARKETING_VARIABLE_UNFILLED, UNRENEWED_COUPON_OFF: each names the step */
export async function refuseUnusable(tx: Tx, merchantNo: string, steps: readonly AskedStep[]): Promise<void> {
  for (const [at, { templateNo, couponTemplateNo }] of steps.entries()) {
    await enabledText(tx, { merchantNo, templateNo }, `steps.${at}.templateNo`);
    if (couponTemplateNo === null) continue;
    const coupon = await tx
      .selectFrom('couponTemplate')
      .select('couponTemplateNo')
      .where('couponTemplateNo', '=', couponTemplateNo)
      .where('merchantNo', '=', merchantNo)
      .where('templateStatus', '=', 'ENABLED')
      .executeTakeFirst();
    if (coupon) continue;
    throw new AppError('UNRENEWED_COUPON_OFF', {
      fields: [`steps.${at}.couponTemplateNo`],
      facts: { couponTemplateNo },
    });
  }
}

/**
 * That no other strategy nudges for one of the products; whoever asks waits for others who do.
 * @throws AppError UNRENEWED_EXISTS
 */
export async function refuseOverlap(
  tx: Tx,
  {
    merchantNo,
    productNos,
    configNo,
  }: { readonly merchantNo: string; readonly productNos: readonly string[]; readonly configNo: string | null },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unrenewed ${merchantNo}`}, 0))`.execute(tx);
  let query = tx
    .selectFrom('unrenewedProduct as u')
    .innerJoin('unrenewedConfig as c', 'c.configNo', 'u.configNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'u.productNo')
    .select(['c.configName', 'p.productName'])
    .where('u.isLive', '=', true)
    .where('u.productNo', 'in', [...productNos]);
  if (configNo !== null) query = query.where('u.configNo', '<>', configNo);
  const other = await query.executeTakeFirst();
  if (!other) return;
  throw new AppError('UNRENEWED_EXISTS', {
    fields: ['productNos'],
    facts: { name: other.configName, product: other.productName },
  });
}

/** Today's unsent drop out, and so does what was let through but never left for the gateway. */
export async function dropUnsent(tx: Tx, configNo: string): Promise<number> {
  const sent = await tx
    .selectFrom('unrenewedSend')
    .select('attemptId')
    .where('configNo', '=', configNo)
    .where('recipientStatus', '=', 'SENT')
    // A route may hold a text back until the next day.
    .where('dueOn', '>=', addDays(businessDateOf(new Date()), -1))
    .execute();
  const withdrawn = await withdrawDispatches(
    tx,
    sent.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId])),
  );
  const { numUpdatedRows } = await tx
    .updateTable('unrenewedSend')
    .set({ recipientStatus: 'SKIPPED', unrenewedSkip: 'STRATEGY_DISABLED', nextAt: null })
    .where('configNo', '=', configNo)
    .where((eb) =>
      eb.or([
        eb('recipientStatus', '=', 'PENDING'),
        ...(withdrawn.length > 0 ? [eb('attemptId', 'in', withdrawn)] : []),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
