import './desk.css';
import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, Timeline } from '@kituo/sdk/page';
import { mergeColumns } from './desk-fields.ts';

/** A repayment: its split by bill and component, its payment, and who had the case around it. */
export function MergedDetail({ applicationNo }: { readonly applicationNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={repayment.merged} request={{ applicationNo }}>
      {({ row, parts, recoveredCents, flow, assignments }) => (
        <>
          <DescriptionList of={row} columns={mergeColumns} />
          <h3 className="kp-section-title">{t('merge.split')}</h3>
          <ul className="al-payoffs">
            {parts.map(({ billNo, component, amountCents }) => (
              <li key={`${billNo}/${component}`}>
                <span>
                  {billNo} · {t(`COMPONENT.${component}`)}
                </span>{' '}
                <span>{formatMoney(amountCents)}</span>
              </li>
            ))}
            {recoveredCents > 0 && (
              <li>
                <span>{t('merge.recovered')}</span> <span>{formatMoney(recoveredCents)}</span>
              </li>
            )}
          </ul>
          <h3 className="kp-section-title">{t('merge.flow')}</h3>
          <p>
            {t(`REPAY_CHANNEL.${flow.paymentChannel}`)} {flow.paymentCode} · {formatMoney(flow.flowAmountCents)} ·{' '}
            {t('merge.writable')} {formatMoney(flow.writableCents)} ·{' '}
            {[flow.payerName, flow.payerPhone].filter(Boolean).join(' · ')}
          </p>
          {assignments.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('merge.assignments')}</h3>
              <Timeline
                label={t('merge.assignments')}
                entries={assignments.map((one) => ({
                  id: one.assignedAt,
                  at: one.assignedAt,
                  title: `${one.collectorName} · ${one.caseLevel}`,
                  who: null,
                  text: one.endedAt === null ? null : t('merge.until', { at: formatDateTime(one.endedAt) }),
                }))}
              />
            </>
          )}
        </>
      )}
    </DetailOf>
  );
}
