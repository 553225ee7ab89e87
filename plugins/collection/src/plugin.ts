import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    MyCollection: () => import('./pages/my-collection.page.tsx'),
    CaseAllocation: () => import('./pages/case-allocation.page.tsx'),
    OutCollectionList: () => import('./pages/out-collection-list.page.tsx'),
    CollectionPersonnel: () => import('./pages/collection-personnel.page.tsx'),
    repaymentDetails: () => import('./pages/repayment-details.page.tsx'),
    RollbackFlow: () => import('./pages/rollback-flow.page.tsx'),
    RoboticTask: () => import('./pages/robotic-task.page.tsx'),
    PreReminderCaseDivisionPolicy: () => import('./pages/pre-reminder-case-division-policy.page.tsx'),
    CollectLevelDevisionPolicy: () => import('./pages/collect-level-devision-policy.page.tsx'),
    AIallocationConfig: () => import('./pages/ai-allocation-config.page.tsx'),
    CollectionPersonnelMonitoring: () => import('./pages/collection-personnel-monitoring.page.tsx'),
    NineFourAiTask: () => import('./pages/nine-four-ai-task.page.tsx'),
    NineFourAiCallRecord: () => import('./pages/nine-four-ai-call-record.page.tsx'),
    NineFourAiCallBack: () => import('./pages/nine-four-ai-call-back.page.tsx'),
    NineFourAiSmsBack: () => import('./pages/nine-four-ai-sms-back.page.tsx'),
    DeductionAmountManagement: () => import('./pages/deduction-amount-management.page.tsx'),
    BadDebtManagement: () => import('./pages/bad-debt-management.page.tsx'),
    CancelAfterVerificationManagement: () => import('./pages/cancel-after-verification-management.page.tsx'),
  },
});
