// @vitest-environment jsdom
import { call } from '@kituo/sdk';
import { job } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { NetworkBanner } from './network-banner.tsx';

const newest = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
const none = reply(job.page, { rows: [], total: 0, totalIsExact: true });

it('stands from a call that found no network until one gets through', async () => {
  const page = renderPage(<NetworkBanner />, {
    plugin: { name: 'host', texts: { en: {} } },
    replies: [none],
  });
  // Whatever was before: a call got through.
  await call(job.page, newest, { quiet: true });
  await waitFor(() => {
    expect(page.queryByRole('alert')).toBeNull();
  });
  page.server.answer(
    reply(job.page, () => {
      throw new TypeError('no network');
    }),
  );
  await call(job.page, newest, { quiet: true }).catch(() => undefined);
  expect((await page.findByRole('alert')).textContent).toMatch(/^Offline since .*\d{2}:\d{2}/);
  page.server.answer(none);
  await userEvent.click(page.getByRole('button', { name: 'Retry now' }));
  await expect.poll(() => page.queryByRole('alert')).toBeNull();
});

it('hears from the browser that the line is gone and back', async () => {
  const page = renderPage(<NetworkBanner />, {
    plugin: { name: 'host', texts: { en: {} } },
    replies: [none],
  });
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  try {
    onLine.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await page.findByRole('alert');
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => page.queryByRole('alert')).toBeNull();
  } finally {
    onLine.mockRestore();
  }
});
