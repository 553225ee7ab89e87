import type { followApproval, RequestOf } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDialog, useFormValues } from '@kituo/sdk/page';
import { useText } from '@kituo/sdk';
import { type ApplyRow, FOLLOW_APPLY_TYPE } from './approval-fields.ts';

export interface ApplyValues extends Record<string, unknown> {
  readonly applyType: ApplyRow['applyType'];
  readonly phone: string;
  readonly orderNo: string;
  readonly reason: string;
}
const { Phone, Select, Text } = fieldsOf<ApplyValues>();
const nothing = (): ApplyValues => ({ applyType: 'CLAIM_CUSTOMER', phone: '', orderNo: '', reason: '' });

/** By its number where a customer is meant; an order by its own. What is released may be either. */
export function applicationOf({
  applyType,
  phone,
  orderNo,
  reason,
}: ApplyValues): RequestOf<typeof followApproval.apply> {
  const isOrder = applyType === 'CLAIM_ORDER' || (applyType === 'RELEASE' && phone.trim() === '');
  return { applyType, reason, ...(isOrder ? { orderNo: orderNo.trim() } : { phone: phone.trim() }) };
}

/** Asks to keep, to claim or to release a customer or an order. */
export function ApplyForm({ action }: { readonly action: Action<null, ApplyValues> }) {
  return (
    <FormDialog action={action} defaults={nothing}>
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  const t = useText();
  const { applyType } = useFormValues();
  const isRelease = applyType === 'RELEASE';
  const hint = isRelease ? { hint: t('approvals.releaseHint') } : {};
  return (
    <>
      <Select name="applyType" options={FOLLOW_APPLY_TYPE} />
      {applyType !== 'CLAIM_ORDER' && <Phone name="phone" isOptional={isRelease} {...hint} />}
      {(isRelease || applyType === 'CLAIM_ORDER') && <Text name="orderNo" maxLength={64} isOptional={isRelease} />}
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}
