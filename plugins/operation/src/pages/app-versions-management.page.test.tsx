// @vitest-environment jsdom
import { appUpdate } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AppVersionsManagementPage } from './app-versions-management.page.tsx';

const row: appUpdate.ReleaseRow = {
  releaseNo: 'AV1',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  os: 'ANDROID',
  versionName: '2.5.0',
  versionCode: 250,
  updateType: 'FORCED',
  minSupportedVersionCode: 230,
  storeUrl: 'https://play.example/app',
  releaseNotes: { en: 'New repayment screen' },
  rolloutPercent: 100,
  package: null,
  adoptionPercent: 62,
  stoppedInstalls: 1_240,
  publishedAt: null,
  publishedByName: null,
  appVersionStatus: 'DRAFT',
  withdrawReason: null,
  version: 1,
  allowedActions: ['publish'],
};
const open = (allowedActions: appUpdate.ReleaseRow['allowedActions']) =>
  renderPage(<AppVersionsManagementPage />, {
    at: '/AdminContent/OperationSystem/AppVersionsManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: allowedActions.length > 0 ? ['operation:appUpdate:publish'] : [],
    replies: [
      reply(appUpdate.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(appUpdate.publish, { releaseNo: 'AV1', appVersionStatus: 'DRAFT', rolloutPercent: 100, changeNo: 'CH1' }),
      reply(appUpdate.detail, {
        row,
        adoption: [{ bizDate: '2026-11-24', installs: 40, adopted: 10 }],
        dueOnOlder: 12,
        history: [],
      }),
    ],
  });

test('says before a forced release what it stops, and that another person approves', async () => {
  const page = open(['publish']);
  fireEvent.click((await screen.findAllByRole('button', { name: /^Publish:/ }))[0] as HTMLElement);
  await screen.findByText(/Apps older than 250 stop at the update screen/);
  await screen.findByText(/12 customers of older versions have a bill due within three days/);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Safety' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Publish' }).at(-1) as HTMLElement);
  await waitFor(() => {
    expect(page.server.callsOf(appUpdate.publish)[0]?.request).toEqual({
      releaseNo: 'AV1',
      version: 1,
      reason: 'Safety',
    });
  });
});

test('shows the notes of a release, and no button to those without the codes', async () => {
  open([]);
  fireEvent.click(await screen.findByText('2.5.0'));
  await screen.findByText(/24 Nov 2026 · 10 of 40 installs/);
  await screen.findByText('New repayment screen');
  expect(screen.queryByRole('button', { name: /^(Publish:|Edit:|Add$|Withdraw:)/ })).toBeNull();
});
