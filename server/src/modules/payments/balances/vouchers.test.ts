import { createHash } from 'node:crypto';
import { file } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function attach(person: Person, subject: { readonly subjectType: string; readonly subjectNo: string }) {
  const content = Buffer.from(`%PDF-1.4 ${subject.subjectType} ${subject.subjectNo}`);
  const reply = await person.post(file.uploadAttach, {
    ...subject,
    fileName: 'proof.pdf',
    content: content.toString('base64'),
    md5: createHash('md5').update(content).digest('hex'),
  });
  return reply.code === 0 ? String(reply.data.attachId) : String(reply.data.error);
}

it('who corrects balances, books offline loans or supplements payments attaches what proves it', async () => {
  const { orderNo } = await app.database.db
    .selectFrom('loanOrder')
    .select('orderNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [finance, disburser, repayer, service] = [
    await as(app, 'finance'),
    await as(app, 'disburser'),
    await as(app, 'repayer'),
    await as(app, 'service'),
  ];
  const balance = { subjectType: 'balance', subjectNo: 'MPESA_FLOAT' };
  const order = { subjectType: 'order', subjectNo: orderNo };
  expect(await attach(finance, balance)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await attach(finance, { ...balance, subjectNo: 'NOWHERE' })).toBe('REFERENCE_UNKNOWN');
  expect(await attach(service, balance)).toBe('REFERENCE_UNKNOWN');
  for (const person of [disburser, repayer]) expect(await attach(person, order)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await attach(service, order)).toBe('FORBIDDEN');
});
