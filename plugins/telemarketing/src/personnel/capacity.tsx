import { useText } from '@kituo/sdk';
import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { useDetail, useFormValues } from '@kituo/sdk/page';

type Team = telemarketingPersonnel.TeamCapacity;
/** Said before it comes to that: so much of the limits, in percent, is left at least. */
const SPARE_PERCENT = 10;

const isTight = ({ caps, toCall }: Pick<Team, 'caps' | 'toCall'>) =>
  toCall > 0 && toCall * 100 > caps * (100 - SPARE_PERCENT);

/** Merchants whose entries outgrow, or are about to outgrow, the daily limits of their people. */
export function TightTeams() {
  const t = useText();
  const { data } = useDetail(telemarketingPersonnel.capacity, {});
  const tight = (data ?? []).filter(isTight);
  if (tight.length === 0) return null;
  return (
    <ul className="kp-facts" role="status">
      {tight.map(({ merchantNo, merchantName: name, caps, toCall }) => (
        <li key={merchantNo}>
          {t(toCall > caps ? 'capacity.below' : 'capacity.tight', { name, caps, toCall, count: toCall - caps })}
        </li>
      ))}
    </ul>
  );
}

/** What the limits of a person's merchants come to with what is typed, or once the person is frozen. */
export function TeamLimitNote(props: {
  readonly person: { readonly userNo: string; readonly dailyCap: number; readonly personnelStatus: string };
  readonly merchantNos: readonly string[];
  readonly isFrozen: boolean;
}) {
  const t = useText();
  const { person, merchantNos, isFrozen } = props;
  const typed = useFormValues()['dailyCap'];
  const { data } = useDetail(telemarketingPersonnel.capacity, {});
  const after = isFrozen ? 0 : typeof typed === 'number' ? typed : person.dailyCap;
  if (person.personnelStatus !== 'NORMAL' || after >= person.dailyCap) return null;
  const short = (data ?? [])
    .filter(({ merchantNo }) => merchantNos.includes(merchantNo))
    .map((team) => ({ ...team, caps: team.caps - person.dailyCap + after }))
    .filter(isTight);
  return short.map(({ merchantNo, merchantName: name, caps, toCall }) => (
    <p key={merchantNo} className="kp-note kp-note-wrong" role="status">
      {t(toCall > caps ? 'capacity.wouldBeBelow' : 'capacity.wouldBeTight', { name, caps, toCall })}
    </p>
  ));
}
