import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    ListLibraryManage: () => import('./pages/list-library-manage.page.tsx'),
    CallingAssignments: () => import('./pages/calling-assignments.page.tsx'),
    CustomerServiceStaff: () => import('./pages/customer-service-staff.page.tsx'),
    CustomerFeedback: () => import('./pages/customer-feedback.page.tsx'),
    CustomerServiceCouponConfig: () => import('./pages/customer-service-coupon-config.page.tsx'),
    CustomerServiceCouponAudit: () => import('./pages/customer-service-coupon-audit.page.tsx'),
    Feedback: () => import('./pages/feedback.page.tsx'),
    CustomerInCallRecord: () => import('./pages/customer-in-call-record.page.tsx'),
    CustomerManage: () => import('./pages/customer-manage.page.tsx'),
    AiHelpUidDecrypt: () => import('./pages/ai-help-uid-decrypt.page.tsx'),
    MyCustomerServiceCouponApply: () => import('./pages/my-customer-service-coupon-apply.page.tsx'),
  },
});
