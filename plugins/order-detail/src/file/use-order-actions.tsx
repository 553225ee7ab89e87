import { Button, call, useCan, useNavigate, usePluginScope, useText } from '@kituo/sdk';
import { auditOrder, orderDetail } from '@kituo/sdk/contracts';
import type { orderFile } from '@kituo/sdk/contracts';
import { dictionaryOptions, fieldsOf, FormDialog, FormDrawer, useAction, useOptions } from '@kituo/sdk/page';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { confirm } from '@kituo/sdk';

type File = orderFile.OrderEntry;

/** What can be done with an order's file, as its sections draw it. */
export interface OrderActions {
  go(address: string): void;
  readonly correctButton: ReactNode;
  issueButton(header: orderFile.OrderHeader): ReactNode;
  languageControl(speakingLanguage: string | null): ReactNode;
  readonly followUpButton: ReactNode;
  readonly dialogs: ReactNode;
}

interface Correction extends Record<string, unknown> {
  readonly addressCode: string | null;
  readonly addressLine: string;
  readonly employerName: string;
  readonly incomeCents: number | null;
  readonly email: string;
  readonly phone: string;
  readonly idCardNo: string;
  readonly reason: string;
}
interface Note extends Record<string, unknown> {
  readonly content: string;
  readonly remindAt: string | null;
}

const { Text, Phone, IdCard, Money, Address } = fieldsOf<Correction>();
const note = fieldsOf<Note>();

const filled = (text: string): boolean => text.trim() !== '';

/** Corrections, follow-ups, a new repayment code, the language: for whom the server allows them. */
export function useOrderActions(file: File | null, refresh: () => void): OrderActions {
  const t = useText();
  const navigate = useNavigate();
  const list = { refresh };
  const correct = useAction({
    name: 'correct',
    endpoint: orderDetail.update,
    request: ({ header }: File, values: Correction) => ({
      orderNo: header.orderNo,
      version: header.version,
      reason: values.reason,
      ...(values.addressCode !== null && { addressCode: values.addressCode }),
      ...(filled(values.addressLine) && { addressLine: values.addressLine }),
      ...(filled(values.employerName) && { employerName: values.employerName }),
      ...(values.incomeCents !== null && { incomeCents: values.incomeCents }),
      ...(filled(values.email) && { email: values.email }),
      ...(filled(values.phone) && { phone: values.phone }),
      ...(filled(values.idCardNo) && { idCardNo: values.idCardNo }),
    }),
    list,
    facts: (_file, reply) => ({ count: reply?.changed.length ?? 0 }),
  });
  const followUp = useAction({
    name: 'followUp',
    endpoint: auditOrder.followUpSave,
    request: ({ header }: File, values: Note) => ({
      orderNo: header.orderNo,
      content: values.content,
      ...(values.remindAt !== null && { remindAt: values.remindAt }),
    }),
    list,
  });
  const allows = (action: orderFile.OrderAction): boolean => file?.header.allowedActions.includes(action) ?? false;
  return {
    go: (address) => void navigate(address),
    correctButton: file !== null && allows('update') && (
      <Button size="small" text={correct.label} onClick={() => correct.open(file)} />
    ),
    followUpButton: file !== null && allows('followUp') && (
      <Button text={followUp.label} onClick={() => followUp.open(file)} />
    ),
    issueButton: (header) =>
      header.allowedActions.includes('issueRepaymentCode') && <IssueButton orderNo={header.orderNo} onDone={refresh} />,
    languageControl: (speakingLanguage) => (
      <LanguageControl key={speakingLanguage} file={file} value={speakingLanguage} isAllowed={allows('setLanguage')} />
    ),
    dialogs: (
      <>
        <FormDrawer action={correct} defaults={correctionOf}>
          <p className="kp-muted">{t('correct.hint')}</p>
          <Address name="addressCode" isOptional />
          <Text name="addressLine" isOptional maxLength={200} />
          <div className="kp-pair">
            <Text name="employerName" isOptional maxLength={128} />
            <Money name="incomeCents" isOptional />
            <Text name="email" isOptional maxLength={120} hint={t('correct.kept')} />
            <Phone name="phone" isOptional hint={t('correct.checked')} />
            <IdCard name="idCardNo" isOptional hint={t('correct.checked')} />
          </div>
          <Text name="reason" isLong maxLength={200} />
        </FormDrawer>
        <FormDialog action={followUp} defaults={() => ({ content: '', remindAt: null })}>
          <note.Text name="content" isLong maxLength={200} />
          <note.Moment name="remindAt" isOptional />
        </FormDialog>
      </>
    ),
  };
}

/** What is in clear starts filled in; what is masked starts empty and stays as it is. */
function correctionOf({ details }: File): Correction {
  return {
    addressCode: details?.person.addressCode ?? null,
    addressLine: '',
    employerName: details?.person.employerName ?? '',
    incomeCents: details?.person.incomeCents ?? null,
    email: '',
    phone: '',
    idCardNo: '',
    reason: '',
  };
}

function IssueButton(props: { readonly orderNo: string; readonly onDone: () => void }) {
  const t = useText();
  const scope = usePluginScope();
  const issue = async (): Promise<void> => {
    const requested = {
      title: t('code.issue'),
      text: t('code.issueText'),
      confirmText: t('code.issue'),
    };
    if (!(await confirm(requested, scope))) return;
    const { repaymentCode } = await call(orderDetail.issueRepaymentCode, {
      orderNo: props.orderNo,
    });
    scope.toast.success(t('code.issued', { code: repaymentCode }));
    props.onDone();
  };
  return <Button size="small" text={t('code.issue')} onClick={() => void issue()} />;
}

const LANGUAGES = dictionaryOptions('SPEAKING_LANGUAGE');

/** The language the customer speaks; allocation looks for a reviewer who does. */
function LanguageControl(props: {
  readonly file: File | null;
  readonly value: string | null;
  readonly isAllowed: boolean;
}) {
  const t = useText();
  const scope = usePluginScope();
  const isPermitted = useCan('audit:order:update');
  const [value, setValue] = useState(props.value);
  const { file } = props;
  const { options } = useOptions(LANGUAGES);
  // Until the dictionary is read, and where a language was retired, what is noted is there all the same.
  const isListed = value === null || options.some((option) => option.value === value);
  const offered = isListed ? options : [{ value, label: t(`SPEAKING_LANGUAGE.${value}`) }, ...options];
  if (file === null || !props.isAllowed || !isPermitted) {
    return value === null ? '-' : t(`SPEAKING_LANGUAGE.${value}`);
  }
  return (
    <select
      className="of-select"
      aria-label={t('field.speakingLanguage')}
      value={value ?? ''}
      onChange={(event) => {
        const speakingLanguage = event.target.value;
        const before = value;
        setValue(speakingLanguage);
        call(orderDetail.setLanguage, { orderNo: file.header.orderNo, speakingLanguage })
          .then(() => scope.toast.success(t('language.saved')))
          .catch(() => {
            setValue(before);
          });
      }}
    >
      {value === null && <option value="">-</option>}
      {offered.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
