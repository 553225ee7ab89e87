import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    collectionMerge: () => import('./pages/collection-merge.page.tsx'),
    CaseAllocationMerge: () => import('./pages/case-allocation-merge.page.tsx'),
    MyCollectionNew: () => import('./pages/my-collection-new.page.tsx'),
    CaseAllocationNew: () => import('./pages/case-allocation-new.page.tsx'),
    OutCollectionListNew: () => import('./pages/out-collection-list-new.page.tsx'),
    CollectionPersonnelNew: () => import('./pages/collection-personnel-new.page.tsx'),
    RepaymentDetailsNew: () => import('./pages/repayment-details-new.page.tsx'),
    RollbackFlowNew: () => import('./pages/rollback-flow-new.page.tsx'),
    PenaltyInterestReductionStrategiesNew: () => import('./pages/penalty-interest-reduction-strategies-new.page.tsx'),
    RoboticTaskNew: () => import('./pages/robotic-task-new.page.tsx'),
    DeductionAmountManagementNew: () => import('./pages/deduction-amount-management-new.page.tsx'),
    BadDebtManagementNew: () => import('./pages/bad-debt-management-new.page.tsx'),
    CancelAfterVerificationManagementNew: () => import('./pages/cancel-after-verification-management-new.page.tsx'),
  },
});
