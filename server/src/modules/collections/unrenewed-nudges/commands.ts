import type { ParsedRequestOf, unrenewedLoanSms } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnseenMerchant } from '../sms-templates/index.ts';
import { dropUnsent, lockConfig, productsOf, refuseOverlap, refuseUnusable, stepsOf } from './store.ts';
import { unrenewedConfigMachine } from './unrenewed-config.machine.ts';

type Form = ParsedRequestOf<typeof unrenewedLoanSms.save>;

/** @throws AppError REFERENCE_UNKNOWN */
async function refuseForeignProducts(tx: Tx, { merchantNo, productNos }: Form): Promise<void> {
  const known = await tx
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .where('productNo', 'in', productNos)
    .execute();
  if (known.length < productNos.length) throw new AppError('REFERENCE_UNKNOWN', { fields: ['productNos'] });
}

/**
 * Drafts a strategy or changes its draft.
 * @throws AppError REFERENCE_UNKNOWN, MARKETING_TEMPLATE_NOT_ENABLED, UNRENEWED_COUPON_OFF, UNRENEWED_EXISTS,
 * UNRENEWED_NOT_FOUND, STALE, ILLEGAL_TRANSITION
 */
export async function saveConfig(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { configNo, version, productNos, steps, ...values } = form;
  await refuseUnseenMerchant(tx, call, form.merchantNo);
  const before = configNo === undefined ? null : await lockConfig(tx, configNo, caller.scope);
  if (before && before.version !== version) throw new AppError('STALE');
  if (before && before.unrenewedStatus !== 'DRAFT') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'unrenewed-loan strategy', state: before.unrenewedStatus, command: 'update' },
    });
  }
  await refuseForeignProducts(tx, form);
  await refuseUnusable(tx, form.merchantNo, steps);
  await refuseOverlap(tx, { ...form, configNo: configNo ?? null });
  const saved = before
    ? await tx
        .updateTable('unrenewedConfig')
        .set({
          ...values,
          updatedBy: caller.userNo,
          approvedBy: null,
          updatedAt: new Date(),
          version: before.version + 1,
        })
        .where('configNo', '=', before.configNo)
        .returning(['configNo', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('unrenewedConfig')
        .values({ ...values, createdBy: caller.userNo, updatedBy: caller.userNo })
        .returning(['configNo', 'version'])
        .executeTakeFirstOrThrow();
  if (!before) noteMade(tx, `unrenewed-loan strategy ${saved.configNo}`);
  await tx.deleteFrom('unrenewedProduct').where('configNo', '=', saved.configNo).execute();
  await tx.deleteFrom('unrenewedStep').where('configNo', '=', saved.configNo).execute();
  await tx
    .insertInto('unrenewedProduct')
    .values(productNos.map((productNo) => ({ configNo: saved.configNo, productNo, isLive: true })))
    .execute();
  await tx
    .insertInto('unrenewedStep')
    .values(steps.map((step, at) => ({ ...step, configNo: saved.configNo, stepNo: at + 1 })))
    .execute();
  await writeAudit(tx, call, {
    action: before ? 'unrenewedLoanSms.update' : 'unrenewedLoanSms.save',
    subjectType: 'unrenewedConfig',
    subjectNo: saved.configNo,
    merchantNo: form.merchantNo,
    after: { ...values, productNos, steps },
  });
  return saved;
}

const COMMAND = {
  submit: 'submit',
  approve: 'approve',
  return: 'sendBack',
  enable: 'enable',
  disable: 'disable',
} as const;

/**
 * @throws AppError UNRENEWED_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, UNRENEWED_EXISTS,
 * MARKETING_TEMPLATE_NOT_ENABLED, UNRENEWED_COUPON_OFF
 */
export async function moveConfig(
  step: keyof typeof COMMAND,
  { configNo, reason }: ParsedRequestOf<typeof unrenewedLoanSms.submit>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockConfig(tx, configNo, caller.scope);
  const { merchantNo, unrenewedStatus: from } = before;
  const status = advance(unrenewedConfigMachine, from, COMMAND[step]);
  const enables = status === 'ENABLED';
  if (enables && before.updatedBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  if (enables || step === 'submit') {
    await refuseUnusable(tx, merchantNo, await stepsOf(tx, configNo));
    await refuseOverlap(tx, { merchantNo, configNo, productNos: await productsOf(tx, configNo) });
  }
  await tx
    .updateTable('unrenewedProduct')
    .set({ isLive: status !== 'DISABLED' })
    .where('configNo', '=', configNo)
    .execute();
  await tx
    .updateTable('unrenewedConfig')
    .set({
      unrenewedStatus: status,
      updatedAt: new Date(),
      version: before.version + 1,
      ...(enables && { approvedBy: caller.userNo }),
    })
    .where('configNo', '=', configNo)
    .execute();
  const dropped = step === 'disable' ? await dropUnsent(tx, configNo) : 0;
  await writeAudit(tx, call, {
    action: `unrenewedLoanSms.${step}`,
    subjectType: 'unrenewedConfig',
    subjectNo: configNo,
    merchantNo,
    before: { status: from },
    after: { status, ...(dropped > 0 && { dropped }) },
    ...(reason !== undefined && { reason }),
  });
  return { configNo, status, version: before.version + 1 };
}
