import { useText } from '@kituo/sdk';
import { aiPushTask, type RequestOf, smsMarketingTask } from '@kituo/sdk/contracts';
import { UserGroupCheck } from '@kituo/sdk/groups';
import { type Action, fieldsOf, FormDrawer, remoteOptions, useFormValues } from '@kituo/sdk/page';
import { AI_PUSH_CHANNEL } from './push-fields.ts';

type Request = RequestOf<typeof aiPushTask.create>;

export interface PushValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly userGroupNo: string;
  readonly channelType: Request['channelType'];
  readonly templateNo: string | null;
  readonly planNo: string | null;
  readonly isPilot: boolean;
  readonly scheduledAt: string | null;
  readonly concurrency: number | null;
  readonly budgetCents: number | null;
}
const { Moment, Money, Number: Whole, Segmented, Select, Switch, Text } = fieldsOf<PushValues>();

/** Enabled texts, found by name or merchant. */
const templateOptions = remoteOptions(smsMarketingTask.templates, (all) =>
  all.map(({ templateNo, templateName, merchantName, language, segmentCount }) => ({
    value: templateNo,
    label: `${templateName} · ${merchantName}`,
    hint: `${templateNo} · ${language} · ${segmentCount} SMS`,
  })),
);

/** Enabled robot plans, found by name or merchant. */
const planOptions = remoteOptions(aiPushTask.plans, (all) =>
  all.map(({ planNo, planName, merchantName, scriptCode, voiceLanguage }) => ({
    value: planNo,
    label: `${planName} · ${merchantName}`,
    hint: `${planNo} · ${scriptCode} · ${voiceLanguage}`,
  })),
);

const nothing = (): PushValues => ({
  taskName: '',
  userGroupNo: '',
  channelType: 'AI_CALL',
  templateNo: null,
  planNo: null,
  isPilot: false,
  scheduledAt: null,
  concurrency: 20,
  budgetCents: null,
});

export function pushOf(values: PushValues, checkToken: string): Request {
  const isCall = values.channelType === 'AI_CALL';
  return {
    taskName: values.taskName,
    userGroupNo: values.userGroupNo.trim(),
    checkToken,
    channelType: values.channelType,
    templateNo: isCall ? null : values.templateNo,
    planNo: isCall ? values.planNo : null,
    isPilot: values.isPilot,
    scheduledAt: values.scheduledAt ?? '',
    concurrency: values.concurrency ?? Number.NaN,
    budgetCents: values.budgetCents ?? Number.NaN,
  };
}

/** An AI push: whom, over which channel, when and for how much. */
export function PushForm(props: {
  readonly action: Action<null, PushValues>;
  readonly onChecked: (checkToken: string) => void;
}) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Text name="taskName" maxLength={30} />
      <Text name="userGroupNo" maxLength={20} />
      <UserGroupCheck onChecked={props.onChecked} />
      <Segmented name="channelType" options={AI_PUSH_CHANNEL} />
      <Content />
      <Moment name="scheduledAt" />
      <Whole name="concurrency" />
      <Money name="budgetCents" />
      <Switch name="isPilot" hint={t('push.pilotHint')} />
    </FormDrawer>
  );
}

function Content() {
  const { channelType } = useFormValues();
  if (channelType !== 'AI_CALL') return <Select name="templateNo" options={templateOptions} />;
  return <Select name="planNo" options={planOptions} />;
}
