import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    TrafficPersonnel: () => import('./pages/traffic-personnel.page.tsx'),
    ProductConfig: () => import('./pages/product-config.page.tsx'),
    MerchantLoanAmountManagement: () => import('./pages/merchant-loan-amount-management.page.tsx'),
    AiMarketingPushTask: () => import('./pages/ai-marketing-push-task.page.tsx'),
    TemporaryCreditLimitIssuance: () => import('./pages/temporary-credit-limit-issuance.page.tsx'),
    CouponCodeManagement: () => import('./pages/coupon-code-management.page.tsx'),
    VerificationCodeManagement: () => import('./pages/verification-code-management.page.tsx'),
    SensitiveWordConfig: () => import('./pages/sensitive-word-config.page.tsx'),
    AnnouncementManagement: () => import('./pages/announcement-management.page.tsx'),
    SensitiveInfoConfig: () => import('./pages/sensitive-info-config.page.tsx'),
    CustomerServiceHotlineManagement: () => import('./pages/customer-service-hotline-management.page.tsx'),
    AppVersionsManagement: () => import('./pages/app-versions-management.page.tsx'),
    SupermarketPlatforms: () => import('./pages/supermarket-platforms.page.tsx'),
    MessageTemplateConfiguration: () => import('./pages/message-template-configuration.page.tsx'),
    BusinessNode: () => import('./pages/business-node.page.tsx'),
    MessageCenterAppManagement: () => import('./pages/message-center-app-management.page.tsx'),
    SmsRouterConfig: () => import('./pages/sms-router-config.page.tsx'),
    MarketingSmsRouterConfig: () => import('./pages/marketing-sms-router-config.page.tsx'),
    OrganizationMerchantManagement: () => import('./pages/organization-merchant-management.page.tsx'),
    LaunchManagement: () => import('./pages/launch-management.page.tsx'),
    ActivitiesConfiguration: () => import('./pages/activities-configuration.page.tsx'),
    AppContentManagement: () => import('./pages/app-content-management.page.tsx'),
  },
});
