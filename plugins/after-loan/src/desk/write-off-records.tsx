import { formatMoney, useText } from '@kituo/sdk';
import { payment } from '@kituo/sdk/contracts';
import { DetailOf, Timeline } from '@kituo/sdk/page';

/** The write-offs of a loan, or those that touch one of its bills, live and rolled back. */
export function WriteOffRecords({ orderNo, billNo }: { readonly orderNo: string; readonly billNo?: string }) {
  const t = useText();
  return (
    <DetailOf
      endpoint={payment.applications}
      request={{ filters: { orderNo, ...(billNo && { billNo }) }, page: 1, pageSize: 50, sort: null }}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="kp-muted">{t('loans.none')}</p>
        ) : (
          <Timeline
            label={t('loans.records')}
            entries={rows.map((one) => ({
              id: one.applicationNo,
              at: one.appliedAt,
              title: `${t(`REPAY_TYPE.${one.repayType}`)} · ${formatMoney(one.appliedCents)}`,
              who: one.makerName,
              tone: one.applicationStatus === 'LIVE' ? 'good' : 'failed',
              text: [
                one.applicationNo,
                one.paymentCode,
                t(`REPAYMENT_STATUS.${one.applicationStatus}`),
                one.operatorName,
                one.reason,
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        )
      }
    </DetailOf>
  );
}
