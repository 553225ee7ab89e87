import { useCan } from '@kituo/sdk';
import { financialKind } from '../financial/financial-kind.ts';
import { impairmentKind } from '../financial/impairment-kind.ts';
import { LossRatesTab } from '../financial/loss-rates.tab.tsx';
import { TrialBalanceTab } from '../financial/trial-balance.tab.tsx';
import { ReportScreen } from '../parts/report-screen.tsx';

/** Money out, money in, income, losses and what is owed. */
export function FinancialReportPage() {
  const seesBalance = useCan('report:financial:trialBalance');
  const setsRates = useCan('report:financial:lossRate');
  return (
    <ReportScreen
      kinds={[financialKind, impairmentKind]}
      tabs={[
        ...(setsRates ? [{ name: 'lossRates', content: () => <LossRatesTab /> }] : []),
        ...(seesBalance ? [{ name: 'trialBalance', content: () => <TrialBalanceTab /> }] : []),
      ]}
    />
  );
}
