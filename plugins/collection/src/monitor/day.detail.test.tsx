// @vitest-environment jsdom
import { collectionMonitor } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { DayDetail } from './day.detail.tsx';

const attempt = {
  attemptId: 1,
  at: '2026-11-27T07:00:00.000Z',
  caseNo: 'CS0000000001',
  phone: '25*******001',
  refusedFor: null,
  outcome: null,
  talkSeconds: null,
  templateCode: null,
  accountCode: null,
  costCents: null,
  caseScope: 'ORDER' as const,
  hasRecording: false,
};
const page = <Row,>(...rows: readonly Row[]) => ({ rows: [...rows], total: rows.length, totalIsExact: true });

test('says how calls and messages ended in words', async () => {
  renderPage(<DayDetail day={{ userNo: 'U000005', workDate: '2026-11-27', realName: 'Achieng Ouma' }} />, {
    at: '/AdminContent/CollectionSystem/CollectionPersonnelMonitoring',
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(collectionMonitor.recordPage, page()),
      reply(
        collectionMonitor.callDetailPage,
        page(
          { ...attempt, outcome: 'NO_ANSWER', hasRecording: true },
          { ...attempt, attemptId: 2, refusedFor: 'CONTACT_CAP' },
        ),
      ),
      reply(collectionMonitor.smsDetailPage, page({ ...attempt, outcome: 'DELIVERED' })),
    ],
  });
  fireEvent.click(await screen.findByRole('tab', { name: /Calls/ }));
  expect(await screen.findByText('No answer')).toBeTruthy();
  expect(screen.getByText('Contact limit reached')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Play recording' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('tab', { name: /SMS/ }));
  expect(await screen.findByText('Delivered')).toBeTruthy();
});
