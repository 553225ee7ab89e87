// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { counts } from '../../contracts/platform/approval.contract.ts';
import { renderPage, reply } from '../../testing/index.ts';
import type { FakeReply } from '../../testing/index.ts';
import { DetailTabs } from './detail-tabs.tsx';
import { PageTabs } from './page-tabs.tsx';

const texts = { tab: { list: 'Accounts', batches: 'Batches', offline: 'Offline' } };
const open = (replies: readonly FakeReply[], isDecided = true) => {
  const content = () => <p>…</p>;
  const tabs = [
    { name: 'list', content },
    { name: 'batches', content, ...(isDecided && { awaits: 'payoutBatch' }) },
    { name: 'offline', content, ...(isDecided && { awaits: 'offlineLoan' }) },
  ];
  return renderPage(<PageTabs label="Loans" tabs={tabs} />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies,
  });
};
const waiting = (count: number) =>
  reply(counts, {
    total: count,
    pages: [
      { path: '/AdminContent/Elsewhere', approvalKind: 'CHANGE', count, families: { payoutBatch: count, payout: 4 } },
      { path: '/AdminContent/Test', approvalKind: 'CHANGE', count: 1, families: { payoutBatch: 1 } },
    ],
  });

test('a tab counts what awaits the reader there, wherever it is decided, and follows decisions', async () => {
  const page = open([waiting(2)]);
  await waitFor(() => {
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Accounts',
      'Batches3',
      'Offline',
    ]);
  });
  page.server.answer(waiting(7));
  page.push({ type: 'change', changeNo: 'CH1', changeState: 'APPROVED' });
  await screen.findByRole('tab', { name: /^Batches 8|^Batches8/ });
});

test('nothing is asked where nothing is decided', () => {
  const page = open([], false);
  expect(page.server.callsOf(counts)).toEqual([]);
});

test('the versions of one thing are counted in its drawer, and a beginning counts all keys below it', async () => {
  const content = () => <p>…</p>;
  const tabs = [
    { name: 'list', awaits: 'policy.', content },
    { name: 'batches', awaits: { configKey: 'product.terms', subjectNo: 'P1' }, content },
    { name: 'offline', awaits: { configKey: 'product.terms', subjectNo: 'P2' }, content },
  ];
  const families = { 'policy.refund': 1, 'policy.review': 2, 'product.terms': 4, policyless: 9 };
  renderPage(<DetailTabs label="Product" tabs={tabs} />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      reply(counts, {
        total: 16,
        pages: [{ path: '/AdminContent/Products', approvalKind: 'VERSION', count: 16, families }],
        subjects: [
          { family: 'product.terms', subjectNo: 'P1', count: 3 },
          { family: 'product.terms', subjectNo: 'P3', count: 1 },
        ],
      }),
    ],
  });
  await waitFor(() => {
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Accounts3',
      'Batches3',
      'Offline',
    ]);
  });
});
