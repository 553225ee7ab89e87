import { caseRepay, caseRollback, change } from '@kituo/sdk/contracts';

/** What each collection system calls, and where its requests await approval. */
export const REPAY_ENDPOINTS = {
  ORDER: {
    repay: caseRepay.byOrder,
    rollback: caseRollback.byOrder,
    bulkRollback: change.changeFamilies.caseRollback,
    repayJob: 'caseRepay.export',
    rollbackJob: 'caseRollback.export',
    rollbackPath: '/AdminContent/CollectionSystem/RollbackFlow',
    settlePath: '/AdminContent/CollectionSystem/CancelAfterVerificationManagement',
  },
  BILL: {
    repay: caseRepay.byBill,
    rollback: caseRollback.byBill,
    bulkRollback: change.changeFamilies.caseRollbackStage,
    repayJob: 'caseRepayStage.export',
    rollbackJob: 'caseRollbackStage.export',
    rollbackPath: '/AdminContent/CollectionSystemNew/RollbackFlowNew',
    settlePath: '/AdminContent/CollectionSystemNew/CancelAfterVerificationManagementNew',
  },
} as const;
