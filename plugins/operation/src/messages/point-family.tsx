import { call, formatMoney, useText } from '@kituo/sdk';
import { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import {
  Answered,
  fieldsOf,
  LOAN_TYPE,
  type OptionSource,
  useDetail,
  useFormValues,
  type VersionedFamily,
} from '@kituo/sdk/page';
import { STOP_WHEN } from './message-dictionaries.ts';

const FIELDS = [
  'isEnabled',
  'first',
  'second',
  'third',
  'fourth',
  'delayMinutes',
  'fromTime',
  'toTime',
  'loanType',
  'loanCentsFrom',
  'loanCentsTo',
  'dpdFrom',
  'dpdTo',
  'stopWhen',
] as const;
const {
  Money,
  MultiSelect,
  Number: Count,
  Select,
  Switch,
  TimeOfDay,
} = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

/** Templates after the first: one for each further channel of the node. */
const BY_ORDER = ['second', 'third', 'fourth'] as const;

/** The node whose form is open; null: of every merchant. */
export interface EditedNode {
  readonly nodeCode: messageNodes.NodeCode;
  readonly merchantNo: string | null;
}

const templatesOf = (nodeCode: messageNodes.NodeCode): OptionSource => ({
  kind: 'remote',
  name: `${messagePoint.options.name}:${nodeCode}`,
  load: async (signal) => {
    const found = await call(messagePoint.options, { nodeCode }, { signal, showLoading: false, quiet: true });
    return found.map(({ templateCode, templateName, channelType }) => ({
      value: templateCode,
      label: `${templateName} (${channelType})`,
    }));
  },
});

/** What goes out at a node, a version each; `edited` is the node whose form is open. */
export const pointFamily = (t: ReturnType<typeof useText>, edited: () => EditedNode | undefined): VersionedFamily => ({
  configKey: messagePoint.MESSAGE_POINT_KEY,
  fields: FIELDS,
  form: () => <Fields node={edited()} />,
  valuesOf: (value) => {
    const held = messagePoint.messagePoint.safeParse(value).data;
    const [first = null, second = null, third = null, fourth = null] = held?.templateCodes ?? [];
    const { isEnabled = true, delayMinutes = null, fromTime = null, toTime = null, loanType = null } = held ?? {};
    const { loanCentsFrom = null, loanCentsTo = null, dpdFrom = null, dpdTo = null, stopWhen = [] } = held ?? {};
    const condition = { loanType, loanCentsFrom, loanCentsTo, dpdFrom, dpdTo, stopWhen };
    return { isEnabled, first, second, third, fourth, delayMinutes, fromTime, toTime, ...condition };
  },
  valueOf: ({ isEnabled, first, second, third, fourth, ...queued }) => ({
    isEnabled,
    templateCodes: [first, second, third, fourth].filter((code) => typeof code === 'string' && code !== ''),
    // What is left blank is no setting.
    ...Object.fromEntries(Object.entries(queued).filter(([, held]) => !isBlank(held))),
  }),
  draw: (field, value) => {
    if (typeof value === 'number' && field.startsWith('loanCents')) return formatMoney(value);
    if (field === 'stopWhen' && Array.isArray(value)) return value.map((code) => t(`STOP_WHEN.${code}`)).join(', ');
    return field === 'loanType' && typeof value === 'string' ? t(`LOAN_TYPE.${value}`) : undefined;
  },
});

const isBlank = (held: unknown) => held === null || held === '' || (Array.isArray(held) && held.length === 0);

function Fields({ node }: { readonly node: EditedNode | undefined }) {
  const t = useText();
  if (node === undefined) return null;
  const { nodeCode, merchantNo } = node;
  const { isStatutory, isQueued, channels } = messageNodes.nodeOf(nodeCode);
  const options = templatesOf(nodeCode);
  return (
    <>
      {isStatutory ? <p className="kp-muted">{t('node.statutory')}</p> : <Switch name="isEnabled" />}
      <Select name="first" options={options} />
      {BY_ORDER.slice(0, channels.length - 1).map((name) => (
        <Select key={name} name={name} options={options} isOptional hint={t('node.nextHint')} />
      ))}
      {isQueued === true && (
        <>
          <Count name="delayMinutes" isOptional unit={t('unit.minutes')} hint={t('node.delayHint')} />
          <div className="kp-pair">
            <TimeOfDay name="fromTime" isOptional hint={t('node.hoursHint')} />
            <TimeOfDay name="toTime" isOptional />
          </div>
          <Select name="loanType" options={LOAN_TYPE} isOptional hint={t('node.loanTypeHint')} />
          <div className="kp-pair">
            <Money name="loanCentsFrom" isOptional hint={t('node.loanCentsHint')} />
            <Money name="loanCentsTo" isOptional />
          </div>
          <div className="kp-pair">
            <Count name="dpdFrom" isOptional unit={t('unit.days')} hint={t('node.dpdHint')} />
            <Count name="dpdTo" isOptional unit={t('unit.days')} />
          </div>
          <MultiSelect
            name="stopWhen"
            source={{ kind: 'dictionary', dictionary: STOP_WHEN }}
            isOptional
            hint={t('node.stopHint')}
          />
          <Volume nodeCode={nodeCode} merchantNo={merchantNo} />
        </>
      )}
    </>
  );
}

/** How many messages the form would have sent since yesterday at this time. */
function Volume({ nodeCode, merchantNo }: EditedNode) {
  const t = useText();
  const { loanType, loanCentsFrom, loanCentsTo, dpdFrom, dpdTo } = useFormValues();
  const of = loanType === 'FIRST' || loanType === 'REPEAT' ? loanType : null;
  const counted = useDetail(messagePoint.dryRun, {
    nodeCode,
    merchantNo,
    loanType: of,
    ...(typeof loanCentsFrom === 'number' && { loanCentsFrom }),
    ...(typeof loanCentsTo === 'number' && { loanCentsTo }),
    ...(typeof dpdFrom === 'number' && { dpdFrom }),
    ...(typeof dpdTo === 'number' && { dpdTo }),
  });
  return (
    <Answered detail={counted}>
      {({ messages }) => <p className="kp-muted">{t('node.volume', { count: messages })}</p>}
    </Answered>
  );
}
