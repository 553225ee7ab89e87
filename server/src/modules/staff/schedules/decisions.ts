import { sql } from 'kysely';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { changeList } from './change-list.ts';

/** Leave, swaps and corrections of others; a swap once the colleague agreed. */
export const scheduleDecisions: DecisionQueue = {
  key: 'scheduleChanges',
  title: { en: 'Leave, swaps and attendance corrections', zh: '请假、换班与考勤更正' },
  places: [
    {
      page: '/AdminContent/ScheduleManage/MySchedule',
      query: 'tab=requests&toDecide=true',
      code: 'schedule:change:approve',
    },
  ],
  count: async (call) => {
    const { userNo } = call.caller;
    return await countOf(
      changeList
        .query({ toDecide: true }, call)
        .where('c.userNo', '<>', userNo)
        .where(sql<boolean>`c.with_user_no is distinct from ${userNo}`)
        .where(sql<boolean>`(c.change_type <> 'SWAP' or c.agreed_at is not null)`),
    );
  },
};
