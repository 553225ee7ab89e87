import { createHash } from 'node:crypto';
import { announcement, change, file } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows staff what is for their merchants and departments; of other merchants nothing is shown or confirmed', async () => {
  const { db } = app.database;
  await db.deleteFrom('announcementConfirmation').execute();
  await db.deleteFrom('announcement').execute();
  const text = (en: string) => JSON.stringify({ en });
  const make = async (announcementNo: string, merchantNos: string[], deptNos: string[]) =>
    await db
      .insertInto('announcement')
      .values({
        announcementNo,
        audience: 'STAFF',
        announcementStatus: 'ACTIVE',
        title: text(announcementNo),
        content: text('Read'),
        mustConfirm: true,
        publishedAt: new Date(Date.now() - 60_000),
        merchantNos,
        deptNos,
      })
      .execute();
  await make('AN1', ['M0001', 'M0003'], []);
  await make('AN2', ['M0002'], []);
  await make('AN3', [], []);
  await make('AN4', [], ['D0001']);
  const { userNo } = await addPerson(app.database, 'reader');
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  const reader = await as(app, 'reader');
  const titles = async () =>
    (await reader.get(announcement.mine)).data.map(({ title }: { title: string }) => title).sort();
  expect(await titles()).toEqual(['AN1', 'AN3']);
  for (const announcementNo of ['AN2', 'AN4']) {
    expect((await reader.post(announcement.confirm, { announcementNo })).status).toBe(404);
  }
  expect(await db.selectFrom('announcementConfirmation').selectAll().execute()).toEqual([]);
  await db.updateTable('appUser').set({ deptNo: 'D0001' }).where('userNo', '=', userNo).execute();
  expect(await titles()).toEqual(['AN1', 'AN3', 'AN4']);
  expect((await reader.post(announcement.confirm, { announcementNo: 'AN4' })).code).toBe(0);
  expect((await reader.post(announcement.confirm, { announcementNo: 'AN1' })).code).toBe(0);

  // Who read what is paged by name and number, for whoever manages announcements of these merchants.
  const managing = { pages: ['/AdminContent/OperationSystem/AnnouncementManagement'] };
  const { userNo: managerNo } = await addPerson(app.database, 'reads.manager', managing);
  await db.insertInto('userMerchant').values({ userNo: managerNo, merchantNo: 'M0001' }).execute();
  const manager = await as(app, 'reads.manager');
  const readsOf = async (filters: object) => (await manager.call(announcement.readsPage, listOf(filters))).rows;
  expect(await readsOf({ readerUserNo: userNo })).toMatchObject([
    { announcementNo: 'AN1', readerUserNo: userNo },
    { announcementNo: 'AN4', readerUserNo: userNo },
  ]);
  expect(await readsOf({ announcementNo: 'AN4' })).toHaveLength(1);
  expect(await readsOf({ readerName: 'nobody of this name' })).toEqual([]);
  await db
    .updateTable('announcement')
    .set({ merchantNos: ['M0002'] })
    .where('announcementNo', '=', 'AN1')
    .execute();
  expect((await readsOf({})).map(({ announcementNo }) => announcementNo)).toEqual(['AN4']);
});

it('says beforehand how many it would reach', async () => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'reach.maker', {
    pages: ['/AdminContent/OperationSystem/AnnouncementManagement'],
    codes: ['operation:announcement:save'],
  });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  const maker = await as(app, 'reach.maker');
  const reach = async (more: object) =>
    (await maker.post(announcement.preview, { audience: 'APP', merchantNos: [], deptNos: [], ...more })).data;
  const { count } = await db
    .selectFrom('customer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchantNo', '=', 'M0001')
    .executeTakeFirstOrThrow();
  // Of the merchants that the writer sees alone.
  expect(await reach({})).toMatchObject({ reached: count, contacts: { hotline: expect.stringMatching(/^254\d{9}$/) } });
  expect((await reach({ merchantNos: ['M0002'] })).error).toBe('REFERENCE_UNKNOWN');
  await db.updateTable('appUser').set({ deptNo: 'D0001' }).where('userNo', '=', userNo).execute();
  const own = { audience: 'STAFF', merchantNos: ['M0001'] };
  const inDept = (await reach({ ...own, deptNos: ['D0001'] })).reached;
  expect(inDept).toBeGreaterThan(0);
});

