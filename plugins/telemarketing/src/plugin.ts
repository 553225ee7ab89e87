import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    ListLibraryManagement: () => import('./pages/list-library-management.page.tsx'),
    AbandonedListLibraryManagement: () => import('./pages/abandoned-list-library-management.page.tsx'),
    ImportRecord: () => import('./pages/import-record.page.tsx'),
    DialTask: () => import('./pages/dial-task.page.tsx'),
    Approval: () => import('./pages/approval.page.tsx'),
    MyIncoming: () => import('./pages/my-incoming.page.tsx'),
    MyLoan: () => import('./pages/my-loan.page.tsx'),
    InboundOrderConfig: () => import('./pages/inbound-order-config.page.tsx'),
    TeleMarketingBlackList: () => import('./pages/tele-marketing-black-list.page.tsx'),
    BaseTypeOption: () => import('./pages/base-type-option.page.tsx'),
    TelemarketingPersonnel: () => import('./pages/telemarketing-personnel.page.tsx'),
    RoboticTask: () => import('./pages/robotic-task.page.tsx'),
  },
});
