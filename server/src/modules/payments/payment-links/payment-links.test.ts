import { paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { lapseOfBusinessDate } from '../../platform/policy/index.ts';
import { TODAY, type LinkDesk, linkDesk } from './testing/link-desk.ts';

let people: LinkDesk['people'];
let desk: LinkDesk['desk'];
let app: LinkDesk['app'];
let orderNo: LinkDesk['orderNo'];
let asked: LinkDesk['asked'];
let nextLoan: LinkDesk['nextLoan'];
let make: LinkDesk['make'];
let linkOf: LinkDesk['linkOf'];
let owed: LinkDesk['owed'];
let open: LinkDesk['open'];
let press: LinkDesk['press'];
let end: LinkDesk['end'];

beforeAll(async () => {
  ({ people, desk, app, orderNo, asked, nextLoan, make, linkOf, owed, open, press, end } = await linkDesk());
});
beforeEach(async () => {
  orderNo = await nextLoan();
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('makes a link until 23:59 EAT whose page takes a payment by M-Pesa, once', async () => {
  const { linkNo, path } = await make();
  const { merchantNo } = await linkOf(linkNo);
  await app.database.db.deleteFrom('hotline').where('merchantNo', '=', merchantNo).execute();
  expect((await open(path)).html).not.toContain('tel:');
  const hotline = {
    merchantNo,
    contactType: 'PHONE' as const,
    contactValue: '254709111333',
    languages: ['en'],
    sort: 1,
  };
  await app.database.db
    .insertInto('hotline')
    .values({ ...hotline, serviceHours: '[]', updatedBy: people.maker })
    .execute();
  expect((await linkOf(linkNo)).expiresAt).toEqual(lapseOfBusinessDate(TODAY));
  const page = await open(path);
  expect([page.status, page.state]).toEqual([200, 'open']);
  expect(page.html).toContain('KES 500.00');
  expect(page.html).toContain('href="tel:+254709111333"');
  expect(await press(path, page.key)).toMatchObject({ status: 303, location: path });
  const { phone, repaymentCode } = await owed();
  expect(asked).toMatchObject([{ phone, amountCents: 50_000, accountReference: repaymentCode }]);
  expect((await open(path)).state).toBe('waiting');
  // The same press again, another one, and one of a second tab.
  expect([await press(path, page.key), await press(path, crypto.randomUUID())]).toMatchObject([
    { status: 303 },
    { status: 303 },
  ]);
  expect(asked).toHaveLength(1);
  const before = (await owed()).outstandingCents;
  const receipt = await end(0);
  expect((await owed()).outstandingCents).toBe(before - 50_000);
  const paid = await open(path);
  expect(paid.state).toBe('paid');
  expect(paid.html).toContain(receipt);
  await press(path, crypto.randomUUID());
  expect(asked).toHaveLength(1);
  expect(await linkOf(linkNo)).toMatchObject({ linkStatus: 'PAID' });
});

it('says how a prompt failed and lets the customer press again', async () => {
  const { path } = await make();
  await press(path, (await open(path)).key);
  await end(1032);
  const page = await open(`${path}?lang=en`);
  expect([page.state, page.html.includes('cancelled on the phone')]).toEqual(['open', true]);
  expect((await open(`${path}?lang=sw`)).html).toContain('yameghairiwa');
  await press(path, page.key);
  expect(asked).toHaveLength(2);
});

it('keeps what is paid twice: the surplus is the customer’s credit', async () => {
  const { outstandingCents, billNo, customerNo } = await owed();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  const { linkNo, path } = await make({ amountCents: whole });
  await press(path, (await open(path)).key);
  const first = asked.at(-1);
  // M-Pesa says that it failed, the customer presses again, and both are paid after all.
  await end(1037);
  await press(path, (await open(path)).key);
  await end(0);
  await end(0, first);
  expect(
    (
      await app.database.db
        .selectFrom('billBalance')
        .select('outstandingCents')
        .where('billNo', '=', billNo)
        .executeTakeFirst()
    )?.outstandingCents,
  ).toBe(0);
  const { credit } = await app.database.db
    .selectFrom('paymentFlow')
    .select(sql<number>`sum(credited_cents)::bigint`.as('credit'))
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  expect(credit).toBe(2 * whole - outstandingCents);
  expect(await linkOf(linkNo)).toMatchObject({ linkStatus: 'PAID' });
  expect(await driftedBills(app.database.db)).toEqual([]);
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});

it('asks for what is still owed where that is less, and for nothing once all is paid', async () => {
  const { outstandingCents } = await owed();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  const [one, other] = [await make({ amountCents: whole }), await make({ amountCents: 100_000 })];
  await press(other.path, (await open(other.path)).key);
  await end(0);
  const page = await open(one.path);
  expect(page.html).toContain(`KES ${((whole - 100_000) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
  await press(one.path, page.key);
  expect(asked.at(-1)?.amountCents).toBe(whole - 100_000);
  await end(0);
  const third = await app.database.db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(third.orderStatus).toBe('CLOSED');
});

it('shows the payer what they need and nothing of the customer', async () => {
  const { path } = await make();
  const { html, headers } = await open(`${path}?lang=en`);
  const { phone, customerName, billNo, customerNo } = await owed();
  for (const secret of [phone, phone.slice(3), customerName, billNo, customerNo, orderNo]) {
    expect(html).not.toContain(secret);
  }
  expect(html).toContain(phone.slice(-3));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/<script>|style="|onclick/);
});

it('takes no other token than it signed, and tells them not apart', async () => {
  const { path } = await make();
  const token = path.slice('/pay/'.length);
  const [key = '', number = '', until = '', signature = ''] = token.split('.');
  const later = (Number.parseInt(until, 36) + 86_400).toString(36);
  const forged = [
    [key, number, later, signature],
    [key, '1zz', until, signature],
    ['k209901', number, until, signature],
    [key, number, until, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`.replace(/^./, 'x')],
  ].map((parts) => parts.join('.'));
  const pages = await Promise.all([...forged, 'x', `${token}x`].map((one) => open(`/pay/${one}`)));
  expect(new Set(pages.map(({ status, state }) => `${status} ${state}`))).toEqual(new Set(['404 unknown']));
  // A key that nobody signed with is not made for the asking.
  const made = await app.database.db
    .selectFrom('serverSecret')
    .select('purpose')
    .where('purpose', 'like', '%209901%')
    .execute();
  expect(made).toEqual([]);
  expect((await press(`/pay/${forged[0]}`, crypto.randomUUID())).status).toBe(404);
  expect(asked).toEqual([]);
});

it('takes nothing once it has expired or was revoked', async () => {
  const [old, revoked] = [await make(), await make()];
  await app.database.db
    .updateTable('paymentLink')
    .set({
      createdAt: new Date(Date.now() - 7_200_000),
      expiresAt: new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000),
    })
    .where('linkNo', '=', old.linkNo)
    .execute();
  // Its address says when it ends: an end that was moved is another address.
  expect((await open(old.path)).status).toBe(404);
  const { links } = (await desk.get(paymentLink.ofOrder, { orderNo })).data;
  expect(links.map(({ linkStatus }: { linkStatus: string }) => linkStatus)).toEqual(['OPEN', 'EXPIRED']);
  const { version } = await linkOf(revoked.linkNo);
  const revoke = { linkNo: revoked.linkNo, version, reason: 'Wrong amount' };
  expect((await desk.post(paymentLink.revoke, revoke)).data).toMatchObject({ linkStatus: 'REVOKED' });
  expect((await open(revoked.path)).state).toBe('revoked');
  await press(revoked.path, crypto.randomUUID());
  expect(asked).toEqual([]);
  const again = { ...revoke, version: (await linkOf(revoked.linkNo)).version };
  expect((await desk.post(paymentLink.revoke, again)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await desk.post(paymentLink.revoke, revoke)).data.error).toBe('STALE');
});

it('shows a link past its end as expired, and one that was paid as paid', async () => {
  const { linkNo, path } = await make();
  await app.database.db
    .updateTable('paymentLink')
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where('linkNo', '=', linkNo)
    .execute();
  const { readPayView } = await import('./pay-view.ts');
  const after = new Date(lapseOfBusinessDate(TODAY).getTime() + 1);
  const parts = { db: app.database.db, services: app.services };
  expect((await readPayView(parts, linkNo, after)).state).toBe('expired');
  await press(path, (await open(path)).key);
  await end(0);
  expect((await readPayView(parts, linkNo, after)).state).toBe('paid');
});
