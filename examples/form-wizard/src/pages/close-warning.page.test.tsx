import { warning } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CloseWarningPage } from './close-warning.page.tsx';

const row: warning.WarningRow = {
  warningNo: 'W1',
  warningLevel: 'INFO',
  sourceType: 'ATTENDANCE',
  subject: 'Three people did not sign in',
  amountCents: null,
  merchantNo: null,
  merchantName: null,
  raisedAt: '2026-11-20T08:00:00Z',
  warningStatus: 'ACKNOWLEDGED',
  assigneeUserNo: 'U0001',
  assigneeName: 'Wanjiru Test',
  snoozedUntil: null,
  subjectPath: null,
  resolvedByName: null,
  resolvedAt: null,
  note: null,
  version: 1,
  allowedActions: ['resolve'],
};

function open(answer = reply(warning.resolve, { items: [] })) {
  return renderPage(<CloseWarningPage />, {
    perms: ['host:warning:resolve'],
    plugin: { name: 'example-wizard', texts: { en } },
    replies: [reply(warning.page, { rows: [row], total: 1, totalIsExact: true }), answer],
  });
}

async function fillIn(): Promise<void> {
  fireEvent.click(await screen.findByLabelText(/^Three people/));
  fireEvent.click(screen.getByText('Next'));
  fireEvent.click(screen.getByLabelText('Resolved'));
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'All called.' } });
  fireEvent.click(screen.getByText('Next'));
}

test('goes on only when a step is filled in, keeps it over Back, and sends it once', async () => {
  const page = open();
  fireEvent.click(await screen.findByText('Next'));
  expect(screen.getByRole('alert').textContent).toBe('Choose a warning.');
  await fillIn();
  fireEvent.click(screen.getByText('Back'));
  expect(screen.getByLabelText('Description')).toHaveProperty('value', 'All called.');
  fireEvent.click(screen.getByText('Next'));
  fireEvent.click(screen.getByText('Close warning'));
  fireEvent.click(screen.getByText('Close warning'));
  expect(await screen.findByText('“Three people did not sign in” closed.')).toBeTruthy();
  const calls = page.server.callsOf(warning.resolve);
  expect(calls.map(({ request }) => request)).toEqual([{ warningNos: ['W1'], note: 'Resolved: All called.' }]);
  page.assertReleases();
});

test('what the server refuses stands on the last step, and what was filled in stays', async () => {
  open(
    reply(warning.resolve, () => {
      throw new Refusal('FORBIDDEN');
    }),
  );
  await fillIn();
  fireEvent.click(screen.getByText('Close warning'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByText('All called.')).toBeTruthy();
});
