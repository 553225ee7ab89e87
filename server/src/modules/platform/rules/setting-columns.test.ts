import { expect, it } from 'vitest';
import { namelessSettings, settingColumns } from './setting-columns.ts';

it('gives each setting a column of its own, money in shillings and groups as they are kept', () => {
  const columns = settingColumns(['ruleName', 'maxAmountCents', 'components', 'autoSend', 'entries', 'endAt']);
  expect(columns.map(({ en, zh, codes, isTime }) => [en, zh, codes, isTime])).toEqual([
    ['Maximum amount (KES)', '最高金额（KES）', undefined, undefined],
    ['Components', '费用项', 'BILL_COMPONENT', undefined],
    ['Automatic payout', '自动放款', undefined, undefined],
    ['Accounts', '账户', undefined, undefined],
    ['To', '结束时间', undefined, true],
  ]);
  const rule = {
    maxAmountCents: 1_250_00,
    components: ['INTEREST'],
    autoSend: true,
    entries: [{ weight: 1 }],
    endAt: null,
  };
  expect(columns.map(({ of }) => of(rule, 'en'))).toEqual(['1250.00', ['INTEREST'], true, ['{"weight":1}'], null]);
});

it('has a word for every setting of every family', async () => {
  const { modules } = await import('../../../modules.ts');
  expect(modules.length).toBeGreaterThan(100);
  expect(namelessSettings()).toEqual([]);
});
