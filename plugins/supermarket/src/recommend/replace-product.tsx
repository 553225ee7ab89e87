import { eatDay, useText } from '@kituo/sdk';
import { marketRecommend } from '@kituo/sdk/contracts';
import { ActionButton, fieldsOf, FormDialog, useAction } from '@kituo/sdk/page';
import { productOptions } from './product-options.ts';

interface Values extends Record<string, unknown> {
  readonly fromProductNo: string | null;
  readonly toProductNo: string | null;
  readonly effectiveFrom: string;
  readonly reason: string;
}
const { Date: Day, Select, Text } = fieldsOf<Values>();

/** One product for another, in every slot that names it. */
export function ReplaceProduct() {
  const t = useText();
  const replace = useAction({
    name: 'recommendReplace',
    endpoint: marketRecommend.replace,
    request: (_none: null, { fromProductNo, toProductNo, ...values }: Values) => ({
      ...values,
      fromProductNo: fromProductNo ?? '',
      toProductNo: toProductNo ?? '',
    }),
    facts: (_none, reply) => ({ count: reply?.slots.length ?? 0 }),
  });
  return (
    <>
      <ActionButton action={replace} subject={null} />
      <FormDialog
        action={replace}
        defaults={(): Values => ({ fromProductNo: null, toProductNo: null, effectiveFrom: eatDay(), reason: '' })}
      >
        <p>{t('recommend.replaceText')}</p>
        <Select name="fromProductNo" options={productOptions} />
        <Select name="toProductNo" options={productOptions} />
        <Day name="effectiveFrom" min={eatDay()} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
    </>
  );
}
