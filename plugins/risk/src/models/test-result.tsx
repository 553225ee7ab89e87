import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { riskModel } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { Table } from './figures.tsx';

const shareText = (share: riskModel.ArmResult['approved']): string =>
  share === null ? '-' : `${share.percent}% (${share.low}–${share.high})`;
const moneyText = (income: riskModel.ArmResult['incomeCents']): string =>
  income === null ? '-' : `${formatMoney(income.average)} (${formatMoney(income.low)} – ${formatMoney(income.high)})`;

/** What became of the arms of the present test, each figure with its 95 % bounds. */
export function TestOf({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const detail = useDetail(riskModel.testResult, { ruleId });
  return (
    <Answered detail={detail}>
      {({ testNo, startedAt, arms }) =>
        startedAt === null ? (
          <p className="kp-muted">{t('model.nobody')}</p>
        ) : (
          <>
            <p>{t('model.since', { no: testNo ?? '-', at: formatDateTime(startedAt) })}</p>
            <Table
              head={['arm', 'applications', 'approved', 'disbursed', 'firstOverdue', 'income']}
              rows={arms.map((arm) => [
                `${arm.modelName} (${t(`MODEL_ROLE.${arm.role}`)})`,
                String(arm.applications),
                shareText(arm.approved),
                String(arm.disbursed),
                shareText(arm.firstOverdue),
                moneyText(arm.incomeCents),
              ])}
            />
            <p className="kp-muted">{t('model.bounds')}</p>
          </>
        )
      }
    </Answered>
  );
}
