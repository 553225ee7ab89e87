import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    RoboticTask: () => import('./pages/robotic-task.page.tsx'),
    SmsMarketingTask: () => import('./pages/sms-marketing-task.page.tsx'),
    SmsMarketingTemplate: () => import('./pages/sms-marketing-template.page.tsx'),
    UnrenewedLoanSmsConfig: () => import('./pages/unrenewed-loan-sms-config.page.tsx'),
  },
});
