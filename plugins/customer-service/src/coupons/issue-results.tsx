import { useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { Answered, PageTurner, Status, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { Part } from '../parts/part.tsx';
import { COUPON_ISSUE_STATUS } from './coupon-fields.ts';

const PAGE_SIZE = 20;

/** The customers of an approved application, with the coupons that each got; who got less comes first. */
export function IssueResults({ couponApplicationNo }: { readonly couponApplicationNo: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const results = useDetail(serviceCoupon.issueResults, {
    filters: { couponApplicationNo },
    page,
    pageSize: PAGE_SIZE,
    sort: null,
  });
  return (
    <Part title={t('coupons.issueResults')}>
      <Answered detail={results}>
        {({ rows, total }) => (
          <>
            <ul className="kp-facts">
              {rows.map(
                ({ customerNo, customerName, phone, quantity, issued, issueStatus, isClosed, isBlacklisted }) => (
                  <li key={customerNo}>
                    {customerName} {phone} <Status of={COUPON_ISSUE_STATUS} code={issueStatus} />{' '}
                    {t('coupons.gotCoupons', { issued, quantity })}
                    {isClosed && ` · ${t('coupons.closedAccount')}`}
                    {isBlacklisted && ` · ${t('coupons.blacklisted')}`}
                  </li>
                ),
              )}
            </ul>
            <PageTurner
              label={t('coupons.issueResults')}
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              onTurn={setPage}
            />
          </>
        )}
      </Answered>
    </Part>
  );
}
