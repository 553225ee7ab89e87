import { useCan } from '@kituo/sdk';
import { financialKind } from '../financial/financial-kind.ts';
import { TrialBalanceTab } from '../financial/trial-balance.tab.tsx';
import { ReportScreen } from '../parts/report-screen.tsx';

/** Money out, money in, income, losses and what is owed. */
export function FinancialReportPage() {
  const seesBalance = useCan('report:financial:trialBalance');
  return (
    <ReportScreen
      kinds={[financialKind]}
      tabs={seesBalance ? [{ name: 'trialBalance', content: () => <TrialBalanceTab /> }] : []}
    />
  );
}
