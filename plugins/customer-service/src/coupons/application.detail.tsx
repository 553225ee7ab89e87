import { EatTime, formatMoney, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, Status } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import { IssueResults } from './issue-results.tsx';
import { applicationColumns, COUPON_STATUS } from './coupon-fields.ts';

/** An application for coupons: its certificates, and what became of its coupons. */
export function ApplicationDetail(props: {
  readonly of: typeof serviceCoupon.own.detail | typeof serviceCoupon.toAudit.detail;
  readonly couponApplicationNo: string;
}) {
  const t = useText();
  return (
    <DetailOf endpoint={props.of} request={{ couponApplicationNo: props.couponApplicationNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={applicationColumns} />
          <p>{t('coupons.recent', { count: info.recentCoupons })}</p>
          <p>
            {t('coupons.habits', {
              count: info.habits.asked,
              approved: info.habits.approved,
              rejected: info.habits.rejected,
              money: formatMoney(info.habits.totalCents),
            })}
          </p>
          {info.habits.sameCustomers > 0 && (
            <p className="kp-note">{t('coupons.repeated', { count: info.habits.sameCustomers })}</p>
          )}
          {props.of === serviceCoupon.toAudit.detail && info.applicationStatus === 'APPROVED' && (
            <IssueResults couponApplicationNo={info.couponApplicationNo} />
          )}
          {info.failures.length > 0 && (
            <Part title={t('coupons.failures')}>
              <ul className="kp-facts">
                {info.failures.map(({ customerNo, customerName, missing, isClosed, isBlacklisted }) => (
                  <li key={customerNo}>
                    {customerNo} {customerName}: {t('coupons.missing', { count: missing })}
                    {isClosed && ` · ${t('coupons.closedAccount')}`}
                    {isBlacklisted && ` · ${t('coupons.blacklisted')}`}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title={t('voucher.title')}>
            <FileList files={info.vouchers} none={t('voucher.none')} />
          </Part>
          {info.coupons.length > 0 && (
            <Part title={t('coupons.issued')}>
              <ul className="kp-facts">
                {info.coupons.map((one) => (
                  <li key={one.couponNo}>
                    {one.couponNo} <Status of={COUPON_STATUS} code={one.couponStatus} /> {t('coupons.until')}{' '}
                    <EatTime at={one.expiresAt} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </DetailOf>
  );
}
