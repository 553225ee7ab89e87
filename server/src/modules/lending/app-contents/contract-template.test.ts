import { createHash } from 'node:crypto';
import { appContent, config, file } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { zipOf } from '../../platform/exports/testing/zip-of.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const first = db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(1);
  ({ merchantNo } = await first.executeTakeFirstOrThrow());
  const pages = appContent.contractPreview.access.page;
  const template = ['operation:contractTemplate:update', 'operation:contractTemplate:download'];
  for (const [name, codes] of [
    ['docx.maker', ['operation:appContent:save', 'operation:appContent:publish', ...template]],
    ['docx.checker', ['operation:config:audit']],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker] = [await as(app, 'docx.maker'), await as(app, 'docx.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
/** A document as Word writes it: runs that split a word, deleted text, a tab, an entity. */
const documentOf = async (body: string) =>
  await zipOf({
    '[Content_Types].xml': TYPES,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
const attach = async (content: Buffer, fileName = 'contract.docx', subjectNo = merchantNo) =>
  await maker.call(file.uploadAttach, {
    fileName,
    subjectType: 'appContent',
    subjectNo,
    content: content.toString('base64'),
    md5: createHash('md5').update(content).digest('hex'),
  });

it('reads the text of a document for the form, and says what no contract knows', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">{{merchantName}} lends </w:t></w:r><w:r><w:t>{{cust</w:t></w:r><w:r><w:t>omerName}}</w:t></w:r></w:p>
<w:p><w:r><w:delText>Old words</w:delText></w:r><w:r><w:tab/><w:t>{{amount}} &amp; {{bonus}}</w:t></w:r></w:p><w:p/>`;
  const { attachId } = await attach(await documentOf(body));
  expect(await maker.call(appContent.readTemplate, { attachId })).toEqual({
    text: '{{merchantName}} lends {{customerName}}\n\t{{amount}} & {{bonus}}',
    unknown: ['bonus'],
  });
  expect((await checker.refusalOf(appContent.readTemplate, { attachId })).error).toBe('FORBIDDEN');
});

it('refuses what is no document, declares types or unpacks without end', async () => {
  const refused = async (content: Buffer, name?: string) => {
    const { attachId } = await attach(content, name);
    return (await maker.refusalOf(appContent.readTemplate, { attachId })).error;
  };
  expect(await refused(Buffer.from('Plain words'), 'contract.txt')).toBe('FILE_TYPE');
  const typed = await zipOf({
    '[Content_Types].xml': TYPES,
    'word/document.xml':
      '<!DOCTYPE d [<!ENTITY e "x">]><w:document><w:body><w:p><w:t>&e;</w:t></w:p></w:body></w:document>',
  });
  expect(await refused(typed)).toBe('FILE_TYPE');
  const bomb = await documentOf(`<w:p><w:r><w:t>${' '.repeat(40 * 1_048_576)}</w:t></w:r></w:p>`);
  expect(bomb.length).toBeLessThan(1_048_576);
  expect(await refused(bomb)).toBe('FILE_TOO_LARGE');
  const unknown = await maker.refusalOf(appContent.readTemplate, { attachId: 'nobodys' });
  expect(unknown.error).toBe('ATTACHMENT_NOT_FOUND');
});

it('hands a contract template out as a PDF, a file a language', async () => {
  const { ruleId } = await maker.call(appContent.save, {
    merchantNo,
    value: {
      ruleName: 'Template',
      contentType: 'CONTRACT',
      title: { en: 'Agreement' },
      content: { en: '{{merchantName}} lends {{customerName}} {{amount}}.' },
      link: null,
      sort: 1,
      startAt: null,
      endAt: null,
    },
    effectiveFrom: businessDateOf(new Date()),
    reason: 'New words',
  });
  const asked = listOf({ configKey: 'operation.appContent', subjectNo: `${merchantNo}_${ruleId}` });
  const [version] = (await checker.call(config.page, asked)).rows;
  await checker.call(config.approve, { versionId: version?.versionId ?? '', version: version?.version ?? 0 });
  const english = await maker.get(appContent.downloadTemplate, { ruleId, language: 'en' });
  expect([english.headers['content-type'], english.body.subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
  expect((await maker.get(appContent.downloadTemplate, { ruleId, language: 'sw' })).data.error).toBe('NOT_FOUND');
});
