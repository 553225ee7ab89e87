import { formatDate, formatMoney, useText } from '@kituo/sdk';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { COLLECTORS_TEXTS } from './collectors-texts.ts';
import type { ENDPOINTS } from './settings-fields.ts';

type Detail = ReplyOf<typeof ENDPOINTS.BILL.detail>;
type Facts = Pick<Detail, 'promises' | 'recovery' | 'assignments' | 'tomorrow' | 'moveUp'>;

/** How a collector did lately, what tomorrow brings them, and what they were assigned. */
export function PersonRecord({ of }: { readonly of: Facts }) {
  const { promises, recovery, assignments, tomorrow, moveUp } = of;
  const t = useText(COLLECTORS_TEXTS);
  const { isOnShift, expectedCases, dailyCap } = tomorrow;
  return (
    <>
      <h3 className="kp-section-title">{t('collectors.record')}</h3>
      <ul className="kp-facts">
        <li>{t('collectors.promises', { count: promises.made, kept: promises.kept, broken: promises.broken })}</li>
        <li>
          {t('collectors.recovery', {
            collected: formatMoney(recovery.collectedCents),
            assigned: formatMoney(recovery.assignedCents),
          })}
        </li>
        {moveUp !== null && (
          <li>
            {t('collectors.moveUp', {
              percent: moveUp.percent,
              cases: moveUp.cases,
              others: moveUp.othersPercent,
            })}
          </li>
        )}
      </ul>
      <h3 className="kp-section-title">
        {t('collectors.tomorrow')}, {formatDate(tomorrow.day)}
      </h3>
      <p>
        {isOnShift ? t('collectors.onShift', { count: expectedCases, cap: dailyCap }) : t('collectors.offShift')}
        {isOnShift && expectedCases > dailyCap && ` · ${t('collectors.overCap')}`}
      </p>
      <h3 className="kp-section-title">{t('collectors.assignments')}</h3>
      {assignments.length === 0 && <p className="kp-muted">{t('collectors.noAssignments')}</p>}
      <ul className="kp-facts">
        {assignments.map((one) => (
          <li key={`${one.caseNo} ${one.assignedAt}`}>
            {t(one.endedAt === null ? 'collectors.open' : 'collectors.since', {
              case: one.caseNo,
              level: one.caseLevel,
              from: formatDate(one.assignedAt),
              to: one.endedAt === null ? '' : formatDate(one.endedAt),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
