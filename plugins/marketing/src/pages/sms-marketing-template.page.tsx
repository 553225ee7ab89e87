import { useText } from '@kituo/sdk';
import { smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  History,
  type List,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { MARKETING_LANGUAGE, MARKETING_SCENE, MARKETING_TEMPLATE_STATUS } from '../marketing-words.ts';

type Row = smsMarketingTemplate.TemplateRow;
type Step = typeof smsMarketingTemplate.submit;

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly templateName: string;
  readonly scene: Row['scene'];
  readonly language: Row['language'];
  readonly content: string;
}
const { Segmented, Select, Text } = fieldsOf<Values>();

const columns = defineColumns<Row>([
  number('templateNo', { width: 140 }),
  text('templateName', { sortable: true, width: 200 }),
  status('scene', MARKETING_SCENE, { width: 130 }),
  text('merchantName', { width: 150 }),
  status('language', MARKETING_LANGUAGE, { width: 110 }),
  text('content', { width: 280 }),
  count('segmentCount', { width: 100 }),
  status('status', MARKETING_TEMPLATE_STATUS, { width: 150 }),
  count('versionNo', { width: 90 }),
  count('usedInTasks', { width: 100 }),
  text('createdByName', { width: 140 }),
  text('approvedByName', { width: 140 }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  templateName: containing(),
  templateNo: containing({ example: 'ST000000001' }),
  language: oneOf(MARKETING_LANGUAGE),
  merchantNo: oneOf(merchantOptions),
  status: oneOf(MARKETING_TEMPLATE_STATUS),
  scene: oneOf(MARKETING_SCENE),
  updatedAt: dateRange(),
});

const nothing = (): Values => ({
  merchantNo: null,
  templateName: '',
  scene: 'REPEAT_LOAN',
  language: 'en',
  content: '',
});
const formOf = ({ merchantNo, templateName, scene, language, content }: Values) => ({
  merchantNo: merchantNo ?? '',
  templateName,
  scene,
  language,
  content,
});

function useStep(name: string, endpoint: Step, list: List<Row>, isDangerous = false) {
  return useAction({
    name,
    endpoint,
    request: ({ templateNo }: Row, values: { reason?: string }) => ({
      templateNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ templateName, usedInTasks }) => ({ name: templateName, count: usedInTasks }),
  });
}

/** Texts for marketing by SMS, each approved by another person before a campaign may send it. */
export function SmsMarketingTemplatePage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: smsMarketingTemplate.page,
    idOf: (row) => row.templateNo,
    columns,
    filters,
    defaultSort: '-updatedAt',
    file: { endpoint: smsMarketingTemplate.exportList, jobKind: 'smsMarketingTemplates.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'templateAdd',
    endpoint: smsMarketingTemplate.save,
    request: (_nothing: null, values: Values) => formOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'templateUpdate',
    endpoint: smsMarketingTemplate.save,
    request: ({ templateNo, version }: Row, values: Values) => ({ templateNo, version, ...formOf(values) }),
    list,
    facts: ({ templateName }) => ({ name: templateName }),
  });
  const submit = useStep('templateSubmit', smsMarketingTemplate.submit, list);
  const approve = useStep('templateApprove', smsMarketingTemplate.approve, list);
  const sendBack = useStep('templateReturn', smsMarketingTemplate.sendBack, list);
  const copy = useStep('templateCopy', smsMarketingTemplate.copy, list);
  const enable = useStep('templateEnable', smsMarketingTemplate.enable, list);
  const disable = useStep('templateDisable', smsMarketingTemplate.disable, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('template.title')}
      nameOf={({ templateName }) => templateName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(copy, 'copy'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ templateNo }) => <Detail templateNo={templateNo} />}
      emptyText={t('template.none')}
    >
      <FormDrawer action={add} defaults={nothing}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={(row): Values => ({ ...nothing(), ...row })}>
        <Fields />
      </FormDrawer>
      {[submit, approve, copy, enable, disable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
    </ListScreen>
  );
}

function Fields() {
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="templateName" maxLength={64} />
      <Segmented name="scene" options={MARKETING_SCENE} />
      <Segmented name="language" options={MARKETING_LANGUAGE} />
      <Content />
    </>
  );
}

/** Counts as it is typed, the opt-out text included, and names the character that makes it dearer. */
function Content() {
  const t = useText();
  const { content } = useFormValues();
  const { parts, dearest } = smsPartsOf(
    `${typeof content === 'string' ? content : ''}${smsMarketingTemplate.OPT_OUT_TEXT}`,
  );
  const counted = t('template.parts', { count: parts });
  const hint = dearest === null ? counted : `${counted} ${t('template.dearest', { character: dearest })}`;
  return (
    <>
      <Text name="content" isLong maxLength={600} hint={hint} />
      <p>
        {t('template.variables', {
          names: smsMarketingTemplate.TEMPLATE_VARIABLES.map((one) => `{{${one}}}`).join(' '),
        })}
      </p>
    </>
  );
}

function Detail({ templateNo }: Pick<Row, 'templateNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={smsMarketingTemplate.detail} request={{ templateNo }}>
      {({ row, versions, history }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {versions.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('template.versions')}</h3>
              <ul className="kp-facts">
                {versions.map(({ versionNo, content }) => (
                  <li key={versionNo}>
                    {versionNo}: {content}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}
