import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { businessDateOf, shownDay } from '../../server/src/modules/platform/policy/index.ts';
import { seedPartners } from '../../server/src/seed/partners.ts';
import { journey } from './journey.ts';

/*
 * A partner's product reaches the shelf and a slot, a preview says what one customer sees, and the partner's figures of
 * a day are confirmed, paid and stand in its statement.
 */

const { url, as, faults, withDatabase } = journey();
const FOLDER = '/AdminContent/LoanSupermarketSystem';
const PRODUCTS = `${FOLDER}/LoanSupermarketProductManagement`;
const SLOTS = `${FOLDER}/LoanSupermarketRecommendProductManagement`;
const REVIEW = `${FOLDER}/ReviewDataMaintain`;

/** Approves the newest request of a page's tab of approvals that names it. */
async function approved(desk: Page, path: string, name: string | RegExp): Promise<void> {
  await desk.goto(`${url}${path}?tab=approvals&isDecidable=true`);
  await desk
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Review/ })
    .first()
    .click();
  const decision = desk.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

/** An order of a customer who owes nothing overdue, and has reached a level. */
async function orderOfMember(levelNo: number): Promise<string> {
  return await withDatabase(async (db) => {
    const { rows } = await sql<{ orderNo: string; customerNo: string }>`
      select o.order_no, o.customer_no from loan_order o where o.merchant_no = 'M0001'
        and not exists (select from bill b where b.customer_no = o.customer_no and b.bill_status = 'ACTIVE'
          and b.due_date < current_date)
        and not exists (select from contact_block k where k.customer_no = o.customer_no)
        and not exists (select from vip_member m where m.customer_no = o.customer_no)
      order by o.order_no limit 1`.execute(db);
    const [order] = rows;
    if (!order) throw new Error('the demonstration has no customer in order');
    const expiresAt = new Date(Date.now() + 30 * 86_400_000);
    await db
      .insertInto('vipMember')
      .values({
        customerNo: order.customerNo,
        merchantNo: 'M0001',
        levelNo,
        vipSource: 'RULE',
        stepUpBps: 0,
        expiresAt,
      })
      .execute();
    return order.orderNo;
  });
}

it('a product reaches the shelf and its slot, and the preview shows it to a customer of its level', async () => {
  await withDatabase(async (db) => await seedPartners(db, new Date()));
  const mark = randomInt(100_000, 1_000_000);
  const [productName, slotName] = [`Journey cash ${mark}`, `Journey slot ${mark}`];
  const platformName = await withDatabase(async (db) => {
    const platforms = db.selectFrom('partnerPlatform').select('platformName').where('isEnabled', '=', true);
    return (await platforms.orderBy('platformName').limit(1).executeTakeFirstOrThrow()).platformName;
  });
  const { page } = await as({ userName: 'operator', path: PRODUCTS });
  await page.getByRole('button', { name: 'Add product' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Partner').selectOption({ label: platformName });
  await form.getByRole('group', { name: 'Product', exact: true }).getByRole('textbox').first().fill(productName);
  await form.getByLabel('Minimum').fill('1,000');
  await form.getByLabel('Maximum').fill('20,000');
  await form.getByLabel('Days', { exact: true }).fill('30');
  await form.getByLabel('Days to').fill('90');
  await form.getByLabel('Annual rate').fill('96');
  await form.getByLabel('Fees').fill('Processing 3 %');
  await form.getByLabel('Application address').fill('https://apply.partner.example/kituo');
  await form.getByText('Per approval').click();
  await form.getByLabel('Unit price').fill('350');
  await form.getByLabel('VIP level').fill('1');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });
  // Nobody owns the address, so nothing answers there: it is as after a look at one that answers.
  await withDatabase(
    async (db) =>
      await db
        .updateTable('partnerProduct')
        .set({ linkHealth: 'HEALTHY', linkCheckedAt: new Date() })
        .where('productName', '=', productName)
        .execute(),
  );
  await page.goto(`${url}${PRODUCTS}?productName=${encodeURIComponent(productName)}`);
  await page.getByRole('button', { name: `Put on shelf: ${productName}` }).click();
  const shelf = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await shelf.getByLabel('Reason').fill('Licensed, lends to refused customers');
  await shelf.getByRole('button', { name: 'Submit for approval' }).click();
  await shelf.waitFor({ state: 'detached' });

  const { page: desk } = await as({ userName: 'finance', path: PRODUCTS });
  await approved(desk, PRODUCTS, productName);
  const row = page.getByRole('row').filter({ hasText: productName });
  await page.reload();
  await row.getByText('On shelf', { exact: true }).waitFor();

  await page.goto(url + SLOTS);
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await form.getByLabel('Merchant').selectOption('M0001');
  await form.getByLabel('Name', { exact: true }).fill(slotName);
  await form.getByLabel('Place').selectOption({ label: 'Settled' });
  await form.getByRole('button', { name: /^Products/ }).click();
  await page.getByRole('option', { name: new RegExp(productName) }).click();
  await page.keyboard.press('Escape');
  // Before every other slot of this place.
  await form.getByLabel('Order', { exact: true }).fill('1');
  await form.getByLabel('Reason').fill('Loyal customers first');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await desk.goto(url + SLOTS);
  await desk.getByRole('grid').getByText(slotName, { exact: true }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Review/ })
    .click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });

  const orderNo = await orderOfMember(1);
  await page.goto(url + SLOTS);
  await page.getByRole('grid').getByText(slotName, { exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Order number').fill(orderNo);
  await drawer.getByRole('button', { name: 'Show' }).click();
  await drawer.getByText(`Slot: ${slotName}`).waitFor();
  await drawer.getByRole('listitem').filter({ hasText: productName }).waitFor();
  expect(faults()).toEqual([]);
});

