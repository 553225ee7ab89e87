import { useText } from '@kituo/sdk';
import type { RequestOf } from '@kituo/sdk/contracts';
import { BatchAction, defineDictionary, dictionaryOptions, fieldsOf, useBatch } from '@kituo/sdk/page';
import type { List, OptionSource } from '@kituo/sdk/page';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { MESSAGE_LANGUAGE, SMS_TEMPLATE } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { NOT_REACHED } from './follow-up-request.ts';

interface SmsManyValues extends Record<string, unknown> {
  readonly templateCode: string;
  readonly language: 'en' | 'sw';
}
type Note = RequestOf<ReturnType<typeof deskOf>['notReachedMany']>;
interface NoteValues extends Record<string, unknown> {
  readonly contactChannel: Note['contactChannel'];
  readonly actionCode: string;
  readonly remark: string;
}

const { Select, Segmented } = fieldsOf<SmsManyValues>();
const { Select: Choice, Segmented: Channel, Text } = fieldsOf<NoteValues>();
const outcomes = dictionaryOptions('ACTION_CODE');
/** Outcomes after which nobody was spoken to. */
const UNREACHED: OptionSource =
  outcomes.kind === 'remote'
    ? {
        ...outcomes,
        name: `${outcomes.name} unreached`,
        load: async (signal) => (await outcomes.load(signal)).filter(({ value }) => NOT_REACHED.has(value)),
      }
    : outcomes;
/** The ways in which nobody was reached. */
const TRIED = defineDictionary<Note['contactChannel']>('CONTACT_CHANNEL', {
  CALL: 'active',
  SMS: 'active',
  EMAIL: 'active',
  NONE: 'waiting',
});
/** At most so many at a time. */
const MAX = 500;

/** What is done to many of one's own cases: a template to their borrowers, a note that nobody was reached. */
export function useOwnBatches(scope: DeskScope, list: List<CaseRow>) {
  const of = deskOf(scope);
  const chosen = ({ ids }: { readonly ids: readonly string[] | null }) => [...(ids ?? [])];
  const smsMany = useBatch({
    list,
    most: MAX,
    name: 'caseSmsMany',
    endpoint: of.smsMany,
    jobKind: `${of.jobs}.smsMany`,
    request: (ids, values: SmsManyValues) => ({ caseIds: chosen(ids), ...values }),
  });
  const notReached = useBatch({
    list,
    most: MAX,
    name: 'caseNotReachedMany',
    endpoint: of.notReachedMany,
    jobKind: `${of.jobs}.notReachedMany`,
    request: (ids, values: NoteValues) => ({ caseIds: chosen(ids), ...values }),
  });
  return { smsMany, notReached };
}

/** The forms of `useOwnBatches`; their jobs list what was skipped, and why. */
export function OwnBatchForms({ of }: { readonly of: ReturnType<typeof useOwnBatches> }) {
  const t = useText(CASES_TEXTS);
  const name = (caseNo: string) => caseNo;
  return (
    <>
      <BatchAction
        batch={of.smsMany}
        nameOf={name}
        defaults={(): SmsManyValues => ({ templateCode: 'OVERDUE_NOTICE', language: 'en' })}
      >
        <p>{t('cases.smsManyEffect')}</p>
        <Select name="templateCode" options={SMS_TEMPLATE} />
        <Segmented name="language" options={MESSAGE_LANGUAGE} />
      </BatchAction>
      <BatchAction
        batch={of.notReached}
        nameOf={name}
        defaults={(): NoteValues => ({ contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: '' })}
      >
        <Choice name="actionCode" options={UNREACHED} />
        <Channel name="contactChannel" options={TRIED} />
        <Text name="remark" isLong maxLength={500} />
      </BatchAction>
    </>
  );
}
