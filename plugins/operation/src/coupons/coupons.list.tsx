import { useText } from '@kituo/sdk';
import { coupon } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DescriptionList,
  DetailOf,
  History,
  ListScreen,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { couponColumnsIn, couponFilters, type CouponRow } from './coupon-fields.ts';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

/** Coupons that were issued, each with its life. */
export function CouponList() {
  const t = useText();
  const couponColumns = useMemo(() => couponColumnsIn(t), [t]);
  const screen = useListPage<CouponRow>({
    load: coupon.couponPage,
    idOf: (row) => row.couponNo,
    columns: couponColumns,
    filters: couponFilters,
    defaultSort: '-issuedAt',
    file: { endpoint: coupon.couponExport, jobKind: 'coupons.export' },
  });
  const shared = {
    list: { refresh: screen.list.refresh },
    request: ({ couponNo }: CouponRow, { reason }: Reason) => ({ couponNo, reason }),
    facts: ({ couponNo }: CouponRow) => ({ name: couponNo }),
  };
  const freeze = useAction({ ...shared, name: 'couponFreeze', endpoint: coupon.couponFreeze, isDangerous: true });
  const unfreeze = useAction({ ...shared, name: 'couponUnfreeze', endpoint: coupon.couponUnfreeze });
  return (
    <ListScreen
      of={screen}
      title={t('tab.coupons')}
      rowActions={[allowedAs(freeze, 'freeze'), allowedAs(unfreeze, 'unfreeze')]}
      detail={({ couponNo }) => <CouponDetail couponNo={couponNo} />}
    >
      <AskReason action={freeze} />
      <AskReason action={unfreeze} />
    </ListScreen>
  );
}

function CouponDetail({ couponNo }: { readonly couponNo: string }) {
  const t = useText();
  const couponColumns = useMemo(() => couponColumnsIn(t), [t]);
  return (
    <DetailOf endpoint={coupon.couponDetail} request={{ couponNo }}>
      {({ row, application, history }) => (
        <>
          <DescriptionList of={row} columns={couponColumns} />
          {application && (
            <p>
              {t('coupon.application', {
                no: application.couponApplicationNo,
                names: [application.applicantName, application.decidedByName, application.reason]
                  .filter(Boolean)
                  .join(' · '),
              })}
            </p>
          )}
          <h3 className="kp-section-title">{t('coupon.life')}</h3>
          <History
            entries={history}
            titleOf={({ action }) => t(`couponHistory.${action.split('.').at(-1) ?? ''}`)}
            wordOf={(code) => t(`COUPON_STATUS.${code}`)}
          />
        </>
      )}
    </DetailOf>
  );
}
