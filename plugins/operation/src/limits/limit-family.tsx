import { formatMoney, useText } from '@kituo/sdk';
import { loanLimit } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues, type VersionedFamily } from '@kituo/sdk/page';

const FIELDS = [
  'minAmountCents',
  'maxAmountCents',
  'dailyAmountLimitCents',
  'dailyOrderLimit',
  'alertPercent',
] as const;
const { Money, Number: Count } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

/** -1 in a field of money is typed as shillings, too. */
const UNLIMITED_IN_CENTS = loanLimit.UNLIMITED * 100;

/** A merchant's limit of one type of loan, a version each. */
export const limitFamily = (t: ReturnType<typeof useText>): VersionedFamily => ({
  configKey: loanLimit.LOAN_LIMIT_KEY,
  fields: FIELDS,
  form: () => <Fields />,
  valuesOf: (value) => {
    const held = loanLimit.loanLimit.safeParse(value).data;
    if (held === undefined) {
      return { ...Object.fromEntries(FIELDS.map((field) => [field, null])), alertPercent: 80 };
    }
    const isUnlimited = held.dailyAmountLimitCents === loanLimit.UNLIMITED;
    return { ...held, dailyAmountLimitCents: isUnlimited ? UNLIMITED_IN_CENTS : held.dailyAmountLimitCents };
  },
  valueOf: ({ dailyAmountLimitCents: typed, ...values }) => ({
    ...Object.fromEntries(Object.entries(values).filter(([field]) => (FIELDS as readonly string[]).includes(field))),
    dailyAmountLimitCents: typed === UNLIMITED_IN_CENTS ? loanLimit.UNLIMITED : typed,
  }),
  draw: (field, value) => {
    if (typeof value !== 'number') return undefined;
    if (field === 'dailyOrderLimit') return value === loanLimit.UNLIMITED ? t('limit.unlimited') : undefined;
    if (field === 'alertPercent') return `${value}%`;
    return value < 0 ? t('limit.unlimited') : formatMoney(value);
  },
});

/** What is typed, with the merchant's other type of loan, is above what its payout accounts keep. */
export function FundsHint({ fundsCents, otherDailyCents }: Pick<loanLimit.LimitRow, 'fundsCents' | 'otherDailyCents'>) {
  const t = useText();
  const { dailyAmountLimitCents } = useFormValues();
  if (fundsCents === null || typeof dailyAmountLimitCents !== 'number') return null;
  if (Math.max(0, dailyAmountLimitCents) + otherDailyCents <= fundsCents) return null;
  return <p role="alert">{t('limit.aboveFunds', { funds: formatMoney(fundsCents) })}</p>;
}

function Fields() {
  const t = useText();
  return (
    <>
      <p className="kp-muted">{t('limit.raiseHint')}</p>
      <Money name="minAmountCents" />
      <Money name="maxAmountCents" />
      <Money name="dailyAmountLimitCents" isSigned hint={t('limit.minusOne')} />
      <Count name="dailyOrderLimit" hint={t('limit.minusOne')} />
      <Count name="alertPercent" unit="%" />
    </>
  );
}
