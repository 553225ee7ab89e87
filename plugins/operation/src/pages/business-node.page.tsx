import { useText } from '@kituo/sdk';
import { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailTabs,
  ListScreen,
  merchantOptions,
  oneOf,
  onRow,
  PageTabs,
  several,
  status,
  text,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo, useRef } from 'react';
import { Deliveries } from '../messages/deliveries.tsx';
import {
  MESSAGE_CHANNEL,
  MESSAGE_NODE,
  NODE_AUDIENCE,
  NODE_STATUS,
  SMS_KIND,
} from '../messages/message-dictionaries.ts';
import { type EditedNode, pointFamily } from '../messages/point-family.tsx';
import { OrderTimeline } from '../messages/timeline.tsx';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';

type Row = messagePoint.PointRow;

const filters = defineFilters({
  nodeCode: oneOf(MESSAGE_NODE),
  audience: oneOf(NODE_AUDIENCE),
  merchantNo: oneOf(merchantOptions),
  status: oneOf(NODE_STATUS),
  channelType: oneOf(MESSAGE_CHANNEL),
  templateCode: containing(),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    status('nodeCode', MESSAGE_NODE, { sortable: true, width: 220 }),
    text('merchantName', { width: 170 }),
    status('audience', NODE_AUDIENCE, { width: 110 }),
    status('smsKind', SMS_KIND, { width: 120 }),
    several('channels', ({ channels }) => channels.map((code) => t(`MESSAGE_CHANNEL.${code}`)), { width: 150 }),
    several('templateNames', ({ templateNames }) => templateNames, { width: 260 }),
    count('delayMinutes', { width: 100, as: (minutes) => t('node.delayed', { count: minutes }) }),
    several('variables', ({ variables }) => variables.map(({ name }) => name), { width: 200 }),
    count('sentToday', { sortable: true, width: 110 }),
    count('failedToday', { width: 120 }),
    count('versionNo', { width: 90 }),
    status('status', NODE_STATUS, { width: 100 }),
  ]);

/** The moments at which a message goes out, and the messages of one order. */
export function BusinessNodePage() {
  const t = useText();
  return (
    <PageTabs
      label={t('node.title')}
      tabs={[
        { name: 'nodes', awaits: 'message.point', content: () => <NodeList key="nodes" /> },
        { name: 'timeline', content: () => <OrderTimeline key="timeline" /> },
      ]}
    />
  );
}

/** Every node, with what goes out. */
function NodeList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const edited = useRef<EditedNode>(undefined);
  const family = useRef(pointFamily(t, () => edited.current)).current;
  const screen = useListPage<Row>({
    load: messagePoint.page,
    idOf: (row) => row.subjectNo,
    columns,
    filters,
    defaultSort: 'nodeCode',
    file: { endpoint: messagePoint.exportList, jobKind: 'messagePoints.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const nameOf = ({ nodeCode, merchantName }: Pick<Row, 'nodeCode' | 'merchantName'>) =>
    `${t(`MESSAGE_NODE.${nodeCode}`)}, ${merchantName ?? t('node.everyMerchant')}`;
  const nameOfSubject = (subjectNo: string) => {
    const row = list.rows.find((one) => one.subjectNo === subjectNo);
    return row ? nameOf(row) : subjectNo;
  };
  const versions = useVersionActions(family, list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: nameOfSubject(subjectNo), no: versionNo }),
  );
  edited.current = nodeOfSubject(versions.draft.subject?.subjectNo);
  return (
    <ListScreen
      of={screen}
      title={t('node.title')}
      nameOf={nameOf}
      rowActions={[
        onRow(versions.draft, 'save', (row: Row): DraftStart => ({
          subjectNo: row.subjectNo,
          name: nameOf(row),
          value: row.point,
        })),
      ]}
      detail={(row) => (
        <DetailTabs
          key={row.subjectNo}
          label={nameOf(row)}
          parameter="detail"
          tabs={[
            { name: 'node', content: () => <NodeTab row={row} columns={columns} /> },
            { name: 'deliveries', content: () => <Deliveries row={row} /> },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: row.subjectNo },
              content: () => <SubjectVersions family={family} subjectNo={row.subjectNo} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <VersionDraftForm family={family} actions={versions} />
    </ListScreen>
  );
}

function nodeOfSubject(subjectNo = ''): EditedNode | undefined {
  const at = subjectNo.indexOf('_');
  const nodeCode = messageNodes.nodeCode.safeParse(subjectNo.slice(at + 1)).data;
  const merchantNo = subjectNo.slice(0, at);
  return nodeCode && { nodeCode, merchantNo: merchantNo === 'ALL' ? null : merchantNo };
}

function NodeTab({ row, columns }: { readonly row: Row; readonly columns: ReturnType<typeof columnsIn> }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <h3 className="kp-section-title">{t('node.variables')}</h3>
      <ul className="kp-facts">
        {row.variables.map(({ name, example }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> · {example}
          </li>
        ))}
      </ul>
    </>
  );
}
