// @vitest-environment jsdom
import { config, messagePoint } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { BusinessNodePage } from './business-node.page.tsx';

const row: messagePoint.PointRow = {
  subjectNo: 'ALL_SIGN_IN_CODE',
  nodeCode: 'SIGN_IN_CODE',
  merchantNo: null,
  merchantName: null,
  audience: 'STAFF',
  smsKind: 'VERIFICATION',
  point: { isEnabled: true, templateCodes: ['SIGN_IN_CODE_EMAIL', 'SIGN_IN_CODE_SMS'] },
  templateNames: ['Code by email'],
  channels: ['EMAIL', 'SMS'],
  delayMinutes: null,
  variables: [{ name: 'code', example: '482913' }],
  isStatutory: true,
  versionNo: null,
  hasOpenVersion: false,
  sentToday: 4,
  failedToday: 0,
  status: 'ENABLED',
  allowedActions: ['save'],
};
const open = (allowedActions: messagePoint.PointRow['allowedActions']) =>
  renderPage(<BusinessNodePage />, {
    at: '/AdminContent/OperationSystem/BusinessNode',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:messagePoint:save'],
    replies: [
      reply(messagePoint.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(messagePoint.options, [
        { templateCode: 'SIGN_IN_CODE_EMAIL', templateName: 'Sign-in code', channelType: 'EMAIL' },
      ]),
      reply(messagePoint.deliveries, []),
      reply(config.page, { rows: [], total: 0, totalIsExact: true }),
    ],
  });

test('a required message has no switch, and its templates stand in their order', async () => {
  open(['save']);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit:/ }))[0] as HTMLElement);
  await screen.findByText('Required message: it cannot be switched off');
  expect(screen.queryByLabelText('Enabled')).toBeNull();
  await screen.findByLabelText(/Second template/);
});

test('shows what a node knows; no button to those who may not', async () => {
  open([]);
  fireEvent.click((await screen.findByText('code')) as HTMLElement);
  await screen.findByText('{{code}}');
  expect(screen.queryByRole('button', { name: /^Edit:/ })).toBeNull();
});

test('a node of customers may wait, keep to hours and loans, and says how many it would have sent', async () => {
  const own: messagePoint.PointRow = {
    ...row,
    subjectNo: 'M0001_DISBURSED',
    nodeCode: 'DISBURSED',
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    audience: 'CUSTOMER',
    smsKind: 'SERVICE',
    point: { isEnabled: false, templateCodes: ['DISBURSED', 'DISBURSED_PUSH', 'DISBURSED_APP'] },
    isStatutory: false,
    status: 'DISABLED',
  };
  const page = renderPage(<BusinessNodePage />, {
    at: '/AdminContent/OperationSystem/BusinessNode',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:messagePoint:save'],
    replies: [
      reply(messagePoint.page, { rows: [own], total: 1, totalIsExact: true }),
      reply(messagePoint.options, [{ templateCode: 'DISBURSED', templateName: 'Loan sent', channelType: 'SMS' }]),
      reply(messagePoint.dryRun, { messages: 12 }),
      reply(messagePoint.deliveries, []),
      reply(config.page, { rows: [], total: 0, totalIsExact: true }),
      reply(config.save, { allowedActions: [] } as never),
    ],
  });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit:/ }))[0] as HTMLElement);
  expect(await screen.findByText('12 messages in the last 24 hours')).toBeTruthy();
  expect(page.server.callsOf(messagePoint.dryRun)[0]?.request).toEqual({
    nodeCode: 'DISBURSED',
    merchantNo: 'M0001',
    loanType: null,
  });
  fireEvent.click(screen.getByLabelText('Enabled'));
  fireEvent.change(screen.getByLabelText(/^Delay/), { target: { value: '30' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Asked for' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => {
    expect(page.server.callsOf(config.save)[0]?.request).toMatchObject({
      subjectNo: 'M0001_DISBURSED',
      value: { isEnabled: true, templateCodes: ['DISBURSED', 'DISBURSED_PUSH', 'DISBURSED_APP'], delayMinutes: 30 },
    });
  });
});
