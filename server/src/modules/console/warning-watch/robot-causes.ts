import { robotLag } from '../../collections/robot-tasks/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** Reports of robot calls that come late, or not at all while calls are under way. */
export const lateRobotReports: WatchedSource = {
  sourceType: 'ROBOT_SILENT',
  prefix: 'ROBOT-',
  quietHours: 6,
  async find(db, now) {
    const { alarm, medianSeconds, boundSeconds, quietMinutes, waiting } = await robotLag(db, now);
    if (alarm === null) return [];
    const roleNos = await rolesWith(db, 'collection:ai94:replay');
    const [subject, subjectZh] =
      alarm === 'LATE'
        ? [
            `Robot reports come ${minutesOf(medianSeconds ?? 0)} min late; at most ${minutesOf(boundSeconds)} min are expected`,
            `机器人回调延迟 ${minutesOf(medianSeconds ?? 0)} 分钟，预期不超过 ${minutesOf(boundSeconds)} 分钟`,
          ]
        : [
            `No robot report for ${quietMinutes ?? 0} min; ${waiting === 1 ? '1 call has' : `${waiting} calls have`} no end`,
            `已 ${quietMinutes ?? 0} 分钟无机器人回调，${waiting} 个通话没有结果`,
          ];
    return [
      {
        key: alarm,
        warningLevel: 'URGENT',
        subject,
        subjectZh,
        subjectPath: '/AdminContent/CollectionSystem/NineFourAiCallBack',
        amountCents: null,
        merchantNo: null,
        roleNos,
        assigneeUserNo: null,
      } satisfies Cause,
    ];
  },
};
