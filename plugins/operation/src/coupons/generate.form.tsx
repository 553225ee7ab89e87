import { eatDay, useText } from '@kituo/sdk';
import { promoCode } from '@kituo/sdk/contracts';
import { fieldsOf, FormDrawer, useAction } from '@kituo/sdk/page';
import type { TemplateRow } from './coupon-fields.ts';

interface Values extends Record<string, unknown> {
  readonly ownCode: string;
  readonly count: number | null;
  readonly maxRedemptions: number | null;
  readonly budgetCents: number | null;
  readonly endsOn: string;
  readonly reason: string;
}
const { Text, Number: Count, Money, Date: Day } = fieldsOf<Values>();

/** Codes that customers type for a coupon of this template; another person approves them. */
export function useGenerate() {
  return useAction({
    name: 'promoGenerate',
    endpoint: promoCode.generate,
    request: ({ couponTemplateNo }: TemplateRow, { ownCode, count, maxRedemptions, budgetCents, ...rest }: Values) => ({
      couponTemplateNo,
      ownCode: ownCode.trim() === '' ? null : ownCode,
      count: count ?? Number.NaN,
      maxRedemptions: maxRedemptions ?? Number.NaN,
      budgetCents: budgetCents ?? Number.NaN,
      endsOn: rest.endsOn,
      reason: rest.reason,
    }),
    facts: (row: TemplateRow) => ({ name: row.couponContent }),
  });
}

export function GenerateForm({ action }: { readonly action: ReturnType<typeof useGenerate> }) {
  const t = useText();
  return (
    <FormDrawer
      action={action}
      defaults={(): Values => ({
        ownCode: '',
        count: 1,
        maxRedemptions: 1,
        budgetCents: null,
        endsOn: eatDay(),
        reason: '',
      })}
    >
      <Text name="ownCode" isOptional maxLength={20} hint={t('coupon.ownCodeHint')} />
      <Count name="count" />
      <Count name="maxRedemptions" hint={t('coupon.usesHint')} />
      <Money name="budgetCents" />
      <Day name="endsOn" min={eatDay()} />
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}
