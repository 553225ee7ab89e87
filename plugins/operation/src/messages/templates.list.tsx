import { useText } from '@kituo/sdk';
import { change, messageNodes, messageTemplate } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  DetailTabs,
  fieldsOf,
  FormDialog,
  History,
  ListScreen,
  merchantOptions,
  money,
  number,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo, useRef } from 'react';
import { Deliveries } from './deliveries.tsx';
import { OrderPreview } from './order-preview.tsx';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { MESSAGE_CHANNEL, MESSAGE_LANGUAGE, MESSAGE_NODE, SMS_KIND, TEMPLATE_STATUS } from './message-dictionaries.ts';
import { TemplateBatches, useTemplateBatches } from './template-batches.tsx';
import { templateFamily, type EditedTemplate } from './template-family.tsx';

type Row = messageTemplate.TemplateRow;
interface Added extends Record<string, unknown> {
  readonly templateName: string;
  readonly nodeCode: Row['nodeCode'];
  readonly channelType: Row['channelType'];
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
interface Test extends Record<string, unknown> {
  readonly language: messageNodes.MessageLanguage;
  readonly phone: string;
  readonly merchantNo: string | null;
}
const added = fieldsOf<Added>();
const test = fieldsOf<Test>();

const filters = defineFilters({
  templateName: containing(),
  nodeCode: oneOf(MESSAGE_NODE),
  channelType: oneOf(MESSAGE_CHANNEL),
  status: oneOf(TEMPLATE_STATUS),
  templateCode: containing(),
  smsKind: oneOf(SMS_KIND),
  merchantNo: oneOf(merchantOptions),
  language: oneOf(MESSAGE_LANGUAGE),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    text('templateName', { width: 220 }),
    status('nodeCode', MESSAGE_NODE, { width: 180 }),
    status('channelType', MESSAGE_CHANNEL, { width: 100 }),
    status('smsKind', SMS_KIND, { width: 120 }),
    several('languages', ({ languages }) => languages.map((code) => t(`MESSAGE_LANGUAGE.${code}`)), { width: 160 }),
    count('parts', { width: 110 }),
    count('usedByCount', { width: 90 }),
    count('sentLast30Days', { width: 140 }),
    count('optOutPercent', { width: 110, as: (percent) => `${percent}%` }),
    money('costPerThousandCents', { width: 150 }),
    count('versionNo', { width: 90 }),
    status('status', TEMPLATE_STATUS, { width: 100 }),
    several('merchantNos', ({ merchantNos }) => merchantNos, { width: 150 }),
    number('templateCode', { sortable: true, width: 210 }),
    time('updatedAt', { sortable: true }),
  ]);

/** Templates of messages, each with its texts in versions. */
export function TemplateList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const edited = useRef<EditedTemplate>(undefined);
  const family = useMemo(() => templateFamily(() => edited.current), []);
  const screen = useListPage<Row>({
    load: messageTemplate.page,
    idOf: (row) => row.templateCode,
    columns,
    filters,
    defaultSort: 'templateCode',
    file: { endpoint: messageTemplate.exportList, jobKind: 'messageTemplates.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const known = (subjectNo: string) => list.rows.find((row) => row.subjectNo === subjectNo);
  const versions = useVersionActions(
    family,
    list.refresh,
    ({ subjectNo, versionNo }) =>
      t('version.named', { name: known(subjectNo)?.templateName ?? subjectNo, no: versionNo }),
    // What a template says waits for nobody; whether it is used does.
    { isApproved: false },
  );
  const begun = versions.draft.subject;
  edited.current = begun ? (known(begun.subjectNo) ?? newOne(begun)) : undefined;
  const facts = ({ templateName }: Row) => ({ name: templateName });
  const named = ({ templateCode, version }: Row) => ({ templateCode, version });
  const add = useAction({
    name: 'textAdd',
    endpoint: messageTemplate.add,
    request: (_: null, values: Added) => values,
    list: { refresh: list.refresh },
  });
  const shared = { request: named, list: { refresh: list.refresh }, facts };
  const copy = useAction({ ...shared, name: 'textCopy', endpoint: messageTemplate.copy });
  const testSend = useAction({
    ...shared,
    name: 'textTest',
    endpoint: messageTemplate.testSend,
    request: ({ templateCode, channelType }: Row, { language, phone, merchantNo }: Test) => ({
      templateCode,
      language,
      phone: channelType === 'EMAIL' ? null : phone,
      merchantNo: channelType === 'SMS' ? null : merchantNo,
    }),
    facts: ({ templateName }: Row, reply) => ({
      name: templateName,
      answer:
        reply === null || reply.isSent
          ? t('template.testSent')
          : t('smsRoute.testFailed', { fault: reply.fault ?? '' }),
    }),
  });
  const enable = useAction({
    ...shared,
    name: 'textEnable',
    endpoint: messageTemplate.enable,
    request: (row: Row, { reason }: Reason) => ({ ...named(row), reason }),
    waitsIn: change.changeFamilies.messageCenter,
  });
  const disable = useAction({
    ...shared,
    name: 'textDisable',
    endpoint: messageTemplate.disable,
    isDangerous: true,
  });
  const enabled = enable.opened?.subject;
  const batches = useTemplateBatches(list);
  return (
    <ListScreen
      of={screen}
      batches={[batches.enable, batches.copy, batches.disable]}
      title={t('template.title')}
      nameOf={(row) => row.templateName}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        onRow(versions.draft, 'save', (row: Row): DraftStart => ({
          subjectNo: row.subjectNo,
          name: row.templateName,
          value: row.texts,
        })),
        allowedAs(enable, 'enable'),
        allowedAs(testSend, 'testSend'),
        allowedAs(copy, 'copy'),
        allowedAs(disable, 'disable'),
      ]}
      detail={(row) => (
        <DetailTabs
          key={row.templateCode}
          label={row.templateName}
          parameter="detail"
          tabs={[
            { name: 'text', content: () => <TextTab row={row} columns={columns} /> },
            { name: 'deliveries', content: () => <Deliveries row={{ ...row, merchantNo: null }} /> },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: row.subjectNo },
              content: () => <SubjectVersions family={family} subjectNo={row.subjectNo} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <FormDialog
        action={add}
        defaults={(): Added => ({ templateName: '', nodeCode: 'ORDER_RETURNED', channelType: 'SMS' })}
      >
        <added.Text name="templateName" maxLength={64} />
        <added.Select name="nodeCode" options={MESSAGE_NODE} />
        <added.Segmented name="channelType" options={MESSAGE_CHANNEL} />
      </FormDialog>
      <VersionDraftForm family={family} actions={versions} />
      <FormDialog
        action={testSend}
        defaults={({ languages }: Row): Test => ({ language: languages[0] ?? 'en', phone: '', merchantNo: null })}
      >
        <TestFields row={testSend.opened?.subject ?? null} />
      </FormDialog>
      <TemplateBatches
        batches={batches}
        nameOf={(code) => list.rows.find((row) => row.templateCode === code)?.templateName ?? null}
      />
      <Ask action={copy} />
      <AskReason action={enable}>{enabled && <Rendered row={enabled} />}</AskReason>
      <Ask action={disable} />
    </ListScreen>
  );
}

/** Where a test goes: by the channel of its template, and the app that sends it. */
function TestFields({ row }: { readonly row: Row | null }) {
  const t = useText();
  const isMail = row?.channelType === 'EMAIL';
  const isByApp =
    row !== null && row.channelType !== 'SMS' && messageNodes.nodeOf(row.nodeCode).audience === 'CUSTOMER';
  return (
    <>
      <test.Segmented name="language" options={MESSAGE_LANGUAGE} />
      {isByApp && <test.Select name="merchantNo" options={merchantOptions} />}
      {isMail ? (
        <p className="kp-muted">{t('template.testMail')}</p>
      ) : (
        <test.Phone name="phone" hint={t('template.testHint')} />
      )}
    </>
  );
}

const newOne = ({ name }: DraftStart): EditedTemplate => ({
  nodeCode: 'ORDER_RETURNED',
  channelType: 'SMS',
  templateName: name,
});

/** As the reader gets it, with an example for each variable. */
function Rendered({ row }: { readonly row: Row }) {
  const t = useText();
  const { variables } = messageNodes.nodeOf(row.nodeCode);
  return (
    <dl>
      {row.languages.map((language) => (
        <div key={language}>
          <dt>{t(`MESSAGE_LANGUAGE.${language}`)}</dt>
          <dd lang={language}>{messageNodes.filled(row.texts[language], variables)}</dd>
        </div>
      ))}
    </dl>
  );
}

function TextTab({ row, columns }: { readonly row: Row; readonly columns: ReturnType<typeof columnsIn> }) {
  const t = useText();
  return (
    <>
      <Rendered row={row} />
      <OrderPreview templateCode={row.templateCode} />
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={messageTemplate.detail} request={{ templateCode: row.templateCode }}>
        {({ usedBy, history }) => (
          <>
            <h3 className="kp-section-title">{t('template.usedBy')}</h3>
            {usedBy.length === 0 && <p className="kp-muted">{t('template.unused')}</p>}
            <ul className="kp-facts">
              {usedBy.map(({ nodeCode, merchantNo }) => (
                <li key={`${nodeCode} ${merchantNo}`}>
                  {t(`MESSAGE_NODE.${nodeCode}`)} · {merchantNo === 'ALL' ? t('node.everyMerchant') : merchantNo}
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )}
      </DetailOf>
    </>
  );
}
