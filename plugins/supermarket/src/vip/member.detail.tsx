import { formatDate, formatDateTime, Link, useText } from '@kituo/sdk';
import { vipLevel } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, Status } from '@kituo/sdk/page';
import { VIP_SOURCE } from '../parts/codes.ts';

const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';

/** How a member came to the level: the levels before, and the loans that counted. */
export function MemberDetail(props: {
  readonly customerNo: string;
  readonly columns: readonly Column<vipLevel.MemberRow>[];
}) {
  const t = useText();
  const levelOf = (levelNo: number | null) => (levelNo === null ? t('vip.noLevel') : t('vip.level', { no: levelNo }));
  return (
    <DetailOf endpoint={vipLevel.member} request={{ customerNo: props.customerNo }}>
      {({ row, moves, orders }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          <h3 className="kp-section-title">{t('vip.path')}</h3>
          {moves.length === 0 && <p className="kp-muted">{t('vip.noPath')}</p>}
          <ol className="kp-facts">
            {moves.map(({ movedAt, levelBefore, levelNo, vipSource }) => (
              <li key={`${movedAt} ${levelNo}`}>
                {formatDateTime(movedAt)} · {levelOf(levelBefore)} → {levelOf(levelNo)}{' '}
                <Status of={VIP_SOURCE} code={vipSource} />
              </li>
            ))}
          </ol>
          <h3 className="kp-section-title">{t('vip.counted')}</h3>
          <ul className="kp-facts">
            {orders.map((loan) => (
              <li key={loan.orderNo}>
                <Link to={`${ORDER}?orderNo=${loan.orderNo}&source=LoanSupermarketVipLevelManagement`}>
                  {loan.orderNo}
                </Link>{' '}
                ·{' '}
                {loan.isSettled && loan.closedAt !== null
                  ? t('vip.settledOn', { day: formatDate(loan.closedAt) })
                  : t(loan.isSettled ? 'vip.settled' : 'vip.open')}{' '}
                · {t('vip.onTime', { onTime: loan.onTimeBills, bills: loan.settledBills, count: loan.settledBills })} ·{' '}
                {t('vip.overdue', { count: loan.maxDpd })}
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailOf>
  );
}
