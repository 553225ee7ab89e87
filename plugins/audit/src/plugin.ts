import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  fills: { ReviewerDay: () => import('./orders/reviewer-day.tsx') },
  pages: {
    OrderAllocation: () => import('./pages/order-allocation.page.tsx'),
    MyAudit: () => import('./pages/my-audit.page.tsx'),
    OrderManagement: () => import('./pages/order-management.page.tsx'),
    OrderManagementAbridgment: () => import('./pages/order-management-abridgment.page.tsx'),
    AuditPersonnel: () => import('./pages/audit-personnel.page.tsx'),
    AuditConfiguration: () => import('./pages/audit-configuration.page.tsx'),
    MachineReviewRetrieval: () => import('./pages/machine-review-retrieval.page.tsx'),
    RejectOrderReviewConfig: () => import('./pages/reject-order-review-config.page.tsx'),
    RejectOrderReview: () => import('./pages/reject-order-review.page.tsx'),
  },
});
