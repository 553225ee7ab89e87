import { useText } from '@kituo/sdk';
import { paymentVisual } from '@kituo/sdk/contracts';
import { defineDictionary, fieldsOf, useDetail, useFormValues, type CodesOf } from '@kituo/sdk/page';

export const PAYMENT_METHOD = defineDictionary<CodesOf<typeof paymentVisual.paymentMethod>>('PAYMENT_METHOD', {
  MPESA_PROMPT: 'waiting',
  PAYBILL: 'waiting',
  VIRTUAL_ACCOUNT: 'waiting',
  BANK_TRANSFER: 'waiting',
});
const { Select } = fieldsOf<Record<'paymentMethod', unknown>>();

/** Beside which payment method a hint stands; one that customers do not see is warned of. */
export function PaymentMethod() {
  const t = useText();
  const { merchantNo, paymentMethod } = useFormValues();
  const shown = useDetail(
    paymentVisual.forApp,
    typeof merchantNo === 'string' && merchantNo !== '' ? { merchantNo } : null,
  );
  const isHidden =
    typeof paymentMethod === 'string' &&
    paymentMethod !== '' &&
    shown.data !== null &&
    !shown.data.some(({ method }) => method === paymentMethod);
  return (
    <>
      <Select name="paymentMethod" options={PAYMENT_METHOD} isOptional hint={t('content.methodHint')} />
      {isHidden && <p role="alert">{t('content.hiddenMethod')}</p>}
    </>
  );
}
