import { call, useText } from '@kituo/sdk';
import { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import { fieldsOf, type OptionSource, type VersionedFamily } from '@kituo/sdk/page';

const FIELDS = ['isEnabled', 'first', 'second'] as const;
const { Select, Switch } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

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
export const pointFamily = (edited: () => messageNodes.NodeCode | undefined): VersionedFamily => ({
  configKey: messagePoint.MESSAGE_POINT_KEY,
  fields: FIELDS,
  form: () => <Fields nodeCode={edited()} />,
  valuesOf: (value) => {
    const held = messagePoint.messagePoint.safeParse(value).data;
    const [first = null, second = null] = held?.templateCodes ?? [];
    return { isEnabled: held?.isEnabled ?? true, first, second };
  },
  valueOf: ({ isEnabled, first, second }) => ({
    isEnabled,
    templateCodes: [first, second].filter((code) => typeof code === 'string' && code !== ''),
  }),
});

function Fields({ nodeCode }: { readonly nodeCode: messageNodes.NodeCode | undefined }) {
  const t = useText();
  if (nodeCode === undefined) return null;
  const { isStatutory, channels } = messageNodes.nodeOf(nodeCode);
  const options = templatesOf(nodeCode);
  return (
    <>
      {isStatutory ? <p className="kp-muted">{t('node.statutory')}</p> : <Switch name="isEnabled" />}
      <Select name="first" options={options} />
      {channels.length > 1 && <Select name="second" options={options} isOptional hint={t('node.secondHint')} />}
    </>
  );
}
