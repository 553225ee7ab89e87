// @vitest-environment jsdom
import { abnormalDay, attendanceThreshold, dept } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ScheduleAbnormalThresholdPage } from './schedule-abnormal-threshold.page.tsx';

const AT = '/AdminContent/ScheduleManage/ScheduleAbnormalThreshold';
const plugin = { name: 'test', texts: { en } };
const threshold: attendanceThreshold.ThresholdRow = {
  thresholdNo: 'TH000001',
  deptNos: ['D1'],
  deptNames: ['Service'],
  staffType: null,
  lateMinutes: 10,
  earlyLeaveMinutes: 15,
  absentMinutes: 120,
  idleMinutes: 60,
  groupRateBelow: 60,
  notifyRoleNos: ['R-1'],
  notifyRoleNames: ['Lead'],
  thresholdStatus: 'PENDING_APPROVAL',
  effectiveFrom: '2026-12-01',
  makerName: 'Achieng',
  checkerName: null,
  decisionReason: null,
  version: 1,
  allowedActions: ['approve', 'reject', 'copy'],
};
const abnormal: abnormalDay.AbnormalRow = {
  abnormalId: 'AB000000001',
  realName: 'Baraka',
  jobNumber: 'KE0002',
  deptName: 'Service',
  workDate: '2026-11-27',
  abnormalType: 'LATE',
  measuredMinutes: 24,
  thresholdMinutes: 10,
  explanation: 'The road was flooded',
  explainedAt: '2026-11-27T15:00:00Z',
  resolveStatus: 'OPEN',
  resolveReason: null,
  resolvedByName: null,
  resolvedAt: null,
  foundAt: '2026-11-27T06:00:00Z',
  version: 2,
  allowedActions: ['resolve'],
};
const replies = [
  reply(dept.tree, []),
  reply(attendanceThreshold.roles, [{ roleNo: 'R-1', roleName: 'Lead' }]),
  reply(attendanceThreshold.page, { rows: [threshold], total: 1, totalIsExact: true }),
  reply(attendanceThreshold.save, { thresholdNo: 'TH000002', thresholdStatus: 'PENDING_APPROVAL' }),
  reply(attendanceThreshold.approve, { thresholdNo: 'TH000001', thresholdStatus: 'ENABLED' }),
  reply(abnormalDay.page, { rows: [abnormal], total: 1, totalIsExact: true }),
  reply(abnormalDay.resolve, { abnormalId: 'AB000000001', resolveStatus: 'CONFIRMED' }),
];
const open = (perms: string[], query = '') =>
  renderPage(<ScheduleAbnormalThresholdPage />, { at: `${AT}${query}`, perms, plugin, replies });

test('a copy is sent for approval with all of its options', async () => {
  const page = open(['schedule:threshold:save']);
  fireEvent.click(await screen.findByRole('button', { name: /^Copy: / }));
  const drawer = await screen.findByRole('dialog');
  const late = await within(drawer).findByLabelText('Late after (minutes)');
  fireEvent.change(late, { target: { value: '' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  expect(await within(drawer).findByText('All options must be filled')).toBeTruthy();
  expect(page.server.callsOf(attendanceThreshold.save)).toEqual([]);
  fireEvent.change(late, { target: { value: '5' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(attendanceThreshold.save)[0]?.request).toMatchObject({
      deptNos: ['D1'],
      staffType: null,
      lateMinutes: 5,
      absentMinutes: 120,
      groupRateBelow: 60,
      notifyRoleNos: ['R-1'],
    });
  });
});

test('an approver sees the terms and approves the version that was read', async () => {
  const page = open(['schedule:threshold:approve']);
  fireEvent.click(await screen.findByRole('button', { name: /^Approve: / }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/Applies from 1 Dec 2026/)).toBeTruthy();
  expect(within(dialog).getByText('Lead')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(attendanceThreshold.approve)[0]?.request).toEqual({
      thresholdNo: 'TH000001',
      version: 1,
      isApproved: true,
    });
  });
});

test('a day is resolved with the explanation in view', async () => {
  const page = open(['schedule:abnormal:resolve'], '?tab=days&resolveStatus=OPEN');
  fireEvent.click(await screen.findByRole('button', { name: /^Resolve: / }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/The road was flooded/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Confirm' }));
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Third time' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Resolve' }));
  await waitFor(() => {
    expect(page.server.callsOf(abnormalDay.resolve)[0]?.request).toEqual({
      abnormalId: 'AB000000001',
      version: 2,
      resolution: 'CONFIRMED',
      reason: 'Third time',
    });
  });
  expect(page.server.callsOf(abnormalDay.page)[0]?.request['filters']).toMatchObject({ resolveStatus: 'OPEN' });
});
