import { formatDate, Money, useText } from '@kituo/sdk';
import type { PostedJournal } from '@kituo/sdk/contracts';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

/**
 * The journals of one thing, oldest first: each line's account with its debit or credit.
 *
 * @example <PostedJournals journals={info.journals} />
 */
export function PostedJournals(props: { readonly journals: readonly PostedJournal[] }) {
  const t = useText(PAYMENTS_TEXTS);
  if (props.journals.length === 0) return <p className="kp-muted">{t('journals.none')}</p>;
  return (
    <table className="payments-why-lines" aria-label={t('journals.title')}>
      <thead>
        <tr>
          <th scope="col">{t('journals.account')}</th>
          <th scope="col" className="payments-why-money">
            {t('journals.debit')}
          </th>
          <th scope="col" className="payments-why-money">
            {t('journals.credit')}
          </th>
        </tr>
      </thead>
      {props.journals.map(({ journalId, journalKind, businessDate, reversesId, lines }) => (
        <tbody key={journalId}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {formatDate(businessDate)} · {t(`JOURNAL_KIND.${journalKind}`)}
              {reversesId !== null && ` (${t('why.reverses')})`}
            </th>
          </tr>
          {lines.map(({ accountCode, accountName, amountCents }, index) => (
            <tr key={`${accountCode}-${index}`}>
              <td>{accountName}</td>
              <td className="payments-why-money">{amountCents > 0 && <Money cents={amountCents} />}</td>
              <td className="payments-why-money">{amountCents < 0 && <Money cents={-amountCents} />}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
