// @vitest-environment jsdom
import { watchOwnJobs } from '@kituo/sdk';
import { job, retrieval, reReview } from '@kituo/sdk/contracts';
import { Refusal, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { A, listed, named, open } from '../testing/review-pages.tsx';
import { MachineReviewRetrievalPage } from './machine-review-retrieval.page.tsx';
import { RejectOrderReviewPage } from './reject-order-review.page.tsx';

test('a retrieval names the money that is paid out, and keeps the form when a line moved', async () => {
  const line = {
    orderNo: 'LO1',
    merchantName: 'Kituo',
    orderStatus: 'DISBURSE_FAILED',
    amountCents: 41_200_000,
    fault: null,
  };
  const page = open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [
      reply(retrieval.check, {
        items: [line],
        duplicates: 1,
        eligible: 1,
        faulty: 0,
        totalCents: 412e5,
        needsChecker: true,
      }),
      reply(retrieval.submit, () => {
        throw new Refusal('RETRIEVAL_FAULTS', { facts: { count: 1 } });
      }),
    ],
  });
  const target = await screen.findByLabelText('Target');
  fireEvent.change(target, { target: { value: 'PENDING_DISBURSEMENT' } });
  const numbers = screen.getByLabelText(/^Order numbers/);
  fireEvent.change(numbers, { target: { value: 'LO1, LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Return 1 order' }));
  const form = await screen.findByRole('dialog');
  await within(form).findByText(/KES 412,000\.00 is then disbursed/);
  await within(form).findByText(/Orders are returned once approved/);
  fireEvent.change(within(form).getByLabelText('Reason'), {
    target: { value: 'Channel was down' },
  });
  fireEvent.click(within(form).getByRole('button', { name: 'Return orders' }));
  await within(form).findByText(/of these orders cannot be returned/);
  expect(page.server.callsOf(retrieval.submit)[0]?.request).toMatchObject({
    orderNos: ['LO1'],
    targetStatus: 'PENDING_DISBURSEMENT',
  });
  expect(numbers).toHaveProperty('value', 'LO1, LO1');
});

test('while a batch runs the next one waits, and no button moves', async () => {
  const line = { orderNo: 'LO1', merchantName: 'Kituo', orderStatus: 'REFUSED', amountCents: 1_000_000, fault: null };
  const running: job.JobRow = {
    jobNo: 'J1',
    kind: 'retrieval.run',
    title: 'Return orders',
    jobStatus: 'RUNNING',
    total: 1,
    done: 0,
    succeeded: 0,
    failed: 0,
    reason: null,
    fileName: null,
    expiresAt: null,
    createdAt: '2026-11-20T06:00:00Z',
    startedAt: null,
    finishedAt: null,
    retryOf: null,
    allowedActions: [],
  };
  const page = open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [
      reply(retrieval.check, {
        items: [line],
        duplicates: 0,
        eligible: 1,
        faulty: 0,
        totalCents: 1e6,
        needsChecker: false,
      }),
      reply(job.page, listed(running)),
      reply(job.detail, running),
      reply(job.items, listed()),
    ],
  });
  onTestFinished(watchOwnJobs());
  fireEvent.change(await screen.findByLabelText(/^Order numbers/), { target: { value: 'LO1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  const send = () => screen.getByRole('button', { name: 'Return 1 order' });
  await screen.findByRole('grid', { name: 'Checked orders' });
  await waitFor(() => {
    expect(send()).toHaveProperty('disabled', true);
  });
  const over: job.JobRow = { ...running, jobStatus: 'SUCCESS', done: 1, succeeded: 1 };
  page.server.answer(reply(job.page, listed(over)));
  page.server.answer(reply(job.detail, over));
  page.push({ type: 'job', jobNo: 'J1', status: 'SUCCESS', done: 1, total: 1 });
  await waitFor(() => {
    expect(send()).toHaveProperty('disabled', false);
  });
});

test('an order that was looked for and is not eligible says why', async () => {
  const msg = 'Possible from 1 December 2026';
  const page = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview?orderNo=LO0000000009&refuseTime=any`,
    perms: ['audit:orderReview:apply'],
    replies: [
      reply(named(reReview.page, 'eligible'), listed()),
      reply(reReview.check, {
        fitting: 0,
        remainingAfter: 8,
        items: [
          {
            orderNo: 'LO0000000009',
            blocked: {
              error: 'COOL_OFF',
              msg,
              facts: {},
            },
          },
        ],
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'LO0000000009 cannot be submitted now' });
  await screen.findByText(msg);
  const asked = page.server.callsOf(named(reReview.page, 'eligible'))[0]?.request;
  expect(asked?.filters).toEqual({ tab: 'ELIGIBLE', orderNo: 'LO0000000009' });
});

test('numbers to return are kept while the batches are looked at', async () => {
  open(<MachineReviewRetrievalPage />, {
    at: `${A}MachineReviewRetrieval`,
    perms: ['audit:retrieval:submit'],
    replies: [reply(retrieval.page, listed())],
  });
  const numbers = await screen.findByLabelText(/^Order numbers/);
  fireEvent.change(numbers, { target: { value: 'LO1, LO2' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Batches' }));
  await screen.findByRole('heading', { name: 'Batches' });
  fireEvent.click(screen.getByRole('tab', { name: 'Return orders' }));
  expect(await screen.findByLabelText(/^Order numbers/)).toHaveProperty('value', 'LO1\nLO2');
});

test('many refusals are submitted within the quota, with what remains', async () => {
  open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview`,
    perms: ['audit:orderReview:apply'],
    replies: [
      reply(reReview.check, {
        fitting: 1,
        remainingAfter: 8,
        items: [
          {
            orderNo: 'LO0000000007',
            blocked: null,
          },
        ],
      }),
    ],
  });
  fireEvent.click(await screen.findByLabelText('Select row LO0000000007'));
  const bar = await screen.findAllByRole('button', { name: 'Submit' });
  fireEvent.click(bar.at(-1) ?? document.body);
  await screen.findByText('Submit 1 order for re-review? 8 submissions remain today.');
});
