import { expect, test } from 'vitest';
import { textsOfParts } from './page-texts.ts';

const english = {
  section: 'Section',
  title: 'Orders',
  orders: { empty: 'No orders', rows_one: '{{count}} row', rows_other: '{{count}} rows' },
  day: { state: { open: 'Open', closed: 'Closed' } },
  field: { amount: 'Amount', payee: 'Payee' },
  action: { pay: { label: 'Pay', done_waits: 'Waits' }, refuse: { label: 'Refuse' } },
  BILL_STATUS: { DUE: 'Due', PAID: 'Paid' },
  made: { up: 'Put together by whichever' },
};

function partsOf(...scripts: readonly string[]) {
  return textsOfParts(new Map([['en', english]]), scripts, new Set(['section'])).map((texts) => texts.get('en'));
}

test('a page gets the texts that its scripts name, plurals and contexts included', () => {
  const [one, other] = partsOf(
    `t('orders.rows',{count:2});money('amount');useAction({name:'pay'});defineDictionary('BILL_STATUS',{})`,
    `t("title");t("orders.empty");t(\`day.state.\${x}\`);text("payee");useAction({name:"refuse"})`,
  );
  expect(one).toEqual({
    orders: { rows_one: '{{count}} row', rows_other: '{{count}} rows' },
    field: { amount: 'Amount' },
    action: { pay: { label: 'Pay', done_waits: 'Waits' } },
    BILL_STATUS: { DUE: 'Due', PAID: 'Paid' },
    made: english.made,
  });
  expect(other).toEqual({
    title: 'Orders',
    orders: { empty: 'No orders' },
    day: english.day,
    field: { payee: 'Payee' },
    action: { refuse: { label: 'Refuse' } },
    made: english.made,
  });
});

test('a group that a name is put behind comes whole', () => {
  const [one] = partsOf('t(`field.${name}`)', 't("title");"amount";"payee"');
  expect(one).toMatchObject({ field: english.field });
});
