import { formatDate, formatTime, useText } from '@kituo/sdk';
import { scheduling } from '@kituo/sdk/contracts';
import {
  count,
  day,
  defineColumns,
  DescriptionList,
  DetailDrawer,
  flag,
  History,
  status,
  text,
  time,
  useDetail,
} from '@kituo/sdk/page';
import { ATTENDANCE_STATUS, SHIFT_STATUS } from '../words.ts';
import type { Shift } from './shift-actions.tsx';

const columns = defineColumns<Shift>([
  text('realName'),
  day('workDate'),
  text('shiftType'),
  time('startAt'),
  time('endAt'),
  count('breakMinutes'),
  status('shiftStatus', SHIFT_STATUS),
  status('attendanceStatus', ATTENDANCE_STATUS),
  flag('isLocked'),
  text('remark'),
  text('overrideReason'),
]);

/** A shift: what it is, which rules it breaks, what was assigned during it, and who changed it. */
export function ShiftDetail(props: { readonly shift: Shift | null; readonly onClose: () => void }) {
  const { shift } = props;
  const t = useText();
  const log = useDetail(scheduling.log, shift === null ? null : { shiftId: shift.shiftId });
  const hours = shift === null ? '' : `${formatTime(shift.startAt)}–${formatTime(shift.endAt)}`;
  return (
    <DetailDrawer
      detail={log}
      isOpen={shift !== null}
      title={
        shift === null
          ? ''
          : t('planner.shiftOf', {
              name: shift.realName,
              date: formatDate(shift.workDate),
              code: `${shift.shiftType} ${hours}`,
            })
      }
      onClose={props.onClose}
    >
      {({ work, history }) =>
        shift !== null && (
          <>
            <DescriptionList of={shift} columns={columns} />
            {shift.violations.length > 0 && (
              <p className="kp-note kp-note-wrong">
                {shift.violations.map((rule) => t(`SHIFT_RULE.${rule}`)).join(', ')}
              </p>
            )}
            <h3 className="kp-section-title">{t('planner.work')}</h3>
            <ul className="kp-facts">
              <li>{t('planner.workOrders', { count: work.orders })}</li>
              <li>{t('planner.workCases', { count: work.cases })}</li>
              <li>{t('planner.workEntries', { count: work.listEntries })}</li>
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )
      }
    </DetailDrawer>
  );
}
