import { EatTime, formatMoney, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, Status } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { Part } from '../parts/part.tsx';
import { configColumnsIn, SERVICE_COUPON_STATUS } from './coupon-fields.ts';

/** A setting: what its coupons came to, its versions, and what was done to it. */
export function ConfigDetail({ configNo }: { readonly configNo: string }) {
  const t = useText();
  const columns = useMemo(() => configColumnsIn(t), [t]);
  return (
    <DetailOf endpoint={serviceCoupon.configDetail} request={{ configNo }}>
      {({ row, versions, use, history }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <Part title={t('coupons.use')}>
            <p>{t('coupons.useOf', { asked: use.asked, issued: use.issued, used: use.used })}</p>
            <p>{t('coupons.costSoFar', { money: formatMoney(use.costCents) })}</p>
          </Part>
          <Part title={t('coupons.versions')}>
            <ul className="kp-facts">
              {versions.map((one) => (
                <li key={one.configNo}>
                  {t('coupons.versionOf', {
                    version: one.versionNo,
                    perSend: one.perSendLimit,
                    perDay: one.perDayLimit,
                    perApplication: one.perApplicationLimit,
                    count: one.perApplicationLimit,
                  })}{' '}
                  <Status of={SERVICE_COUPON_STATUS} code={one.configStatus} />{' '}
                  {one.effectiveFrom !== null && <EatTime at={one.effectiveFrom} />}
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('tab.history')}>
            <History entries={history} titleOf={({ action }) => t(`couponEvent.${action.split('.').at(-1) ?? ''}`)} />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
