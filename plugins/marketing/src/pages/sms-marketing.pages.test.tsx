// @vitest-environment jsdom
import { merchant, smsMarketingTask, smsMarketingTemplate, userGroup } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SmsMarketingTaskPage } from './sms-marketing-task.page.tsx';
import { SmsMarketingTemplatePage } from './sms-marketing-template.page.tsx';

const plugin = { name: 'test', texts: { en } };
const options = reply(merchant.options, [{ merchantNo: 'M1', merchantName: 'Haraka', enabled: true }]);

test('counts a text as it is typed and names the dear character', async () => {
  renderPage(<SmsMarketingTemplatePage />, {
    at: '/AdminContent/MarketingManagement/SmsMarketingTemplate',
    perms: ['marketing:template:save'],
    plugin,
    replies: [reply(smsMarketingTemplate.page, { rows: [], total: 0, totalIsExact: true }), options],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New template' }));
  const drawer = await screen.findByRole('dialog');
  const content = await within(drawer).findByLabelText('Text');
  fireEvent.change(content, { target: { value: 'x'.repeat(150) } });
  expect(await within(drawer).findByText(/^2 SMS/)).toBeTruthy();
  fireEvent.change(content, { target: { value: 'Karibu ж' } });
  expect(await within(drawer).findByText(/“ж” makes it Unicode/)).toBeTruthy();
});

test('checks the user group of a task before it is saved', async () => {
  const page = renderPage(<SmsMarketingTaskPage />, {
    at: '/AdminContent/MarketingManagement/SmsMarketingTask',
    perms: ['marketing:smsTask:save'],
    plugin,
    replies: [
      reply(smsMarketingTask.page, { rows: [], total: 0, totalIsExact: true }),
      reply(userGroup.page, { rows: [], total: 0, totalIsExact: true }),
      options,
      reply(userGroup.check, {
        userGroupNo: 'UG00000001',
        groupName: 'Settled',
        merchantNo: 'M1',
        size: 12,
        optedIn: 9,
        duplicates: 0,
        drops: [{ reason: 'NO_CONSENT', people: 3 }],
        sample: [],
        checkToken: 'T1',
      }),
      reply(smsMarketingTask.templates, [
        {
          templateNo: 'ST000000001',
          templateName: 'Come back',
          merchantName: 'Haraka',
          language: 'en',
          segmentCount: 1,
        },
      ]),
      reply(smsMarketingTask.estimate, {
        people: 12,
        duplicates: 0,
        unknown: 0,
        isUpperBound: false,
        drops: [{ reason: 'NO_CONSENT', people: 3 }],
        heldOut: 1,
        messages: 8,
        segments: 8,
        costCents: 640,
        arms: [
          { templateNo: 'ST000000001', templateName: 'Come back', messages: 8, segmentCount: 1, text: 'Karibu tena' },
        ],
      }),
      reply(smsMarketingTask.save, { taskNo: 'SM000000001', version: 1, audienceCount: 9, estimatedCostCents: 720 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New task' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('User group number'), { target: { value: 'UG00000001' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Check' }));
  expect(await within(drawer).findByText(/9 may be contacted/)).toBeTruthy();
  await waitFor(() => {
    expect(page.server.callsOf(userGroup.check)[0]?.request).toMatchObject({ userGroupNo: 'UG00000001' });
  });
  expect(within(drawer).getByText('No consent: 3')).toBeTruthy();
  expect(within(drawer).getByText(/Choose an audience and templates/)).toBeTruthy();
  const template = within(drawer).getByLabelText('Template A');
  fireEvent.click(template);
  fireEvent.click(await screen.findByRole('option', { name: /Come back · Haraka/ }));
  expect(
    await within(drawer).findByText(/8 people get a message, 1 are held out/, {}, { timeout: 5_000 }),
  ).toBeTruthy();
  expect(within(drawer).getByText('Karibu tena')).toBeTruthy();
});

test('counts whom the rules of a group match while they are typed', async () => {
  const page = renderPage(<SmsMarketingTaskPage />, {
    at: '/AdminContent/MarketingManagement/SmsMarketingTask?tab=groups',
    perms: ['marketing:smsTask:save'],
    plugin,
    replies: [
      reply(smsMarketingTask.page, { rows: [], total: 0, totalIsExact: true }),
      reply(userGroup.page, { rows: [], total: 0, totalIsExact: true }),
      reply(userGroup.tryRules, { size: 1_200, optedIn: 900 }),
      options,
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New group' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Choose a merchant to see the count.')).toBeTruthy();
  await within(drawer).findByRole('option', { name: 'Haraka' });
  fireEvent.change(within(drawer).getByLabelText('Merchant'), { target: { value: 'M1' } });
  fireEvent.change(within(drawer).getByLabelText(/^Bills paid on time/), { target: { value: '2' } });
  expect(await within(drawer).findByText('1,200 people, 900 may be contacted')).toBeTruthy();
  await waitFor(() => {
    expect(page.server.callsOf(userGroup.tryRules).at(-1)?.request).toMatchObject({
      merchantNo: 'M1',
      rules: { minOnTimeCount: 2 },
    });
  });
});
