import { formatTime, useText } from '@kituo/sdk';
import { Status } from '@kituo/sdk/page';
import type { KeyboardEvent } from 'react';
import { ATTENDANCE_STATUS, SHIFT_STATUS } from '../words.ts';
import { useResizing } from './resize.ts';
import type { PlannerActions, Shift } from './shift-actions.tsx';

/** A shift in its cell: opened, carried, resized or cancelled. */
export function ShiftChip(props: {
  readonly shift: Shift;
  readonly actions: PlannerActions;
  readonly isWide: boolean;
  readonly carry: (shift: Shift | null) => void;
  readonly show: (shift: Shift) => void;
}) {
  const { shift, actions, isWide } = props;
  const t = useText();
  const mayDrag = actions.drag.isPermitted && shift.allowedActions.includes('drag');
  const mayUpdate = actions.update.isPermitted && shift.allowedActions.includes('update') && !shift.isLocked;
  const resizing = useResizing(shift, (times) => actions.resize.open({ shift, ...times }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (mayUpdate && resizing.onKey(event)) return;
    if (event.key === 'm' && mayDrag) props.carry(shift);
    else if (event.key === 'i') props.show(shift);
    else if (event.key === 'Escape') props.carry(null);
    else if (event.key === 'Delete' && shift.allowedActions.includes('cancel')) actions.cancel.open(shift);
  };
  const marks = [
    ...shift.violations.map((rule) => t(`SHIFT_RULE.${rule}`)),
    ...shift.abnormalTypes.map((type) => t(`SCHEDULE_ABNORMAL_TYPE.${type}`)),
  ].join(', ');
  const { startAt, endAt } = resizing.times;
  const hours = isWide || resizing.isResizing ? ` ${formatTime(startAt)}–${formatTime(endAt)}` : '';
  // What is read out has the letters that are seen in one piece: who speaks to a computer says them.
  const label = t('planner.shiftOf', {
    name: shift.realName,
    date: shift.workDate,
    code: `${shift.shiftType}${hours}`,
  });
  return (
    <div className="schedule-shift">
      <button
        type="button"
        className={resizing.isResizing ? 'schedule-chip schedule-resizing' : 'schedule-chip'}
        style={{ borderInlineStartColor: shift.colour }}
        draggable={mayDrag}
        title={[shift.remark, shift.overrideReason, marks].filter(Boolean).join('\n')}
        aria-label={marks === '' ? label : `${label}: ${marks}`}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', shift.shiftId);
        }}
        onKeyDown={onKeyDown}
        onBlur={resizing.stop}
        onClick={() => {
          if (actions.update.isPermitted && shift.allowedActions.includes('update')) actions.update.open(shift);
          else props.show(shift);
        }}
      >
        <b>{shift.shiftType}</b>
        {hours}
        {shift.isLocked && ' 🔒'}
        {marks !== '' && ' ⚠'}
      </button>
      {isWide && mayUpdate && (
        <span className="schedule-edge" title={t('planner.resize')} aria-hidden {...resizing.edge} />
      )}
      {isWide && (
        <span>
          {shift.shiftStatus === 'PUBLISHED' ? (
            <Status of={ATTENDANCE_STATUS} code={shift.attendanceStatus} />
          ) : (
            <Status of={SHIFT_STATUS} code={shift.shiftStatus} />
          )}
          <button
            type="button"
            className="schedule-remove"
            aria-label={t('planner.detailsOf', { name: shift.realName, date: shift.workDate })}
            onClick={() => props.show(shift)}
          >
            ⋯
          </button>
          {actions.cancel.isPermitted && shift.allowedActions.includes('cancel') && (
            <button
              type="button"
              className="schedule-remove"
              aria-label={t('planner.cancelOf', { name: shift.realName, date: shift.workDate })}
              onClick={() => actions.cancel.open(shift)}
            >
              ×
            </button>
          )}
        </span>
      )}
    </div>
  );
}
