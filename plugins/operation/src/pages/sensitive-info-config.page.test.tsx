// @vitest-environment jsdom
import { config, dictionary, discipline, sensitiveInfo } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SensitiveInfoConfigPage } from './sensitive-info-config.page.tsx';

const screens = { tailScreens: [], hiddenScreens: [], noFileScreens: [] };
const floor = { maskRule: 'FLOOR' as const, exportAllowed: true, ...screens };
const email = { ...floor, fieldKey: 'email' as const, revealRoles: [], purposes: [], dailyRevealBudget: 5 };
const rest = { revealRoles: [], purposes: [], dailyRevealBudget: 20 };
const seen = { shown: '25*******678', inFiles: '25*******678' };
const row: sensitiveInfo.FieldRow = {
  fieldKey: 'phone',
  maskRule: 'PHONE',
  rule: null,
  roleNames: ['Collector'],
  screenTitles: [],
  users: 12,
  revealsToday: 3,
  nearBudget: 1,
  allowedActions: ['save'],
};
const draft: config.ConfigVersion = {
  versionId: 'CV1',
  configKey: sensitiveInfo.SENSITIVE_INFO_KEY,
  title: 'Sensitive data',
  subjectNo: '',
  versionNo: 1,
  value: { rules: [email] },
  effectiveFrom: '2026-12-01',
  inForceFrom: null,
  versionStatus: 'DRAFT',
  makerUserNo: 'U1',
  makerName: 'Wanjiru',
  checkerName: null,
  reason: 'Less',
  decisionReason: null,
  createdAt: '2026-11-24T08:00:00Z',
  updatedAt: '2026-11-24T08:00:00Z',
  version: 1,
  allowedActions: ['submit'],
};
const unusual: sensitiveInfo.UnusualRow = {
  dayId: 'U000005 2026-11-27',
  eatDay: '2026-11-27',
  userNo: 'U000005',
  realName: 'Achieng Ouma',
  reasons: ['VOLUME', 'NO_FOLLOW_UP'],
  reveals: 61,
  usual: 12,
  atNight: 40,
  withoutFollowUp: 33,
};
const open = (allowedActions: sensitiveInfo.FieldRow['allowedActions'], tab = '') =>
  renderPage(<SensitiveInfoConfigPage />, {
    at: `/AdminContent/OperationSystem/SensitiveInfoConfig${tab}`,
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:sensitiveInfo:save'],
    replies: [
      reply(sensitiveInfo.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(sensitiveInfo.roles, [{ roleNo: 'R-005', roleName: 'Collector', revealFields: ['phone'] }]),
      reply(sensitiveInfo.screenOptions, [{ path: '/AdminContent/A/B', title: 'Orders', section: 'Loans' }]),
      reply(config.inForce, { value: { rules: [email] }, versionNo: 1, effectiveFrom: '2026-11-01' }),
      reply(sensitiveInfo.simulate, {
        users: 9,
        gaining: 0,
        losing: 3,
        masked: { now: seen.shown, then: '*********678' },
        person: {
          realName: 'Otieno',
          now: { ...seen, mayReveal: true, aDay: 50, purposes: null },
          then: { shown: '*********678', inFiles: '************', mayReveal: true, aDay: 20, purposes: ['CALL_BACK'] },
        },
      }),
      reply(config.page, { rows: [draft], total: 1, totalIsExact: true }),
      reply(sensitiveInfo.viewAs, { roleNo: 'R-005', roleName: 'Collector', versionId: 'CV1', versionNo: 1 }),
      reply(config.save, draft),
      reply(sensitiveInfo.unusual, { rows: [unusual], total: 1, totalIsExact: true }),
      reply(dictionary.getSelectOptionRespDtos, []),
    ],
  });

test('changes the rule of one field and keeps those of the others', async () => {
  const page = open(['save']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Edit/ }))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText('Per person and day'), { target: { value: '20' } });
  fireEvent.change(screen.getByLabelText(/^Try for a user/), { target: { value: 'otieno' } });
  expect(await screen.findByText('9 users can reveal it; 0 gain, 3 lose it')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Shown in files'));
  expect(await screen.findByText('Masked as *********678 instead of 25*******678')).toBeTruthy();
  expect(await screen.findByText(/Otieno: 25\*+678 .*50.* → \*+678 \(in files \*+\) .*20.*CALL_BACK/)).toBeTruthy();
  expect(await screen.findByText(/Otieno: .*50.* → .*20.*CALL_BACK/)).toBeTruthy();
  expect(page.server.callsOf(sensitiveInfo.simulate).at(-1)?.request).toMatchObject({
    rule: { fieldKey: 'phone', dailyRevealBudget: 20 },
    userName: 'otieno',
  });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Less' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => {
    expect(page.server.callsOf(config.save)[0]?.request).toMatchObject({
      configKey: 'platform.sensitiveInfo',
      value: {
        rules: [email, { ...rest, ...screens, fieldKey: 'phone', maskRule: 'FLOOR', exportAllowed: false }],
      },
    });
  });
});

test('shows who may reveal what, without a button for those without the code', async () => {
  open([]);
  await screen.findByText('Collector');
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('names what was unusual about somebody’s day', async () => {
  open([], '?tab=unusual');
  fireEvent.click(await screen.findByText('Achieng Ouma'));
  const details = await screen.findByRole('dialog');
  for (const shown of ['Far more than usual', 'No follow-up', '27 Nov 2026', '61', '12', '40', '33']) {
    expect(details.textContent).toContain(shown);
  }
});

test('proposes a discipline record from an unusual day, where the reader may record', async () => {
  const page = renderPage(<SensitiveInfoConfigPage />, {
    at: '/AdminContent/OperationSystem/SensitiveInfoConfig?tab=unusual',
    plugin: { name: 'operation', texts: { en } },
    perms: ['appraisal:discipline:save'],
    replies: [
      reply(sensitiveInfo.unusual, { rows: [unusual], total: 1, totalIsExact: true }),
      reply(dictionary.getSelectOptionRespDtos, []),
      reply(discipline.propose, { recordNo: 'DR000000001', disciplineStatus: 'PENDING' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Propose discipline record: Achieng Ouma' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Content'), { target: { value: 'No call followed' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Propose' }));
  await waitFor(() => {
    expect(page.server.callsOf(discipline.propose)[0]?.request).toEqual({
      userNo: 'U000005',
      eatDay: '2026-11-27',
      points: 20,
      content: 'No call followed',
    });
  });
});