it('goes from draft to screen by two people, and off it at once', async () => {
  const pages = ['/AdminContent/OperationSystem/AnnouncementManagement'];
  const codes = ['save', 'publish', 'abolish', 'restart'].map((one) => `operation:announcement:${one}`);
  for (const [name, held] of [
    ['notice.maker', codes],
    ['notice.checker', ['operation:config:audit']],
  ] as const) {
    const { roleNo } = await addPerson(app.database, name, { pages, codes: [...held] });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  const [maker, checker] = [await as(app, 'notice.maker'), await as(app, 'notice.checker')];
  const soon = new Date(Date.now() - 60_000).toISOString();
  const draft = {
    title: { en: 'M-Pesa is back', zh: 'M-Pesa 已恢复' },
    content: { en: 'Pay again, or ring {{hotline}}', zh: '请重新还款，或致电 {{hotline}}' },
    audience: 'APP',
    announcementType: 'POPUP',
    merchantNos: ['M0001'],
    deptNos: [],
    mustConfirm: false,
    startAt: soon,
    endAt: null,
  };
  const wrong = await maker.post(announcement.save, { ...draft, endAt: '2020-01-01T00:00:00Z' });
  expect(wrong.data.fields).toMatchObject([{ field: 'endAt' }]);
  for (const strange of [{ content: { en: 'Dear {{name}}' } }, { audience: 'STAFF' }]) {
    expect((await maker.post(announcement.save, { ...draft, ...strange })).data.fields).toMatchObject([
      { field: 'content', msg: 'Customers’ texts take {{hotline}} and {{whatsapp}} alone' },
    ]);
  }
  // In each language that people read the console in.
  const english = { title: { en: 'M-Pesa is back' }, content: { en: 'Pay again', zh: ' ' } };
  expect((await maker.post(announcement.save, { ...draft, content: english.content })).data.fields).toMatchObject([
    { field: 'content.zh', msg: 'Content cannot be blank' },
  ]);
  expect((await maker.post(announcement.save, { ...draft, title: english.title })).data.fields).toEqual([
    { field: 'title', msg: 'Content cannot be blank' },
  ]);
  const shown = async () =>
    (await maker.get(announcement.forApp, { merchantNo: 'M0001' })).data as { announcementNo: string }[];
  const decided = async (path: string, body: object) => {
    const { data } = await maker.post(path, body);
    return await checker.post(change.changeFamilies.announcement.approve, { changeNo: data.changeNo });
  };
  const { announcementNo } = (await maker.post(announcement.save, draft)).data;
  expect(await shown()).toEqual([]);
  expect((await decided('announcement/publish', { announcementNo, reason: 'News' })).code).toBe(0);
  // The merchant's number of now, not of when it was written.
  const { contactValue } = await app.database.db
    .selectFrom('hotline')
    .select('contactValue')
    .where('merchantNo', '=', 'M0001')
    .where('contactType', '=', 'PHONE')
    .where('isEnabled', '=', true)
    .orderBy('sort')
    .orderBy('hotlineNo')
    .executeTakeFirstOrThrow();
  const content = `Pay again, or ring ${contactValue}`;
  expect(await shown()).toMatchObject([{ announcementNo, title: 'M-Pesa is back', content }]);
  const second = (await maker.post(announcement.save, draft)).data;
  const twice = await maker.post(announcement.publish, { announcementNo: second.announcementNo, reason: 'News' });
  expect(twice.data.error).toBe('POPUP_TAKEN');
  expect((await maker.post(announcement.abolish, { announcementNo, reason: 'Over' })).code).toBe(0);
  expect(await shown()).toEqual([]);
  const past = { announcementNo, endAt: '2020-01-01T00:00:00Z', reason: 'Again' };
  expect((await maker.post(announcement.restart, past)).data.error).toBe('ANNOUNCEMENT_OVER');
  expect((await decided('announcement/restart', { announcementNo, endAt: null, reason: 'Again' })).code).toBe(0);
  expect(await shown()).toMatchObject([{ announcementNo }]);

  // The app's server tells whom it showed it: once a customer, and of their merchant alone.
  await addPerson(app.database, 'notice.app', { codes: ['audit:order:intake'] });
  await app.database.db
    .updateTable('role')
    .set({ dataScope: 'ALL' })
    .where('roleName', '=', 'role of notice.app')
    .execute();
  const server = await as(app, 'notice.app');
  const customers = new Map<string, string>();
  for (const merchantNo of ['M0001', 'M0002']) {
    const person = { customerName: 'Achieng Reader', phone: '254712900100', idCardNo: '12345670' };
    const { customerNo } = await app.database.db
      .insertInto('customer')
      .values({ ...person, merchantNo })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    customers.set(merchantNo, customerNo);
  }
  const told = async (merchantNo: string) =>
    (
      await server.call(announcement.noteRead, {
        customerNo: customers.get(merchantNo) ?? '',
        announcementNos: [announcementNo],
      })
    ).counted;
  expect([await told('M0001'), await told('M0001'), await told('M0002')]).toEqual([1, 0, 0]);
  const rowOf = async () => (await maker.get(announcement.detail, { announcementNo })).data.row;
  const { reached, confirmed, readPercent } = await rowOf();
  expect({ confirmed, readPercent }).toEqual({ confirmed: 1, readPercent: Math.round(100 / reached) });

  // With the same words they stay counted; with others they count afresh.
  const restarted = async (more: object) => {
    expect((await maker.post(announcement.abolish, { announcementNo, reason: 'Over' })).code).toBe(0);
    const again = { announcementNo, endAt: null, reason: 'Again', ...more };
    expect((await decided('announcement/restart', again)).code).toBe(0);
  };
  await restarted({ title: draft.title, content: draft.content });
  expect((await rowOf()).confirmed).toBe(1);
  await restarted({ content: { en: 'Pay by M-Pesa again', zh: '请用 M-Pesa 还款' } });
  expect(await rowOf()).toMatchObject({ confirmed: 0, content: { en: 'Pay by M-Pesa again', zh: '请用 M-Pesa 还款' } });
});

it('says beside the field who may write to every merchant', async () => {
  const pages = ['/AdminContent/OperationSystem/AnnouncementManagement'];
  const { userNo } = await addPerson(app.database, 'notice.some', { pages, codes: ['operation:announcement:save'] });
  await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  const some = await as(app, 'notice.some');
  const draft = {
    title: { en: 'Maintenance', zh: '维护' },
    content: { en: 'Tonight', zh: '今晚' },
    audience: 'APP' as const,
    announcementType: 'BANNER' as const,
    deptNos: [],
    mustConfirm: false,
    startAt: new Date().toISOString(),
    endAt: null,
  };
  const refusal = async (merchantNos: string[]) => await some.refusalOf(announcement.save, { ...draft, merchantNos });
  expect(await refusal([])).toMatchObject({ error: 'ANNOUNCEMENT_FOR_ALL', fields: ['merchantNos'] });
  expect(await refusal(['M0002'])).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['merchantNos'] });
  expect((await some.call(announcement.save, { ...draft, merchantNos: ['M0001'] })).announcementNo).toBeTruthy();
});

