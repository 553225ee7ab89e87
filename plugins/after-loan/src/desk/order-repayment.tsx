import './desk.css';
import { formatDate, formatMoney, useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf } from '@kituo/sdk/page';
import { orderColumns } from './desk-fields.ts';

/** A loan: its figures, and what settles it on each of the next 14 days. */
export function OrderRepayment({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={repayment.order} request={{ orderNo }}>
      {({ row, payoffs }) => (
        <>
          <DescriptionList of={row} columns={orderColumns} />
          {payoffs.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('loans.payoffs')}</h3>
              <ul className="al-payoffs">
                {payoffs.map(({ day, payoffCents }) => (
                  <li key={day}>
                    <span>{formatDate(day)}</span> <span>{formatMoney(payoffCents)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </DetailOf>
  );
}