it('a partner’s figures of a day are confirmed, paid and in its statement', async () => {
  await withDatabase(async (db) => await seedPartners(db, new Date()));
  // A day of a product that nobody reported: the demonstration reports some.
  const product = await withDatabase(async (db) => {
    const { rows } = await sql<{ productName: string; platformName: string; day: string }>`
      select p.product_name, f.platform_name, to_char(d.day, 'YYYY-MM-DD') as day
      from partner_product p join partner_platform f using (platform_code)
      cross join generate_series(current_date - 25, current_date - 2, interval '1 day') d (day)
      where p.unit_price_cents is not null and p.product_status = 'ON_SHELF' and not exists (select from partner_day r
        where r.market_product_no = p.market_product_no and r.biz_date = d.day::date)
      order by d.day desc, 1 limit 1`.execute(db);
    const [one] = rows;
    if (!one) throw new Error('every product has all its days');
    return one;
  });
  const { day } = product;
  const name = `${product.productName}, ${shownDay(day)}`;
  // Of this day alone: the demonstration's later days fill the first page of the list.
  const { page } = await as({ userName: 'operator', path: `${REVIEW}?bizDate=${day}..${day}` });
  await page.getByRole('button', { name: 'Add day' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Product').selectOption({ label: product.productName });
  await form.getByLabel('Date').fill(day);
  await form.getByLabel('Applied (partner)').fill('20');
  await form.getByLabel('Approved').fill('8');
  await form.getByLabel('Rejected').fill('7');
  await form.getByLabel('Disbursed').fill('64,000');
  await form.getByLabel('Explanation').fill('Clicks of the night came late');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Confirm: ${name}` }).click();
  const confirm = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await confirm.getByLabel('Reason').fill('Agreed with the partner');
  await confirm.getByRole('button', { name: 'Submit for approval' }).click();
  await confirm.waitFor({ state: 'detached' });

  const { page: desk } = await as({ userName: 'finance', path: REVIEW });
  await approved(desk, REVIEW, product.productName);
  await desk.goto(`${url}${REVIEW}?dayStatus=CONFIRMED&bizDate=${day}..${day}`);
  await desk.getByRole('row').filter({ hasText: product.productName }).getByRole('checkbox').check({ force: true });
  await desk.getByRole('button', { name: 'Record payment' }).click();
  const payment = desk.getByRole('dialog');
  await payment.getByLabel('Serial number').fill(`BANK${randomInt(100_000, 1_000_000)}`);
  await payment.getByLabel('Paid at').fill(`${businessDateOf(new Date())}T00:30`);
  await payment.getByLabel('Reason').fill('On the account');
  await payment.getByRole('button', { name: 'Submit for approval' }).click();
  await payment.waitFor({ state: 'detached' });

  const { page: second } = await as({ userName: 'admin', path: REVIEW });
  await approved(second, REVIEW, /./);
  await second.goto(`${url}${REVIEW}?dayStatus=PAID&bizDate=${day}..${day}`);
  await second.getByRole('row').filter({ hasText: product.productName }).getByText('Paid', { exact: true }).waitFor();

  const posted = await withDatabase(async (db) => {
    const { rows } = await sql<{ journals: number; sum: number }>`
      select count(distinct p.journal_id)::int as journals, sum(p.amount_cents)::int as sum from partner_day d
      join partner_product m using (market_product_no) join posting p on p.journal_id = d.journal_id
      where m.product_name = ${product.productName} and d.biz_date = ${day}`.execute(db);
    return rows[0];
  });
  expect(posted?.sum).toBe(0);
  expect(posted?.journals).toBeGreaterThanOrEqual(1);
  await page.goto(`${url}/AdminContent/OperationSystem/SupermarketPlatforms`);
  await page.getByRole('grid').getByText(product.platformName, { exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/KES [1-9]/)
    .first()
    .waitFor();
  expect(faults()).toEqual([]);
});
