import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    ScheduleCaseManage: () => import('./pages/schedule-case-manage.page.tsx'),
    SchedulePlan: () => import('./pages/schedule-plan.page.tsx'),
    ScheduleAbnormalThreshold: () => import('./pages/schedule-abnormal-threshold.page.tsx'),
    MySchedule: () => import('./pages/my-schedule.page.tsx'),
  },
});
