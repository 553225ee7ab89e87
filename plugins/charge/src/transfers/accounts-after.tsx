import { Money, useText } from '@kituo/sdk';
import { type ReplyOf, transfer } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';
import './transfers.css';

type After = NonNullable<ReplyOf<typeof transfer.preview>['source']>;

/** Both accounts before and after the transfer, with how long what is left lasts. */
export function AccountsAfter({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const { merchantNo, sourceAccountId, targetAccountId } = values;
  const amountCents = useSettled(values['amountCents']);
  const isWhole =
    typeof merchantNo === 'string' &&
    typeof sourceAccountId === 'string' &&
    typeof targetAccountId === 'string' &&
    sourceAccountId !== targetAccountId;
  const detail = useDetail(
    transfer.preview,
    isWhole
      ? {
          transferType: 'OWN_ACCOUNT',
          merchantNo,
          sourceAccountId,
          targetAccountId,
          amountCents: typeof amountCents === 'number' && !Number.isNaN(amountCents) ? amountCents : 0,
        }
      : null,
  );
  const { source = null, target = null } = detail.data ?? {};
  if (source === null || target === null) return null;
  return (
    <table className="ch-accounts" aria-label={t('transfer.accounts')}>
      <thead>
        <tr>
          <th scope="col">{t('transfer.account')}</th>
          <th scope="col">{t('transfer.before')}</th>
          <th scope="col">{t('transfer.after')}</th>
          <th scope="col">{t('transfer.runway')}</th>
        </tr>
      </thead>
      <tbody>
        <Account account={source} />
        <Account account={target} />
      </tbody>
    </table>
  );
}

function Account({ account }: { readonly account: After }) {
  const t = useText();
  const { runwayDays } = account;
  return (
    <tr>
      <th scope="row">{account.accountName}</th>
      <td>
        <Money cents={account.availableCents} />
      </td>
      <td data-short={account.afterCents < 0}>
        <Money cents={account.afterCents} />
      </td>
      <td>{runwayDays === null ? '-' : t('transfer.days', { count: runwayDays })}</td>
    </tr>
  );
}
