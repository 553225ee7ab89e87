// @vitest-environment jsdom
import { config, merchant, messageTemplate } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MessageTemplateConfigurationPage } from './message-template-configuration.page.tsx';

const texts = { en: 'Fix {{order}}: {{what}}', sw: 'Rekebisha {{what}}', zh: '' };
const row: messageTemplate.TemplateRow = {
  templateCode: 'ORDER_RETURNED',
  subjectNo: 'ALL_ORDER_RETURNED',
  templateName: 'Application sent back',
  nodeCode: 'ORDER_RETURNED',
  channelType: 'SMS',
  smsKind: 'SERVICE',
  merchantNos: [],
  languages: ['en', 'sw'],
  parts: 1,
  versionNo: null,
  texts: {
    ...texts,
    templateName: 'Application sent back',
    merchantNos: [],
    subjectEn: '',
    subjectSw: '',
    subjectZh: '',
  },
  hasOpenVersion: false,
  sentLast30Days: 3,
  usedByCount: 1,
  optOutPercent: 2,
  costPerThousandCents: 800_00,
  status: 'ENABLED',
  updatedAt: '2026-11-24T08:00:00Z',
  version: 1,
  allowedActions: ['save', 'copy', 'disable'],
};
const open = (of: messageTemplate.TemplateRow = row) =>
  renderPage(<MessageTemplateConfigurationPage />, {
    at: '/AdminContent/OperationSystem/MessageTemplateConfiguration',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:messageTemplate:save', 'operation:messageTemplate:copy', 'operation:messageTemplate:enable'],
    replies: [
      reply(messageTemplate.page, { rows: [of], total: 1, totalIsExact: true }),
      reply(messageTemplate.testSend, { isSent: true, fault: null }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
      reply(messageTemplate.detail, { row, usedBy: [{ nodeCode: 'ORDER_RETURNED', merchantNo: 'ALL' }], history: [] }),
      reply(config.page, { rows: [], total: 0, totalIsExact: true }),
    ],
  });

test('counts parts while a text is written, and names the character that makes it dearer', async () => {
  open();
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit:/ }))[0] as HTMLElement);
  await screen.findByText('{{name}} {{order}} {{what}} {{hotline}} {{whatsapp}}');
  const field = screen.getByLabelText('English');
  fireEvent.change(field, { target: { value: `${'x'.repeat(70)}’` } });
  await screen.findByText(/2 SMS parts, Unicode/);
  await screen.findByText(/“’” makes it Unicode/);
  fireEvent.change(field, { target: { value: 'x'.repeat(161) } });
  await waitFor(() => expect(screen.getByText(/2 SMS parts, GSM-7/)).toBeTruthy());
});

test('shows the text as its reader gets it, and the nodes that send it', async () => {
  open();
  fireEvent.click((await screen.findAllByText('Application sent back'))[0] as HTMLElement);
  await screen.findByText(/Fix LO202611240001: Send a new photo/);
  await screen.findByText(/Application returned · All merchants/);
});

test('sends a test over the channel of the template: by the app of a merchant where it is no SMS', async () => {
  const page = open({ ...row, channelType: 'WHATSAPP', allowedActions: ['testSend'] });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Test:/ }))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText(/^Phone/), { target: { value: '254712345678' } });
  await screen.findByRole('option', { name: /Haraka/ });
  fireEvent.change(screen.getByLabelText(/^Merchant/), { target: { value: 'M0001' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
  await waitFor(() =>
    expect(page.server.callsOf(messageTemplate.testSend)[0]?.request).toEqual({
      templateCode: 'ORDER_RETURNED',
      language: 'en',
      phone: '254712345678',
      merchantNo: 'M0001',
    }),
  );
});
