import { smsMarketingTemplate, userGroup } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as } from '../../../../testing/test-calls.ts';
import { type CampaignDesk, campaignDesk } from './testing/campaign-desk.ts';

let checker: CampaignDesk['checker'];
let app: CampaignDesk['app'];
let lender: CampaignDesk['lender'];
let maker: CampaignDesk['maker'];
let elsewhere: CampaignDesk['elsewhere'];
let text: CampaignDesk['text'];
let enabledTemplate: CampaignDesk['enabledTemplate'];
let groupOf: CampaignDesk['groupOf'];
let check: CampaignDesk['check'];
let draft: CampaignDesk['draft'];

beforeAll(async () => {
  ({ checker, app, lender, maker, elsewhere, text, enabledTemplate, groupOf, check, draft } = await campaignDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('enables a text that another person wrote, and never changes what was approved', async () => {
  const { templateNo } = (await maker.post(smsMarketingTemplate.save, text())).data;
  await maker.post(smsMarketingTemplate.submit, { templateNo });
  expect((await maker.post(smsMarketingTemplate.approve, { templateNo })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await checker.post(smsMarketingTemplate.approve, { templateNo })).data.status).toBe('ENABLED');
  const changed = { templateNo, version: 3, ...text('borrow again') };
  await maker.post(smsMarketingTemplate.save, changed);
  const { data } = await maker.get(smsMarketingTemplate.detail, { templateNo });
  expect(data).toMatchObject({
    row: { status: 'DRAFT', versionNo: 2 },
    versions: [{ versionNo: 1, content: text().content }],
  });
  expect((await maker.post(smsMarketingTemplate.save, changed)).data.error).toBe('STALE');
});

it('refuses texts without the lender, with unknown variables, or too long', async () => {
  const save = async (content: string) =>
    (await maker.post(smsMarketingTemplate.save, { ...text(), content })).data.error;
  expect(await save('Come back')).toBe('MARKETING_LENDER_MISSING');
  expect(await save(`{{password}} ${lender}`)).toBe('MARKETING_VARIABLE_UNKNOWN');
  expect(await save(`${lender} ${'ж'.repeat(400)}`)).toBe('MARKETING_TOO_LONG');
  expect((await elsewhere.post(smsMarketingTemplate.save, text())).data.error).toBe('REFERENCE_UNKNOWN');
});

it('says who falls out of a group and why, and asks for a check of the group as it is', async () => {
  const { userGroupNo, form } = await groupOf(4, 1);
  const templateNo = await enabledTemplate();
  const seen = await check(userGroupNo);
  expect(seen).toMatchObject({ size: 4, optedIn: 3, duplicates: 0, drops: [{ reason: 'NO_CONSENT', people: 1 }] });
  expect(JSON.stringify(seen.sample)).not.toMatch(/254\d{9}/);
  expect((await elsewhere.post(userGroup.check, { userGroupNo })).data.error).toBe('USER_GROUP_NOT_FOUND');
  await maker.post(userGroup.save, { userGroupNo, version: 1, ...form });
  const { checkToken } = seen;
  expect((await draft(userGroupNo, templateNo, { checkToken })).data.error).toBe('USER_GROUP_UNCHECKED');
  expect((await draft(userGroupNo, templateNo)).data).toMatchObject({ audienceCount: 3 });
  expect((await draft(userGroupNo, templateNo, { budgetCents: 1 })).data.error).toBe('SMS_TASK_OVER_BUDGET');
  const past = { scheduledAt: '2026-01-01T00:00:00Z' };
  expect((await draft(userGroupNo, templateNo, past)).data.error).toBe('SMS_TASK_PAST');
});