it('shows customers the image of an announcement at its minute, and to nobody before or after', async () => {
  const maker = await as(app, 'notice.maker');
  const checker = await as(app, 'notice.checker');
  const bytes = Buffer.from(PNG, 'base64');
  const [content, md5] = [bytes.toString('base64'), createHash('md5').update(bytes).digest('hex')];
  const { attachId } = await maker.call(file.uploadAttach, {
    ...announcement.IMAGE_SUBJECT,
    fileName: 'bridge.png',
    content,
    md5,
  });
  const image = { attachId, fileName: 'bridge.png' };
  const draft = {
    title: { en: 'The bridge is open', zh: '大桥开放' },
    content: { en: 'Pay again', zh: '请重新还款' },
    audience: 'APP' as const,
    announcementType: 'BANNER' as const,
    merchantNos: ['M0002'],
    deptNos: [],
    mustConfirm: false,
    startAt: new Date(Date.now() + 3_600_000).toISOString(),
    endAt: null,
    image,
  };
  const refused = async (change: object) => (await maker.refusalOf(announcement.save, { ...draft, ...change })).fields;
  expect(await refused({ audience: 'STAFF' })).toEqual(['image']);
  expect(await refused({ image: { attachId: 'nobodys', fileName: 'x.png' } })).toEqual(['image']);
  const { announcementNo } = await maker.call(announcement.save, draft);
  const { changeNo } = await maker.call(announcement.publish, { announcementNo, reason: 'News' });
  await checker.call(change.changeFamilies.announcement.approve, { changeNo });
  const shown = async () =>
    (await maker.call(announcement.forApp, { merchantNo: 'M0002' })).map(({ imageUrl }) => imageUrl);
  const open = async () => await maker.get(announcement.image, { attachId });
  expect(await shown()).toEqual([]);
  expect((await open()).data.error).toBe('NOT_FOUND');
  await app.database.db
    .updateTable('announcement')
    .set({ publishedAt: new Date(Date.now() - 1_000) })
    .where('announcementNo', '=', announcementNo)
    .execute();
  expect(await shown()).toEqual([`/api/hc/web/noAuth/app/announcementImage/${attachId}`]);
  expect((await open()).headers['content-type']).toBe('image/png');
  await maker.call(announcement.abolish, { announcementNo, reason: 'Over' });
  expect((await open()).data.error).toBe('NOT_FOUND');
});
